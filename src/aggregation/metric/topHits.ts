import {
  type ExactJsonObject,
  illegalArgument,
  indexLimit,
  isJsonObject,
  type JsonDouble,
  type JsonObject,
  type JsonValue,
  jsonFloat,
  topN,
} from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { noHitsWanted } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { TopHitsRequest } from '../types.ts';
import { compareTerms } from '../values/keys.ts';

/** The members of a search request allowed for a list of hits inside another response. */
export const TOP_HITS_MEMBERS: ReadonlySet<string> = new Set([
  'from',
  'size',
  'sort',
  '_source',
  'stored_fields',
  'docvalue_fields',
  'fields',
  'script_fields',
  'highlight',
  'explain',
  'version',
  'seq_no_primary_term',
  'track_scores',
]);

/** Throws for wrong members of an aggregation with this name. */
export type CheckTopHits = (body: JsonObject, aggregation: string) => void;

/**
 * The best hits of each bucket. They are found and fetched by the search room, which also reads the members:
 * `check` throws for wrong ones. They are merged here.
 */
export const topHits = (check: CheckTopHits): AggregationType => ({
  name: 'top_hits',
  family: 'metric',
  parse(json, aggregation) {
    check(json, aggregation);
    const size = windowMember(json, 'size', 3);
    const from = windowMember(json, 'from', 0);
    return {
      needsScores: true,
      create: (place) => {
        checkWindow(place, from + size);
        return new TopHitsAggregator(place, json, { from, size, order: sortOrder(json.sort) });
      },
    };
  },
});

function windowMember(json: JsonObject, name: 'from' | 'size', absent: number): number {
  return json[name] === undefined ? absent : Math.trunc(Number(json[name]));
}

/** Throws if the window exceeds the index's limit, or is empty. */
function checkWindow({ context, name }: AggregatorPlace, window: number): void {
  if (window <= 0) throw noHitsWanted();
  const most = indexLimit(context.settings, 'innerResultWindow');
  if (window <= most) return;
  throw illegalArgument(
    `Top hits result window is too large, the top hits aggregator [${name}]'s from + size must be less than or ` +
      `equal to: [${most}] but was [${window}]. This limit can be set by changing the ` +
      '[index.max_inner_result_window] index level setting.',
  );
}

interface Window {
  readonly from: number;
  readonly size: number;
  /** Direction of each sort value; `null` to sort by score. */
  readonly order: readonly boolean[] | null;
}

/** `true` for ascending. */
function sortOrder(sort: JsonValue | undefined): readonly boolean[] | null {
  if (sort === undefined || sort === null) return null;
  const criteria = (Array.isArray(sort) ? sort : [sort]).flatMap((item): [string, JsonValue][] =>
    isJsonObject(item) ? Object.entries(item) : [[String(item), 'default']],
  );
  return criteria.map(([field, value]) => {
    const order = isJsonObject(value) ? (value.order ?? 'default') : value;
    return order === 'default' ? field !== '_score' : String(order).toLowerCase() === 'asc';
  });
}

interface Group {
  readonly leaf: LeafContext;
  readonly docs: number[];
  readonly scores: number[];
}

class TopHitsAggregator implements Aggregator {
  readonly #place: AggregatorPlace;
  readonly #body: JsonObject;
  readonly #window: Window;
  /** For each owner its documents, one group per segment. */
  readonly #groups: Group[][] = [];

  constructor(place: AggregatorPlace, body: JsonObject, window: Window) {
    this.#place = place;
    this.#body = body;
    this.#window = window;
  }

  leaf(leaf: LeafContext): ReturnType<Aggregator['leaf']> {
    return {
      collect: (block) => {
        for (let i = 0; i < block.count; i++) {
          const group = this.#groupOf(block.owners[i], leaf);
          group.docs.push(block.docs[i]);
          group.scores.push(block.scores ? block.scores[i] : Number.NaN);
        }
      },
    };
  }

  #groupOf(owner: number, leaf: LeafContext): Group {
    const groups = (this.#groups[owner] ??= []);
    const last = groups[groups.length - 1];
    if (last?.leaf === leaf) return last;
    const group: Group = { leaf, docs: [], scores: [] };
    groups.push(group);
    return group;
  }

  build(owner: number): InternalTopHits {
    const groups = (this.#groups[owner] ?? []).map(({ leaf, docs, scores }) => ({
      leaf,
      docs: Uint32Array.from(docs),
      scores: scores.some(Number.isNaN) ? null : Float32Array.from(scores),
    }));
    const { from, size } = this.#window;
    // Shards return all hits up to the end of the window, which is applied when merging.
    const body = { ...this.#body, from: 0, size: from + size };
    const request: TopHitsRequest = { body, groups };
    return new InternalTopHits(this.#place.context.fetchTopHits(request), this.#window);
  }
}

interface Hits {
  readonly total: JsonValue;
  readonly max_score: number | JsonDouble | null;
  readonly hits: readonly JsonObject[];
}

class InternalTopHits implements InternalAggregation {
  readonly type = 'top_hits';
  /** `{total, max_score, hits}`. */
  readonly hits: ExactJsonObject;
  readonly #window: Window;

  constructor(hits: ExactJsonObject, window: Window) {
    this.hits = hits;
    this.#window = window;
  }

  reduce(results: readonly InternalTopHits[]): InternalAggregation {
    const { from, size, order } = this.#window;
    const shards = results.map((result) => result.hits as unknown as Hits);
    const all = shards.flatMap(({ hits }) => hits);
    const best = results.length === 1 ? all : topN(all, from + size, (a, b) => compareHits(a, b, order));
    const scores = shards.map(({ max_score: score }) => score).filter((score) => score !== null);
    const merged: ExactJsonObject = {
      total: mergeTotals(shards.map(({ total }) => total)),
      max_score: scores.length === 0 ? null : jsonFloat(Math.max(...scores.map(Number))),
      hits: best.slice(from, from + size) as JsonValue[],
    };
    return new InternalTopHits(merged, { ...this.#window, from: 0 });
  }

  render(): ExactJsonObject {
    return { hits: this.hits };
  }
}

function mergeTotals(totals: readonly JsonValue[]): JsonValue {
  if (totals.every((total) => typeof total === 'number')) {
    return (totals as number[]).reduce((sum, total) => sum + total, 0);
  }
  const value = totals.reduce<number>(
    (sum, total) => sum + Number((total as JsonObject | null)?.value ?? 0),
    0,
  );
  return { value, relation: 'eq' };
}

function compareHits(a: JsonObject, b: JsonObject, order: readonly boolean[] | null): number {
  if (order === null) return Number(b._score) - Number(a._score);
  for (const [index, ascending] of order.entries()) {
    const result = compareSortValues((a.sort as JsonValue[])[index], (b.sort as JsonValue[])[index]);
    if (result !== 0) return ascending ? result : -result;
  }
  return 0;
}

function compareSortValues(a: JsonValue, b: JsonValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return compareTerms(a, b);
  return Number(a) - Number(b);
}
