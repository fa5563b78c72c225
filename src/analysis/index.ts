export { createAnalysisRegistry } from './registry.ts';
export * from './types.ts';
