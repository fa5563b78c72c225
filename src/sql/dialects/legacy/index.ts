export { LegacyDialect, type LegacyRequest } from './legacyDialect.ts';
