export { TOP_HITS_MEMBERS } from './metric/topHits.ts';
export { parseAggregations } from './parse.ts';
export * from './types.ts';
