import { illegalArgument, type ObjectReader } from '../../../../../common/index.ts';

/** What a search got: the ratings of its hits in their order, null where a hit has none. */
export interface Ratings {
  readonly ofHits: readonly (number | null)[];
  /** Those that the request gives, found or not. */
  readonly given: readonly number[];
}

export interface Quality {
  readonly score: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A measure of quality with its options. */
export interface Metric {
  /** How many hits are looked at: the size of each search. */
  readonly k: number;
  evaluate(ratings: Ratings): Quality;
}

/** One row of the table of metrics. */
export interface MetricType {
  readonly name: string;
  /** How errors of its options call it. */
  readonly parser: string;
  readonly doc: string;
  /** Options that must be there. */
  readonly required?: readonly string[];
  /** Reads the options. Throws illegal_argument for those that make no metric. */
  readonly read: (options: ObjectReader) => Metric;
}

const DEFAULT_K = 10;

/** `k`, as it is. */
export function hitsLookedAt(options: ObjectReader): number {
  return options.whole('k') ?? DEFAULT_K;
}

export interface Window {
  readonly threshold: number;
  readonly k: number;
}

/** `relevant_rating_threshold` and `k`, held to their ranges. */
export function relevanceWindow(options: ObjectReader): Window {
  const threshold = options.whole('relevant_rating_threshold') ?? 1;
  const k = hitsLookedAt(options);
  if (threshold < 0) {
    throw illegalArgument('Relevant rating threshold for precision must be positive integer.');
  }
  if (k <= 0) throw illegalArgument('Window size k must be positive.');
  return { threshold, k };
}

/** How many ratings say that their document is relevant. */
export function countRelevant(ratings: readonly (number | null)[], threshold: number): number {
  return ratings.filter((rating) => rating !== null && rating >= threshold).length;
}

export function countUnrated(ratings: readonly (number | null)[]): number {
  return ratings.filter((rating) => rating === null).length;
}
