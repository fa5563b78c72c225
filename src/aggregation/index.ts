export { aggregationTypes } from './aggregationTypes.ts';
export { BucketAccount, TooManyInAnswer } from './framework/bucketAccount.ts';
export { TOP_HITS_MEMBERS } from './metric/topHits.ts';
export { aggregationParser, parseAggregations } from './parse.ts';
export * from './types.ts';
