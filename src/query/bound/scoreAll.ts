import { inTurns, type Steps } from '../../common/index.ts';
import { allDocs, concatDocs, countDocs, docArray, docRange, docSetOfArray } from '../docSet.ts';
import type { DocSet, LeafContext, Matcher, Query, QueryShardContext, ScoredDocs, Scorer } from '../types.ts';

/** Number of documents that a costly query is asked about per step. */
const WINDOW = 1024;

function* eachWindow<T>(maxDoc: number, ask: (docs: DocSet) => Steps<T>): Steps<T[]> {
  const pieces: T[] = [];
  for (let from = 0; from < maxDoc; from += WINDOW) {
    pieces.push(yield* ask(docRange(from, Math.min(maxDoc, from + WINDOW))));
    yield;
  }
  return pieces;
}

/** All matching documents of a segment with their scores. */
export function* scoreAll(scorer: Scorer, maxDoc: number): Steps<ScoredDocs> {
  if (!scorer.isCostly) return yield* scorer.amongInSteps(allDocs(maxDoc));
  return joinPieces(yield* eachWindow(maxDoc, (docs) => scorer.amongInSteps(docs)));
}

/** All matching documents of a segment. */
export function* findAll(matcher: Matcher, maxDoc: number): Steps<DocSet> {
  if (!matcher.isCostly) return yield* matcher.amongInSteps(allDocs(maxDoc));
  const pieces = yield* eachWindow(maxDoc, (docs) => matcher.amongInSteps(docs));
  return docSetOfArray(concatDocs(pieces.map(docArray)));
}

/** Finds all matches in each segment before the search starts, yielding to the event loop. */
export function matchedAhead(
  context: QueryShardContext,
  query: Pick<Query, 'matcher' | 'match'>,
): (leaf: LeafContext) => DocSet {
  const found = new Map<LeafContext, DocSet>();
  const { pacer } = context;
  if (pacer !== undefined) {
    context.prepare(async () => {
      for (const leaf of context.leaves) {
        found.set(leaf, await inTurns(findAll(query.matcher(leaf), leaf.reader.maxDoc), pacer, 1));
      }
    });
  }
  return (leaf) => found.get(leaf) ?? query.match(leaf);
}

/** Concatenates ascending pieces. */
export function joinPieces(pieces: readonly ScoredDocs[]): ScoredDocs {
  const present = pieces.filter(({ docs }) => docs.kind !== 'none');
  if (present.length === 1) return present[0];
  const lists = present.map(({ docs }) => docArray(docs));
  const docs = docSetOfArray(concatDocs(lists));
  const constant = present[0]?.constant ?? 0;
  if (present.every((piece) => piece.scores === null && piece.constant === constant)) {
    return { docs, scores: null, constant };
  }
  const scores = new Float32Array(countDocs(docs));
  let at = 0;
  present.forEach((piece, i) => {
    if (piece.scores === null) scores.fill(piece.constant, at, at + lists[i].length);
    else scores.set(piece.scores, at);
    at += lists[i].length;
  });
  return { docs, scores, constant: 0 };
}
