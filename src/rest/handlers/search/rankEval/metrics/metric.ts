import { illegalArgument, type ObjectReader } from '../../../../../common/index.ts';

/** The result of a search: the ratings of its hits in order; `null` for unrated hits. */
export interface Ratings {
  readonly ofHits: readonly (number | null)[];
  /** All ratings in the request, whether or not the documents were found. */
  readonly given: readonly number[];
}

export interface Quality {
  readonly score: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A quality metric with its options. */
export interface Metric {
  /** How many hits are rated: the size of each search. */
  readonly k: number;
  evaluate(ratings: Ratings): Quality;
}

/** A row of the table of metrics. */
export interface MetricType {
  readonly name: string;
  /** Its name in errors about options. */
  readonly parser: string;
  readonly doc: string;
  /** Required options. */
  readonly required?: readonly string[];
  /** Reads the options. Throws illegal_argument for invalid ones. */
  readonly read: (options: ObjectReader) => Metric;
}

const DEFAULT_K = 10;

/** `k`, without a range check. */
export function hitsLookedAt(options: ObjectReader): number {
  return options.whole('k') ?? DEFAULT_K;
}

export interface Window {
  readonly threshold: number;
  readonly k: number;
}

/** `relevant_rating_threshold` and `k`, with range checks. */
export function relevanceWindow(options: ObjectReader): Window {
  const threshold = options.whole('relevant_rating_threshold') ?? 1;
  const k = hitsLookedAt(options);
  if (threshold < 0) {
    throw illegalArgument('Relevant rating threshold for precision must be positive integer.');
  }
  if (k <= 0) throw illegalArgument('Window size k must be positive.');
  return { threshold, k };
}

/** The number of relevant ratings. */
export function countRelevant(ratings: readonly (number | null)[], threshold: number): number {
  return ratings.filter((rating) => rating !== null && rating >= threshold).length;
}

export function countUnrated(ratings: readonly (number | null)[]): number {
  return ratings.filter((rating) => rating === null).length;
}
