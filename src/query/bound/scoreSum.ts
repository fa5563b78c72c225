import { FixedBitSet, type Steps } from '../../common/index.ts';
import { docArray, docSetOfArray, intersect, lowerBound, NO_DOCS } from '../docSet.ts';
import type { DocSet, ScoredDocs } from '../types.ts';

/** Sums of scores: computed in double and rounded to float32 once, as Lucene's scorers do. */

export const NOTHING_SCORED: ScoredDocs = { docs: NO_DOCS, scores: null, constant: 0 };

const POOLED = 4;

/**
 * Dense accumulators are pooled; each sum leaves its buffer zeroed. Sums may be nested, and searches
 * interleave.
 */
const pool: Float64Array[] = [];

function giveBack(buffer: Float64Array): void {
  if (pool.length < POOLED) pool.push(buffer);
}

function takeBuffer(maxDoc: number): Float64Array {
  const buffer = pool.pop();
  return buffer !== undefined && buffer.length >= maxDoc ? buffer : new Float64Array(maxDoc);
}

/** Documents in any of the parts, with summed scores. */
export function* sumOfAny(parts: readonly ScoredDocs[], maxDoc: number): Steps<ScoredDocs> {
  const present = parts.filter((part) => part.docs.kind !== 'none');
  if (present.length === 0) return NOTHING_SCORED;
  if (present.length === 1) return present[0];
  if (present.length === 2) return sumOfTwo(present[0], present[1]);
  const bits = new FixedBitSet(maxDoc);
  const sums = takeBuffer(maxDoc);
  for (const part of present) {
    accumulate(part, sums, bits);
    yield;
  }
  const docs = bits.toArray();
  const scores = drain(sums, docs);
  giveBack(sums);
  return { docs: docSetOfArray(docs), scores, constant: 0 };
}

/** Merges two sorted lists. */
function sumOfTwo(a: ScoredDocs, b: ScoredDocs): ScoredDocs {
  const aDocs = docArray(a.docs);
  const bDocs = docArray(b.docs);
  const aScores = scoresOf(a, aDocs.length);
  const bScores = scoresOf(b, bDocs.length);
  const docs = new Uint32Array(aDocs.length + bDocs.length);
  const scores = new Float32Array(docs.length);
  let n = 0;
  let i = 0;
  let j = 0;
  while (i < aDocs.length && j < bDocs.length) {
    const x = aDocs[i];
    const y = bDocs[j];
    if (x === y) {
      docs[n] = x;
      scores[n++] = aScores[i++] + bScores[j++];
    } else if (x < y) {
      docs[n] = x;
      scores[n++] = aScores[i++];
    } else {
      docs[n] = y;
      scores[n++] = bScores[j++];
    }
  }
  for (; i < aDocs.length; n++) {
    docs[n] = aDocs[i];
    scores[n] = aScores[i++];
  }
  for (; j < bDocs.length; n++) {
    docs[n] = bDocs[j];
    scores[n] = bScores[j++];
  }
  return { docs: docSetOfArray(docs.subarray(0, n)), scores: scores.subarray(0, n), constant: 0 };
}

function scoresOf(part: ScoredDocs, length: number): Float32Array {
  return part.scores ?? new Float32Array(length).fill(part.constant);
}

function accumulate(part: ScoredDocs, sums: Float64Array, bits: FixedBitSet): void {
  const docs = docArray(part.docs);
  const { scores, constant } = part;
  const { words } = bits;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i];
    sums[doc] += scores === null ? constant : scores[i];
    words[doc >>> 5] |= 1 << (doc & 31);
  }
}

function drain(sums: Float64Array, docs: Uint32Array): Float32Array {
  const scores = new Float32Array(docs.length);
  for (let i = 0; i < docs.length; i++) {
    scores[i] = sums[docs[i]];
    sums[docs[i]] = 0;
  }
  return scores;
}

/** Adds the scores of `part` at `docs` to `sums`; documents missing from the part add nothing. */
export function addScoresAt(part: ScoredDocs, docs: Uint32Array, sums: Float64Array): void {
  if (part.docs.kind === 'none') return;
  if (part.scores === null && part.docs.kind === 'all') {
    for (let i = 0; i < docs.length; i++) sums[i] += part.constant;
    return;
  }
  const from = docArray(part.docs);
  const gallop = from.length > docs.length * 16;
  let j = 0;
  for (let i = 0; i < docs.length && j < from.length; i++) {
    const doc = docs[i];
    if (gallop) j = lowerBound(from, doc, j);
    else while (j < from.length && from[j] < doc) j++;
    if (j < from.length && from[j] === doc) sums[i] += part.scores === null ? part.constant : part.scores[j];
  }
}

/** Calls back for each of `docs` that the part contains, with its index and score. */
export function eachScoreAt(
  part: ScoredDocs,
  docs: Uint32Array,
  tell: (i: number, score: number) => void,
): void {
  const from = docArray(part.docs);
  let j = 0;
  for (let i = 0; i < docs.length && j < from.length; i++) {
    j = lowerBound(from, docs[i], j);
    if (j < from.length && from[j] === docs[i])
      tell(i, part.scores === null ? part.constant : part.scores[j]);
  }
}

/** `part` restricted to `docs`. */
export function restrictTo(part: ScoredDocs, docs: DocSet): ScoredDocs {
  if (docs.kind === 'all') return part;
  const found = intersect(docs, part.docs);
  return found.kind === 'none' ? NOTHING_SCORED : restrictScores(part, found);
}

/** `part` restricted to `docs`, which must be a subset of its documents. */
export function restrictScores(part: ScoredDocs, docs: DocSet): ScoredDocs {
  if (part.scores === null) return { docs, scores: null, constant: part.constant };
  if (docs === part.docs) return part;
  const wanted = docArray(docs);
  const scores = new Float32Array(wanted.length);
  const from = docArray(part.docs);
  if (wanted.length === from.length) return { docs, scores: part.scores, constant: 0 };
  const gallop = from.length > wanted.length * 16;
  let j = 0;
  for (let i = 0; i < wanted.length; i++) {
    if (gallop) j = lowerBound(from, wanted[i], j);
    else while (from[j] < wanted[i]) j++;
    scores[i] = part.scores[j];
  }
  return { docs: docSetOfArray(wanted), scores, constant: 0 };
}

/** Sums all parts at `docs`, which every part contains: in double, rounded once. */
export function sumOfAll(parts: readonly ScoredDocs[], docs: DocSet): ScoredDocs {
  if (docs.kind === 'none') return NOTHING_SCORED;
  if (parts.length === 1) return restrictScores(parts[0], docs);
  if (parts.every((part) => part.scores === null)) {
    const constant = Math.fround(parts.reduce((sum, part) => sum + part.constant, 0));
    return { docs, scores: null, constant };
  }
  const wanted = docArray(docs);
  const sums = new Float64Array(wanted.length);
  for (const part of parts) addScoresAt(part, wanted, sums);
  return { docs: docSetOfArray(wanted), scores: new Float32Array(sums), constant: 0 };
}

/** Sums parallel scores in double, rounded once. */
export function sumOfArrays(parts: readonly Float32Array[]): Float32Array {
  if (parts.length === 1) return parts[0];
  const sums = new Float64Array(parts[0].length);
  for (const scores of parts) for (let i = 0; i < sums.length; i++) sums[i] += scores[i];
  return new Float32Array(sums);
}

/** `required` plus the scores of `optional` where both match. */
export function addOptional(required: ScoredDocs, optional: ScoredDocs): ScoredDocs {
  if (required.docs.kind === 'none') return NOTHING_SCORED;
  if (optional.docs.kind === 'none') return required;
  const docs = docArray(required.docs);
  const sums = new Float64Array(docs.length);
  if (required.scores === null) sums.fill(required.constant);
  else sums.set(required.scores);
  addScoresAt(optional, docs, sums);
  return { docs: docSetOfArray(docs), scores: new Float32Array(sums), constant: 0 };
}

/** Documents in at least `minimum` of the parts, with summed scores. */
export function* sumOfAtLeast(
  parts: readonly ScoredDocs[],
  minimum: number,
  maxDoc: number,
): Steps<ScoredDocs> {
  if (minimum <= 1) return yield* sumOfAny(parts, maxDoc);
  if (parts.length < minimum) return NOTHING_SCORED;
  const counts = new Uint16Array(maxDoc);
  const sums = takeBuffer(maxDoc);
  const seen = new FixedBitSet(maxDoc);
  for (const part of parts) {
    accumulate(part, sums, seen);
    const docs = docArray(part.docs);
    for (let i = 0; i < docs.length; i++) counts[docs[i]]++;
    yield;
  }
  const bits = new FixedBitSet(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) if (counts[doc] >= minimum) bits.add(doc);
  yield;
  const docs = bits.toArray();
  const scores = drain(sums, docs);
  sums.fill(0);
  giveBack(sums);
  return { docs: docs.length === 0 ? NO_DOCS : docSetOfArray(docs), scores, constant: 0 };
}

/** Like `sumOfAtLeast`, for a few given documents. */
export function sumAmong(parts: readonly ScoredDocs[], minimum: number, asked: Uint32Array): ScoredDocs {
  const present = parts.filter((part) => part.docs.kind !== 'none');
  if (present.length < Math.max(1, minimum)) return NOTHING_SCORED;
  if (present.length === 1) return restrictTo(present[0], docSetOfArray(asked));
  const counts = new Uint16Array(asked.length);
  const sums = new Float64Array(asked.length);
  for (const part of present) {
    eachScoreAt(part, asked, (i, score) => {
      sums[i] += score;
      counts[i]++;
    });
  }
  const docs = new Uint32Array(asked.length);
  const scores = new Float32Array(asked.length);
  let n = 0;
  for (let i = 0; i < asked.length; i++) {
    if (counts[i] < Math.max(1, minimum)) continue;
    docs[n] = asked[i];
    scores[n++] = sums[i];
  }
  return { docs: docSetOfArray(docs.subarray(0, n)), scores: scores.subarray(0, n), constant: 0 };
}

const DOCS_BETWEEN_CHECKS = 256;

/** Maps every score, rounded to float32; `null` drops the document. */
export function changeScores(
  part: ScoredDocs,
  change: (doc: number, score: number) => number | null,
  checkCancelled: () => void,
): ScoredDocs {
  const given = docArray(part.docs);
  const docs = new Uint32Array(given.length);
  const scores = new Float32Array(given.length);
  let n = 0;
  for (let i = 0; i < given.length; i++) {
    if ((i & (DOCS_BETWEEN_CHECKS - 1)) === DOCS_BETWEEN_CHECKS - 1) checkCancelled();
    const score = change(given[i], part.scores === null ? part.constant : part.scores[i]);
    if (score === null) continue;
    docs[n] = given[i];
    scores[n++] = score;
  }
  if (n === given.length) return { docs: part.docs, scores, constant: 0 };
  return { docs: docSetOfArray(docs.subarray(0, n)), scores: scores.subarray(0, n), constant: 0 };
}
