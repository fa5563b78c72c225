export * from './byQuery.ts';
export { NodeClient } from './nodeClient.ts';
export { RestClient } from './restClient.ts';
export * from './types.ts';
