export { NodeClient, type NodeClientOptions } from './nodeClient.ts';
export * from './types.ts';
