export { groupsCut } from './aggregateScan.ts';
export type { ExecutionContext } from './context.ts';
export { openPages, type RowSource } from './rowPages.ts';
export { collect, rangeBelow, run, type ScanRange, scanLimit } from './run.ts';
export { engineError, guarded } from './search.ts';
export { firstSearch } from './searchBodies.ts';
