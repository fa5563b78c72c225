export * from './byQuery.ts';
export { NodeClient } from './nodeClient.ts';
export * from './types.ts';
