import {
  countDocs,
  type DocSet,
  docArray,
  docSetOfArray,
  docSetOfBits,
  intersect,
  type LeafContext,
  type ScoredDocs,
} from '../../query/index.ts';

/** Parts of the hits of one segment. */

/** Live root documents; `null` for all. */
export function rootDocs(leaf: LeafContext): DocSet | null {
  const { liveDocs, rootDocs: roots } = leaf.reader;
  const live = liveDocs === null ? null : docSetOfBits(liveDocs);
  if (roots === null) return live;
  return live === null ? docSetOfBits(roots) : intersect(live, docSetOfBits(roots));
}

/** `scored` restricted to `docs`. */
export function keep(scored: ScoredDocs, docs: DocSet | null): ScoredDocs {
  if (docs === null || docs.kind === 'all' || scored.docs.kind === 'none') return scored;
  const kept = intersect(scored.docs, docs);
  if (scored.scores === null) return { ...scored, docs: kept };
  const from = docArray(scored.docs);
  const to = docArray(kept);
  if (to.length === from.length) return scored;
  const scores = new Float32Array(to.length);
  for (let i = 0, j = 0; i < to.length; i++) {
    while (from[j] < to[i]) j++;
    scores[i] = scored.scores[j];
  }
  return { docs: docSetOfArray(to), scores, constant: 0 };
}

export function aboveMinScore(scored: ScoredDocs, minScore: number): ScoredDocs {
  const { scores } = scored;
  if (scores === null) return scored.constant >= minScore ? scored : { ...scored, docs: { kind: 'none' } };
  const docs = docArray(scored.docs);
  const kept = docs.filter((_, i) => scores[i] >= minScore);
  return { docs: docSetOfArray(kept), scores: scores.filter((score) => score >= minScore), constant: 0 };
}

export function countOf(scored: ScoredDocs): number {
  return countDocs(scored.docs);
}

export function maxScoreOf(scored: ScoredDocs, before: number): number {
  if (countOf(scored) === 0) return before;
  const { scores, constant } = scored;
  let max = Number.isNaN(before) ? Number.NEGATIVE_INFINITY : before;
  if (scores === null) return Math.max(max, constant);
  for (let i = 0; i < scores.length; i++) if (scores[i] > max) max = scores[i];
  return max;
}

/** The first hits. */
export function firstOf(scored: ScoredDocs, count: number): ScoredDocs {
  return pieceOf(scored, 0, count);
}

/** The hits at the positions [from, to). */
export function pieceOf({ docs, scores, constant }: ScoredDocs, from: number, to: number): ScoredDocs {
  return {
    docs: docSetOfArray(docArray(docs).subarray(from, to)),
    scores: scores?.subarray(from, to) ?? null,
    constant,
  };
}
