export { astChildren } from './astWalk.ts';
export * from './bound.ts';
export type { AnalyzedQuery } from './boundQuery.ts';
export { aggregateText, boundText } from './boundText.ts';
export { explicitCast } from './calls.ts';
export { allOf, conjuncts } from './conjuncts.ts';
export { type Field, type FieldTable, fieldTableOf } from './fieldTable.ts';
export {
  type AnalyzedPipeline,
  type DescribedRows,
  namesInOrder,
  PipelineBinder,
} from './pipeline/pipelineBinder.ts';
export { QueryBinder } from './queryBinder.ts';
export { checkOrdinals } from './selectAliases.ts';
export { checkUngroupedColumns } from './selectBinder.ts';
export { hasSlot, type SlotLiteral, SlotValue, slotValue, UnfitLiteral } from './slots.ts';
export { tablesOf } from './tablesOf.ts';
export { ordersBeforeWindow } from './windowOrder.ts';
