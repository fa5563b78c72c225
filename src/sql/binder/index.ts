export { astChildren } from './astWalk.ts';
export * from './bound.ts';
export { aggregateText, boundText } from './boundText.ts';
export { explicitCast } from './calls.ts';
export { allOf, conjuncts } from './conjuncts.ts';
export { type Field, type FieldTable, fieldTableOf } from './fieldTable.ts';
export { QueryBinder } from './queryBinder.ts';
export { tablesOf } from './tablesOf.ts';
export { ordersBeforeWindow } from './windowOrder.ts';
