export { type ExplainOptions, explainStatement, explainWhole } from './explain.ts';
export { LegacyDialect, type LegacyRequest } from './legacyDialect.ts';
export { checkWindows } from './windows.ts';
