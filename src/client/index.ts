export { type AwsAccess, signedHeaders } from './awsSignature.ts';
export * from './byQuery.ts';
export { Forwarder } from './forwarder.ts';
export { NodeClient } from './nodeClient.ts';
export { RememberingClient } from './rememberingClient.ts';
export { RestClient } from './restClient.ts';
export { scrolledScan, searchedTake } from './scrolledScan.ts';
export * from './types.ts';
export { type PassingSearch, Upstream, type UpstreamOptions } from './upstream.ts';
