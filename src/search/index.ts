export { clearQueryCache } from './cache/queryCache.ts';
export type { RequestCacheStats } from './cache/requestCache.ts';
export { executePainless } from './painlessExecute.ts';
export { createSearchService, type SearchServiceOptions } from './searchService.ts';
export { withStoredScripts } from './source/storedScripts.ts';
export type { SearchCounts, ShardSearchCounts } from './statistics/searchStatistics.ts';
export { parseTermVectors, type TermVectorsRequest } from './termVectors/request.ts';
export { termVectors } from './termVectors/termVectors.ts';
export * from './types.ts';
