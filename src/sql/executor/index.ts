export { groupsCut } from './aggregateScan.ts';
export { BATCH_ROWS, type Batches, collect } from './batches.ts';
export { Budget, bytesOf, type Holding } from './budget.ts';
export type { ExecutionContext } from './context.ts';
export { OrderedItems } from './orderedItems.ts';
export { openPages, type RowSource } from './rowPages.ts';
export { rangeBelow, run, type ScanRange, scanLimit } from './run.ts';
export { engineError, guarded } from './search.ts';
export { firstSearch } from './searchBodies.ts';
