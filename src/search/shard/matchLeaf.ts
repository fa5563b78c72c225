import {
  allDocs,
  docArray,
  docRange,
  docSetOfArray,
  intersect,
  type LeafContext,
  type Matcher,
  type ScoredDocs,
} from '../../query/index.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { BoundSearch } from './bindSearch.ts';
import { aboveMinScore, countOf, firstOf, joinPieces, keep, rootDocs } from './scoredPieces.ts';
import type { ShardSearch } from './shardContext.ts';
import { inWindows } from './windows.ts';

export interface MatchedLeaf {
  readonly scored: ScoredDocs;
  readonly terminatedEarly: boolean;
}

/** The hits of one segment: in one go, or in windows where each document takes long. `left`: how many at most. */
export async function matchLeaf(
  search: ShardSearch,
  leaf: LeafContext,
  bound: BoundSearch,
  source: SearchSource,
  left: number,
): Promise<MatchedLeaf> {
  const scored = await scoreLeaf(search, leaf, bound, source, left);
  if (countOf(scored) < left) return { scored, terminatedEarly: false };
  return { scored: firstOf(scored, left), terminatedEarly: true };
}

async function scoreLeaf(
  search: ShardSearch,
  leaf: LeafContext,
  { needsScores, query, slice }: BoundSearch,
  { minScore }: SearchSource,
  left: number,
): Promise<ScoredDocs> {
  const { maxDoc } = leaf.reader;
  const roots = rootDocs(leaf);
  const scorer = needsScores ? query.scorer(leaf) : unscored(query.matcher(leaf));
  const within = slice?.(leaf) ?? null;
  const narrowed = (scored: ScoredDocs): ScoredDocs => {
    const kept = keep(scored, roots);
    return keep(minScore === null ? kept : aboveMinScore(kept, minScore), within);
  };
  if (!scorer.isCostly) return narrowed(scorer.among(allDocs(maxDoc)));
  const pieces: ScoredDocs[] = [];
  let count = 0;
  await inWindows(search, maxDoc, (from, to) => {
    const asked = docRange(from, to);
    const piece = narrowed(scorer.among(roots === null ? asked : intersect(asked, roots)));
    pieces.push(piece);
    count += countOf(piece);
    return count < left;
  });
  return joinPieces(pieces);
}

function unscored(matcher: Matcher) {
  return {
    isCostly: matcher.isCostly,
    among: (docs: Parameters<Matcher['among']>[0]): ScoredDocs => ({
      docs: matcher.among(docs),
      scores: null,
      constant: 0,
    }),
  };
}

/** The hits that a filter leaves. */
export async function filterHits(
  search: ShardSearch,
  hits: ScoredDocs,
  matcher: Matcher,
): Promise<ScoredDocs> {
  if (!matcher.isCostly) return keep(hits, matcher.among(hits.docs));
  const docs = docArray(hits.docs);
  const kept: ScoredDocs[] = [];
  await inWindows(search, docs.length, (from, to) => {
    const found = matcher.among(docSetOfArray(docs.subarray(from, to)));
    return kept.push({ docs: found, scores: null, constant: 0 }) > 0;
  });
  return keep(hits, joinPieces(kept).docs);
}
