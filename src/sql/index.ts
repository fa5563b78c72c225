export type { SqlEngine } from './engine.ts';
export { createSqlService, type SqlServiceOptions } from './service.ts';
export type { SettingReader } from './settings.ts';
export type * from './types.ts';
export { createV2Engine } from './v2Engine.ts';
