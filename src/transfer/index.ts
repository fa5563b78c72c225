export * from './bulkLoad.ts';
export * from './types.ts';
