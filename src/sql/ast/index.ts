export * from './nodes.ts';
export * from './watch.ts';
