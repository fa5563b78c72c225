import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { searchTargets, vectors } from './arbitraries.ts';
import { compare, counts, type Found, type Query, queries, search } from './brute.ts';
import { isUnusable, type Model, type Source, type View } from './model.ts';
import { outcome, type Real } from './real.ts';
import { same } from './same.ts';
import { type Row, row } from './step.ts';

interface Hit {
  readonly _index: string;
  readonly _id: string;
  readonly _score: number | null;
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: Source;
  readonly sort?: readonly (number | string)[];
}

interface SearchAnswer {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations?: {
    readonly colours?: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
  };
}

interface Search {
  readonly target: string;
  readonly query: Query;
  readonly from: number;
  readonly size: number;
  readonly descending: boolean;
}

/** Where documents without a number stand, and what the engine says of it. */
const LAST = 9223372036854775807n;
const FIRST = -9223372036854775808n;

const place = ({ document }: Found): number =>
  typeof document.source.n === 'number' ? document.source.n : Number.POSITIVE_INFINITY;

const state = ({ index, document: { id, version, seqNo, term, source } }: Found) => ({
  _index: index.name,
  _id: id,
  _version: version,
  _seq_no: seqNo,
  _primary_term: term,
  _source: source,
});

const shown = ({ _index, _id, _version, _seq_no, _primary_term, _source }: Hit) => ({
  _index,
  _id,
  _version,
  _seq_no,
  _primary_term,
  _source,
});

async function runSearch(model: Model, real: Real, made: Search): Promise<void> {
  const { target, query, from, size, descending } = made;
  const order = descending ? 'desc' : 'asc';
  const answer = await real.ask<SearchAnswer>('POST', `/${target}/_search?track_total_hits=true`, {
    query,
    from,
    size,
    version: true,
    seq_no_primary_term: true,
    // A document stands twice in an index when it was written with different routings.
    sort: [{ n: order }, { _id: 'asc' }, { _index: 'asc' }],
    aggs: { colours: { terms: { field: 'k' } } },
  });
  const indices = model.readable(target);
  const expected = isUnusable(indices) ? indices : { status: 200, answer: expectedAnswer(indices, made) };
  const read = ({ hits, aggregations }: SearchAnswer) => ({
    total: hits.total.value,
    hits: hits.hits.map((hit) => ({ ...shown(hit), sort: hit.sort })),
    buckets: aggregations?.colours?.buckets ?? null,
  });
  same(outcome(answer, read), expected);
}

function expectedAnswer(indices: readonly View[], { query, from, size, descending }: Search) {
  const sign = descending ? -1 : 1;
  const found = search(indices, query);
  const ordered = [...found].sort(
    (a, b) =>
      byNumber(a, b, sign) ||
      compare(a.document.id, b.document.id) ||
      compare(a.index.name, b.index.name) ||
      shardNumber(a) - shardNumber(b),
  );
  const buckets = [...counts(found.flatMap(({ document }) => document.source.k ?? []))]
    .map(([key, doc_count]) => ({ key, doc_count }))
    .sort((a, b) => b.doc_count - a.doc_count || compare(a.key, b.key));
  return {
    total: found.length,
    hits: ordered.slice(from, from + size).map((one) => ({ ...state(one), sort: sortValues(one, sign) })),
    // Without an index there is nobody to aggregate.
    buckets: indices.length > 0 ? buckets : null,
  };
}

function shardNumber({ index, document }: Found): number {
  return index.shards.indexOf(index.shardOf(document.id, document.routing));
}

/** What has no number comes last, whatever the direction. */
function byNumber(a: Found, b: Found, sign: number): number {
  const [first, second] = [place(a), place(b)];
  if (first === second) return 0;
  if (first === Number.POSITIVE_INFINITY || second === Number.POSITIVE_INFINITY)
    return compare(first, second);
  return sign * compare(first, second);
}

function sortValues(found: Found, sign: number): readonly (number | bigint | string)[] {
  const { n } = found.document.source;
  const missing = sign > 0 ? LAST : FIRST;
  return [typeof n === 'number' ? n : missing, found.document.id, found.index.name];
}

async function runCount(model: Model, real: Real, { target, query }: Search): Promise<void> {
  const answer = await real.ask<{ count: number }>('POST', `/${target}/_count`, { query });
  const indices = model.readable(target);
  const expected = isUnusable(indices) ? indices : { status: 200, answer: search(indices, query).length };
  same(
    outcome(answer, ({ count }) => count),
    expected,
  );
}

interface Nearest {
  readonly target: string;
  readonly query: Query;
  readonly vector: readonly number[];
  readonly k: number;
}

/** As the engine scores: 1 / (1 + squared distance), in 32 bits. */
function score({ document }: Found, vector: readonly number[]): number {
  const squared = vector.reduce((sum, x, i) => sum + (x - (document.source.v?.[i] ?? 0)) ** 2, 0);
  return Math.fround(1 / (1 + squared));
}

interface Scored {
  readonly _index: string;
  readonly _id: string;
  readonly _seq_no: number;
  readonly _score: number;
}

/** Documents of the same score in an order of their own. */
function ranked(hits: readonly Scored[]): readonly Scored[] {
  return [...hits].sort(
    (a, b) =>
      b._score - a._score || compare(a._index, b._index) || compare(a._id, b._id) || a._seq_no - b._seq_no,
  );
}

function nearest(indices: readonly View[], { query, vector }: Nearest): readonly Scored[] {
  const withVector = search(indices, query).filter(({ document }) => document.source.v !== undefined);
  return ranked(
    withVector.map((found) => {
      const { _index, _id, _seq_no } = state(found);
      return { _index, _id, _seq_no, _score: score(found, vector) };
    }),
  );
}

const scored = ({ hits }: SearchAnswer): readonly Scored[] =>
  ranked(
    hits.hits.map(({ _index, _id, _seq_no, _score }) => ({
      _index,
      _id,
      _seq_no,
      _score: Math.fround(Number(_score)),
    })),
  );

/** Filters of aliases come after the nearest have been found. */
const isOneShard = ({ index, colours }: View): boolean => index.shards.length === 1 && colours === null;

/** All documents with a vector, by a script. */
async function runExact(model: Model, real: Real, made: Nearest): Promise<void> {
  const params = { field: 'v', query_value: made.vector, space_type: 'l2' };
  const query = { bool: { filter: [made.query, { exists: { field: 'v' } }] } };
  const script = { lang: 'knn', source: 'knn_score', params };
  const answer = await real.ask<SearchAnswer>('POST', `/${made.target}/_search?size=100`, {
    query: { script_score: { query, script } },
    seq_no_primary_term: true,
  });
  const indices = model.readable(made.target);
  same(
    outcome(answer, scored),
    isUnusable(indices) ? indices : { status: 200, answer: nearest(indices, made) },
  );
}

/**
 * Graphs keep what has been deleted until they are merged, so that all neighbours are asked for; Lucene's exact search
 * of an index of one shard gives the nearest k and no more.
 */
async function runGraph(model: Model, real: Real, made: Nearest): Promise<void> {
  const indices = model.readable(made.target);
  const isExact = !isUnusable(indices) && indices.length === 1 && isOneShard(indices[0]);
  const k = isExact ? made.k : 100;
  const answer = await real.ask<SearchAnswer>('POST', `/${made.target}/_search?size=100`, {
    query: { knn: { v: { vector: made.vector, k } } },
    seq_no_primary_term: true,
  });
  if (isUnusable(indices)) return same(outcome(answer, scored), indices);
  const all = nearest(indices, { ...made, query: { match_all: {} } });
  const wanted = all.slice(0, k);
  const found = outcome(answer, scored);
  // Which of those at the same distance come in is the engine's choice.
  const distance = wanted.at(-1)?._score;
  const known =
    'answer' in found ? found.answer.map((hit) => all.find((one) => isDeepStrictEqual(one, hit))) : [];
  same(found, { status: 200, answer: known });
  const sure = wanted.filter(({ _score }) => _score !== distance);
  same(known.slice(0, sure.length), sure);
  same(
    known.map((hit) => hit?._score),
    wanted.map(({ _score }) => _score),
  );
}

const searched = fc.record({
  target: searchTargets,
  query: queries,
  from: fc.constantFrom(0, 0, 0, 2),
  size: fc.constantFrom(100, 100, 3),
  descending: fc.boolean(),
});

const neighbours = fc.record({
  target: searchTargets,
  query: queries,
  // The script takes no whole numbers.
  vector: vectors.map((vector) => vector.map((x) => x + 0.5)),
  k: fc.integer({ min: 1, max: 4 }),
});

export const searches: readonly Row[] = [
  row({ name: 'search', weight: 6, arbitrary: searched, run: runSearch }),
  row({ name: 'count', weight: 2, arbitrary: searched, run: runCount }),
  row({ name: 'exact neighbours', weight: 2, arbitrary: neighbours, run: runExact }),
  row({ name: 'neighbours by graph', weight: 3, arbitrary: neighbours, run: runGraph }),
];
