export { readAnalyzeRequest } from './analyze.ts';
export { stripHtml } from './charFilters/htmlStrip.ts';
export { createAnalysisRegistry } from './registry.ts';
export * from './types.ts';
