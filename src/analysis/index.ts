export { createAnalysisRegistry, IndexAnalysis } from './registry.ts';
export * from './types.ts';
