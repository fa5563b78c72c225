export {
  ManualClock,
  MovableClock,
  OpenSearchError,
  SeededRandom,
  SystemClock,
  SystemRandom,
} from './common/index.ts';
export * from './library/index.ts';
export { loadDemo, type NodeOptions, openRockpoolNode, type RockpoolNode } from './node/index.ts';
