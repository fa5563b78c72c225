export type { Aggregated, BucketColumn } from './aggregations.ts';
export type { HitColumn, Projection } from './columns.ts';
export { deleteBody, type ExplainOptions, explainStatement, hasScript, openSelect } from './explain.ts';
export { type FieldInfo, FieldTable } from './fields.ts';
export { expressionName } from './names.ts';
export { flattenFrom } from './scope.ts';
export type { SelectOptions, TranslatedSelect } from './select.ts';
export { targetOf } from './sort.ts';
export { loadFields } from './tables.ts';
