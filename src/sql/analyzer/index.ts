export * from './bound.ts';
export { aggregateText, boundText } from './boundText.ts';
export { allOf, conjuncts } from './conjuncts.ts';
export { type Field, type FieldTable, fieldTableOf } from './fieldTable.ts';
export { QueryAnalyzer } from './queryAnalyzer.ts';
export { v2Refusal } from './refusal.ts';
export { tablesOf } from './tablesOf.ts';
