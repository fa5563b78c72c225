import type { Steps } from '../../common/index.ts';
import { allDocs, concatDocs, countDocs, docArray, docRange, docSetOfArray } from '../docSet.ts';
import type { ScoredDocs, Scorer } from '../types.ts';

/** What a scorer that looks at each document is asked about between two steps. */
const WINDOW = 1024;

/** All documents of a segment that match, with their scores. */
export function* scoreAll(scorer: Scorer, maxDoc: number): Steps<ScoredDocs> {
  if (!scorer.isCostly) return yield* scorer.amongInSteps(allDocs(maxDoc));
  const pieces: ScoredDocs[] = [];
  for (let from = 0; from < maxDoc; from += WINDOW) {
    pieces.push(yield* scorer.amongInSteps(docRange(from, Math.min(maxDoc, from + WINDOW))));
    yield;
  }
  return joinPieces(pieces);
}

/** Ascending pieces as one. */
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
