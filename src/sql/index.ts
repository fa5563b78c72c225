export type { PlannedDialect } from './dialects/dialect.ts';
export { createV2Dialect } from './dialects/v2/v2Dialect.ts';
export { SpillFolder } from './executor/index.ts';
export { createSqlService, type SqlServiceOptions } from './service.ts';
export type { SettingReader } from './settings.ts';
export type * from './types.ts';
