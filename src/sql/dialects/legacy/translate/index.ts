export type { Aggregated } from './aggregations.ts';
export type { HitColumn, Projection } from './columns.ts';
export {
  deleteBody,
  type ExplainOptions,
  explainStatement,
  hasScript,
  type OpenedSelect,
  openSelect,
} from './explain.ts';
export { type FieldInfo, FieldTable } from './fields.ts';
export { checkGrammar } from './grammar.ts';
export { explainJoin, sideBody } from './joinExplain.ts';
export { type JoinCondition, type JoinPlan, planJoin } from './joinPlan.ts';
export { losesPath } from './planned.ts';
export { LateRefusal } from './refuse.ts';
export { flattenFrom } from './scope.ts';
export type { SelectOptions, TranslatedSelect } from './select.ts';
export { checkSides } from './sides.ts';
export { loadFields } from './tables.ts';
