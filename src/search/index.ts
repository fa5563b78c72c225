export { createSearchService, type SearchServiceOptions } from './searchService.ts';
export * from './types.ts';
