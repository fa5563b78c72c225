export { groupsCut } from './aggregateScan.ts';
export type { ExecutionContext } from './context.ts';
export { collect, run } from './run.ts';
export { engineError, guarded } from './search.ts';
