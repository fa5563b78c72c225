export * from './bulkLoad.ts';
export * from './copy/copyIndex.ts';
export { type IndexDefinition, readDefinitions } from './copy/definition.ts';
export { answerDifference, jsonDifference } from './recording/answers.ts';
export * from './recording/exchange.ts';
export * from './recording/recorder.ts';
export * from './recording/replay.ts';
export * from './types.ts';
