export { type ExplainOptions, explainStatement } from './explain.ts';
export { LegacyDialect, type LegacyRequest } from './legacyDialect.ts';
