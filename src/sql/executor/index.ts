export { groupsCut } from './aggregateScan.ts';
export { checkRows, collect } from './budget.ts';
export type { ExecutionContext } from './context.ts';
export { openPages, type RowSource } from './rowPages.ts';
export { rangeBelow, run, type ScanRange, scanLimit } from './run.ts';
export { engineError, guarded } from './search.ts';
export { firstSearch } from './searchBodies.ts';
