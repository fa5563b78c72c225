import type { JsonObject } from '../../src/common/index.ts';

/** One request of the walk. */
export interface HeldRequest {
  readonly method: string;
  readonly path: string;
  /** A text is sent as it is. */
  readonly body: JsonObject | string | null;
  readonly type?: string;
}

/** By name. */
export type HeldRequests = Readonly<Record<string, HeldRequest>>;

export function searches(
  index: string,
  bodies: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, HeldRequest>> {
  return mapped(bodies, (body) => ({
    method: 'POST',
    path: `/${index}/_search?request_cache=false`,
    body,
  }));
}

/** Searches for all that match, each with its query. */
export const queries = (index: string, table: Readonly<Record<string, JsonObject>>): HeldRequests =>
  searches(
    index,
    mapped(table, (query) => ({ query, track_total_hits: true })),
  );

/** Searches without hits, each with one aggregation over all documents. */
export const aggregations = (index: string, table: Readonly<Record<string, JsonObject>>): HeldRequests =>
  searches(
    index,
    mapped(table, (a) => ({ size: 0, aggs: { a } })),
  );

export function mapped<A, B>(table: Readonly<Record<string, A>>, make: (part: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(table).map(([name, part]) => [name, make(part)]));
}
