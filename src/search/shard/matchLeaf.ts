import { paced, type Steps, type Turns } from '../../common/index.ts';
import {
  allDocs,
  type DocSet,
  docArray,
  docRange,
  docSetOfArray,
  intersect,
  joinPieces,
  type LeafContext,
  type Matcher,
  type ScoredDocs,
  type Scorer,
} from '../../query/index.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { BoundSearch } from './bindSearch.ts';
import { aboveMinScore, countOf, firstOf, keep, rootDocs } from './scoredPieces.ts';
import type { ShardSearch } from './shardContext.ts';
import { inWindows } from './windows.ts';

export interface MatchedLeaf {
  readonly scored: ScoredDocs;
  readonly terminatedEarly: boolean;
}

/** Segments with up to this many documents are searched synchronously. */
const QUICK_DOCS = 2048;

/** The hits of one segment, in windows if each document is expensive. `left`: the maximum number. */
export function* matchLeaf(
  search: ShardSearch,
  leaf: LeafContext,
  bound: BoundSearch,
  source: SearchSource,
  left: number,
): Turns<MatchedLeaf> {
  // Only one more than wanted, or another segment, shows that there is more.
  const scored = yield* scoreLeaf(search, leaf, bound, source, left + 1);
  if (left > 0 && countOf(scored) <= left) return { scored, terminatedEarly: false };
  return { scored: firstOf(scored, left), terminatedEarly: true };
}

function* scoreLeaf(
  search: ShardSearch,
  leaf: LeafContext,
  { needsScores, query, slice }: BoundSearch,
  { minScore }: SearchSource,
  left: number,
): Turns<ScoredDocs> {
  const { maxDoc } = leaf.reader;
  const roots = rootDocs(leaf);
  const scorer = needsScores ? query.scorer(leaf) : new Unscored(query.matcher(leaf));
  const within = slice?.(leaf) ?? null;
  const narrowed = (scored: ScoredDocs): ScoredDocs => {
    const kept = keep(scored, roots);
    return keep(minScore === null ? kept : aboveMinScore(kept, minScore), within);
  };
  const find = (asked: DocSet): Steps<ScoredDocs> =>
    changed(scorer.amongInSteps(roots === null ? asked : intersect(asked, roots)), narrowed);
  if (!needsScores && !scorer.isCostly && left <= FEW_WANTED && maxDoc > FIRST_PIECE) {
    return yield* firstPieces(search, maxDoc, left, find);
  }
  if (!scorer.isCostly) {
    const every = allDocs(maxDoc);
    if (maxDoc <= QUICK_DOCS) return narrowed(scorer.among(every));
    return narrowed(yield* paced(scorer.amongInSteps(every), search.findingPacer, 1));
  }
  const pieces: ScoredDocs[] = [];
  let count = 0;
  const isShort = (piece: ScoredDocs): boolean => {
    pieces.push(piece);
    count += countOf(piece);
    return count < left;
  };
  yield* inWindows(search, maxDoc, (from, to) => changed(find(docRange(from, to)), isShort));
  return joinPieces(pieces);
}

/**
 * The steps, and what `change` makes of their result. Generator functions are never made per search: V8 gives each a
 * hidden class of its own, which keeps everything the search made in memory until the next full collection.
 */
function* changed<T, U>(steps: Steps<T>, change: (result: T) => U): Steps<U> {
  return change(yield* steps);
}

/** For up to this many documents, the beginning of a segment is searched first, and more of it if needed. */
const FEW_WANTED = 1024;
const FIRST_PIECE = 4096;
const PIECE_GROWTH = 4;

function* firstPieces(
  search: ShardSearch,
  maxDoc: number,
  left: number,
  find: (docs: DocSet) => Steps<ScoredDocs>,
): Turns<ScoredDocs> {
  const pieces: ScoredDocs[] = [];
  let count = 0;
  let size = FIRST_PIECE;
  for (let from = 0; from < maxDoc && count < left; size *= PIECE_GROWTH) {
    const to = Math.min(maxDoc, from + size);
    const asked = from === 0 && to === maxDoc ? allDocs(maxDoc) : docRange(from, to);
    const piece = yield* paced(find(asked), search.findingPacer, 1);
    pieces.push(piece);
    count += countOf(piece);
    from = to;
  }
  return joinPieces(pieces);
}

/** What a matcher finds, all alike. */
class Unscored implements Scorer {
  readonly #matcher: Matcher;

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  get isCostly(): boolean {
    return this.#matcher.isCostly;
  }

  among(docs: DocSet): ScoredDocs {
    return unscored(this.#matcher.among(docs));
  }

  amongInSteps(docs: DocSet): Steps<ScoredDocs> {
    return changed(this.#matcher.amongInSteps(docs), unscored);
  }
}

function unscored(docs: DocSet): ScoredDocs {
  return { docs, scores: null, constant: 0 };
}

/** The hits that pass a filter. */
export function* filterHits(search: ShardSearch, hits: ScoredDocs, matcher: Matcher): Turns<ScoredDocs> {
  if (!matcher.isCostly) {
    return keep(hits, yield* paced(matcher.amongInSteps(hits.docs), search.findingPacer, 1));
  }
  const docs = docArray(hits.docs);
  const kept: ScoredDocs[] = [];
  const keeps = (found: DocSet): boolean => kept.push(unscored(found)) > 0;
  yield* inWindows(search, docs.length, (from, to) =>
    changed(matcher.amongInSteps(docSetOfArray(docs.subarray(from, to))), keeps),
  );
  return keep(hits, joinPieces(kept).docs);
}
