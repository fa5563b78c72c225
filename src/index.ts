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
export { CorruptFileError, LockHeldError, NewerFormatError } from './directory/index.ts';
export * from './library/index.ts';
