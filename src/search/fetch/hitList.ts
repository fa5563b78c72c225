import { float32ToNumber } from '../../common/index.ts';
import type { LeafContext, Query, ScoredDocs } from '../../query/index.ts';
import type { ShardHit } from '../shard/collector.ts';
import { TopHitsCollector } from '../shard/collector.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import { bindSort } from '../sort/bindSort.ts';
import type { SearchSource } from '../source/searchSource.ts';
import { FetchPhase } from './fetchPhase.ts';

/** A list of hits within a hit or a bucket: `{hits: {total, max_score, hits}}`. */
export interface HitList {
  readonly hits: {
    readonly total: { readonly value: number; readonly relation: 'eq' };
    readonly max_score: number | null;
    readonly hits: readonly unknown[];
  };
}

export interface ScoredLeaf {
  readonly leaf: LeafContext;
  readonly scored: ScoredDocs;
}

/** The best of some documents of one shard, fetched. `source` is parsed from the body of inner_hits or top_hits. */
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
  const phase = new FetchPhase(search, { ...source, collapseField: null, boundQuery });
  const scored = sortKeys.length === 0 || source.trackScores || sortKeys.some((key) => key.needsScores);
  const options = { showSort: true, showScore: scored };
  const maxScore = sortKeys.length === 0 || source.trackScores ? bestScore(all) : Number.NaN;
  return {
    hits: {
      total: { value: total, relation: 'eq' },
      max_score: Number.isFinite(maxScore) ? float32ToNumber(maxScore) : null,
      hits: all.slice(from).map((hit) => phase.fetch(hit, options)),
    },
  };
}

function bestScore(hits: readonly ShardHit[]): number {
  return hits.reduce((best, hit) => Math.max(best, hit.score), Number.NEGATIVE_INFINITY);
}
