import { describe, expect, it } from 'vitest';
import { aggregationTypes } from '../../../src/aggregation/aggregationTypes.ts';
import { isJsonObject, type JsonObject, type JsonValue, OpenSearchError } from '../../../src/common/index.ts';
import { CLAUSES } from '../../../src/query/index.ts';
import { parseRequestSource } from '../../../src/search/source/innerSource.ts';
import { sampleAggregations, sampleClauses, sampleSearches } from './sampleBodies.ts';

const MEMBER = 'nobody_reads_this';

type Path = readonly (string | number)[];

function* objectsOf(value: JsonValue, path: Path = []): Generator<Path> {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* objectsOf(item, [...path, i]);
  } else if (isJsonObject(value)) {
    yield path;
    for (const key of Object.keys(value)) yield* objectsOf(value[key], [...path, key]);
  }
}

/** A copy of the body with one member more in the object at `path`. */
function extended(body: JsonObject, path: Path, value: JsonValue): JsonObject {
  const copy = structuredClone(body);
  const object = path.reduce<JsonValue>((at, key) => (at as JsonObject)[key], copy);
  (object as JsonObject)[MEMBER] = value;
  return copy;
}

/** What the parser says of a body; null: nothing. */
function refusal(body: JsonObject): string | null {
  try {
    parseRequestSource(body, {});
    return null;
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.status >= 500) throw error;
    return error.reason;
  }
}

/** Objects that may have any member, and why. */
const TAKEN: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)params$|\.buckets_path$|^query\.percolate\.document$/, 'values and paths have names of the user’s'],
  [/\.(filters|contexts)$|^aggs\.a\.matrix_stats\.missing$|^suggest$/, 'filters and fields do'],
  [/(^|\.)(script_fields|highlight\.fields|sort\.\d)$/, 'fields do'],
  [/^query\.function_score\.functions\.\d\.gauss(\.n)?$/, 'a decay is read when its field is known'],
  [/\.smoothing\.\w+$/, 'the original reads what it knows and leaves the rest'],
  [/^query\.geo_shape\.p\.shape$/, 'GeoJSON may have members of other standards'],
];

const PIPELINE_ALONE = /No aggregation found for path|Cyclical dependency/;

const all: readonly (readonly [string, JsonObject])[] = [
  ...Object.entries(sampleClauses).map(([name, body]) => [name, { query: { [name]: body } }] as const),
  ...Object.entries(sampleAggregations).map(
    ([name, body]) => [name, { aggs: { a: { [name]: body } } }] as const,
  ),
  ...sampleSearches.map((body) => [Object.keys(body)[0], body] as const),
];

/** Other names of clauses that have a sample, and clauses that are refused whole. */
const OTHERS: readonly string[] = ['mlt', 'geo_bbox', 'neural', 'shape'];

describe('members of searches that nobody reads', () => {
  it('has a sample of every clause and every aggregation', () => {
    const clauses = CLAUSES.flatMap(({ names }) => names).filter((name) => !OTHERS.includes(name));
    expect(clauses.filter((name) => !Object.hasOwn(sampleClauses, name))).toEqual([]);
    expect([...aggregationTypes.keys()].filter((name) => !Object.hasOwn(sampleAggregations, name))).toEqual(
      [],
    );
  });

  it.each(all)('are refused: %s', (_name, body) => {
    // A pipeline alone is refused for what it lacks, but that comes later.
    const own = refusal(body);
    expect(own === null || PIPELINE_ALONE.test(own)).toBe(true);
    const taken: string[] = [];
    for (const path of objectsOf(body)) {
      if (own !== null && path.length === 0) continue;
      if (TAKEN.some(([paths]) => paths.test(path.join('.')))) continue;
      for (const value of [1, 'x', {}, [1]]) {
        if (refusal(extended(body, path, value)) === own)
          taken.push(`${path.join('.')} ${JSON.stringify(value)}`);
      }
    }
    expect(taken).toEqual([]);
  });
});
