export type { UpstreamOptions } from './client/index.ts';
export {
  type Clock,
  type JsonObject,
  type JsonValue,
  ManualClock,
  MovableClock,
  OpenSearchError,
  type Random,
  SeededRandom,
  SystemClock,
  SystemRandom,
} from './common/index.ts';
export * from './library/index.ts';
export { loadDemo, type NodeOptions, openRockpoolNode, type RockpoolNode } from './node/index.ts';
export type { Laboratory } from './rest/index.ts';
