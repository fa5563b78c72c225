export * from './nodes.ts';
export * from './pipeline.ts';
export * from './watch.ts';
