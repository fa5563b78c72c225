export { parseAggregations } from './parse.ts';
export * from './types.ts';
