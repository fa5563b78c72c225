import {
  illegalArgument,
  indexLimit,
  type JsonDouble,
  type JsonObject,
  jsonFloat,
} from '../../common/index.ts';
import {
  docRange,
  type InnerHitsDefinition,
  type LeafContext,
  type Query,
  type ScoredDocs,
} from '../../query/index.ts';
import { type ShardHit, TopHitsCollector } from '../shard/collector.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import { bindSort } from '../sort/bindSort.ts';
import { parseInnerHits } from '../source/innerSource.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { FetchedHit } from './fetchContext.ts';
import { FetchPhase } from './fetchPhase.ts';

/** A list of hits inside a hit or bucket: `{hits: {total, max_score, hits}}`. */
export interface HitList {
  readonly hits: {
    readonly total: { readonly value: number; readonly relation: 'eq' };
    readonly max_score: number | JsonDouble | null;
    readonly hits: readonly unknown[];
  };
}

export interface ScoredLeaf {
  readonly leaf: LeafContext;
  readonly scored: ScoredDocs;
}

/**
 * Selects and fetches the best of some documents of a shard. `source` is the parsed body of inner_hits or
 * top_hits.
 */
export function hitList(
  search: ShardSearch,
  leaves: readonly ScoredLeaf[],
  source: SearchSource,
  size: number,
  boundQuery?: Query,
): HitList {
  const sortKeys = bindSort(source.sort, search.context);
  const from = source.from ?? 0;
  const collector = new TopHitsCollector({ limit: from + size, sortKeys, searchAfter: null, after: null });
  let total = 0;
  for (const { leaf, scored } of leaves) {
    total += scored.docs.kind === 'array' ? scored.docs.docs.length : 0;
    collector.collect(leaf, scored);
  }
  const all = collector.hits();
  const { highlight } = source;
  const spec = { source, highlight, collapseField: null, boundQuery, fetchInnerHits };
  const phase = new FetchPhase(search, spec);
  // Unlike those of a search, lists sorted by score and something else do not show it.
  const scored = sortKeys.length === 0 || source.trackScores;
  const options = { sortKeys, showScore: scored };
  const maxScore = scored ? bestScore(all) : Number.NaN;
  return {
    hits: {
      total: { value: total, relation: 'eq' },
      max_score: Number.isFinite(maxScore) ? jsonFloat(maxScore) : null,
      hits: all.slice(from).map((hit) => phase.fetch(hit, options)),
    },
  };
}

function bestScore(hits: readonly ShardHit[]): number {
  return hits.reduce((best, hit) => Math.max(best, hit.score), Number.NEGATIVE_INFINITY);
}

const DEFAULT_SIZE = 3;

/** `inner_hits` of a hit: the matching nested documents, by the name of their definition. */
export function fetchInnerHits(fetched: FetchedHit, definitions: readonly InnerHitsDefinition[]): JsonObject {
  const out: Record<string, unknown> = {};
  for (const definition of definitions) {
    const source = parseInnerHits(definition.body);
    const size = source.size ?? DEFAULT_SIZE;
    checkWindow(fetched, (source.from ?? 0) + size);
    const leaves = definition.related?.(fetched.leaf, fetched.root) ?? [
      { leaf: fetched.leaf, scored: ofHit(fetched, definition.query) },
    ];
    const search = { ...fetched.search, innerHits: definition.children };
    out[definition.name] = hitList(search, leaves, source, size, definition.query);
  }
  return out as JsonObject;
}

function checkWindow(fetched: FetchedHit, window: number): void {
  const { settings, indexName } = fetched.search.context;
  const maximum = indexLimit(settings, 'innerResultWindow');
  if (window <= maximum) return;
  throw illegalArgument(
    `Inner result window is too large, the inner hit definition's [${indexName}]'s from + size must be less than or equal to: [${maximum}] but was [${window}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
  );
}

/** The nested documents of a hit that match a query; they directly precede it. */
function ofHit({ leaf, hit }: FetchedHit, query: Query): ScoredDocs {
  let first = hit.doc;
  while (first > 0 && isWithin(leaf.reader, first - 1, hit.doc)) first--;
  return query.scorer(leaf).among(docRange(first, hit.doc));
}

function isWithin(reader: FetchedHit['leaf']['reader'], doc: number, around: number): boolean {
  for (let at = doc; at >= 0; at = reader.parent(at)) if (at === around) return true;
  return false;
}
