import { FixedBitSet } from '../../common/index.ts';
import { docArray, docSetOfArray, lowerBound, NO_DOCS } from '../docSet.ts';
import type { DocSet, LoopPass, ScoredDocs } from '../types.ts';
import { NOTHING_SCORED } from './query.ts';

/** Sums of scores: they add in double and round to float32 once, as Lucene's scorers do. */

/** Dense accumulators are pooled: a sum leaves its buffer zeroed. Queries run synchronously, but sums may nest. */
const pool: Float64Array[] = [];

function takeBuffer(maxDoc: number): Float64Array {
  const buffer = pool.pop();
  return buffer !== undefined && buffer.length >= maxDoc ? buffer : new Float64Array(maxDoc);
}

/** Documents in any of the parts, each with the sum of its scores. */
export function sumOfAny(parts: readonly ScoredDocs[], maxDoc: number): ScoredDocs {
  const present = parts.filter((part) => part.docs.kind !== 'none');
  if (present.length === 0) return NOTHING_SCORED;
  if (present.length === 1) return present[0];
  if (present.length === 2) return sumOfTwo(present[0], present[1]);
  const bits = new FixedBitSet(maxDoc);
  const sums = takeBuffer(maxDoc);
  for (const part of present) accumulate(part, sums, bits);
  const docs = bits.toArray();
  const scores = drain(sums, docs);
  pool.push(sums);
  return { docs: docSetOfArray(docs), scores, constant: 0 };
}

/** Two sorted lists are merged. */
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

/** The scores of `part` at `docs` added to `sums`; documents that the part lacks add nothing. */
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

/** `part` restricted to `docs`, which must be a subset of its documents. */
export function restrictScores(part: ScoredDocs, docs: DocSet): ScoredDocs {
  if (part.scores === null) return { docs, scores: null, constant: part.constant };
  if (docs === part.docs) return part;
  const wanted = docArray(docs);
  const scores = new Float32Array(wanted.length);
  const from = docArray(part.docs);
  if (wanted.length === from.length) return { docs, scores: part.scores, constant: 0 };
  let j = 0;
  for (let i = 0; i < wanted.length; i++) {
    while (from[j] < wanted[i]) j++;
    scores[i] = part.scores[j];
  }
  return { docs: docSetOfArray(wanted), scores, constant: 0 };
}

/** The scores of all parts at `docs`, which every part has: one sum in double, rounded once. */
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

/** Parallel scores added in double, rounded once. */
export function sumOfArrays(parts: readonly Float32Array[]): Float32Array {
  if (parts.length === 1) return parts[0];
  const sums = new Float64Array(parts[0].length);
  for (const scores of parts) for (let i = 0; i < sums.length; i++) sums[i] += scores[i];
  return new Float32Array(sums);
}

/** `required` plus what `optional` adds where both match. */
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

/** Documents that at least `minimum` of the parts have, with the sum of their scores. */
export function sumOfAtLeast(parts: readonly ScoredDocs[], minimum: number, maxDoc: number): ScoredDocs {
  if (minimum <= 1) return sumOfAny(parts, maxDoc);
  if (parts.length < minimum) return NOTHING_SCORED;
  const counts = new Uint16Array(maxDoc);
  const sums = takeBuffer(maxDoc);
  const seen = new FixedBitSet(maxDoc);
  for (const part of parts) {
    accumulate(part, sums, seen);
    const docs = docArray(part.docs);
    for (let i = 0; i < docs.length; i++) counts[docs[i]]++;
  }
  const bits = new FixedBitSet(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) if (counts[doc] >= minimum) bits.add(doc);
  const docs = bits.toArray();
  const scores = drain(sums, docs);
  sums.fill(0);
  pool.push(sums);
  return { docs: docs.length === 0 ? NO_DOCS : docSetOfArray(docs), scores, constant: 0 };
}

type ScoreChange = (doc: number, score: number) => number;

/** Every score through `change`, rounded to float32. */
export function mapScores(part: ScoredDocs, change: ScoreChange): ScoredDocs {
  const pass = changeScores(part, change);
  pass.look(0, pass.count);
  return pass.result();
}

/** The same in a loop, for changes that take long. */
export function changeScores(part: ScoredDocs, change: ScoreChange): LoopPass<ScoredDocs> {
  const docs = docArray(part.docs);
  const scores = new Float32Array(docs.length);
  return {
    count: docs.length,
    look(from, to) {
      for (let i = from; i < to; i++) {
        scores[i] = change(docs[i], part.scores === null ? part.constant : part.scores[i]);
      }
    },
    result: () => ({ docs: docSetOfArray(docs), scores, constant: 0 }),
  };
}

/** A scored set without the documents of which `keep` is false. */
export function filterScores(part: ScoredDocs, keep: (doc: number, score: number) => boolean): ScoredDocs {
  const docs = docArray(part.docs);
  const bits: number[] = [];
  const kept: number[] = [];
  for (let i = 0; i < docs.length; i++) {
    const score = part.scores === null ? part.constant : part.scores[i];
    if (!keep(docs[i], score)) continue;
    bits.push(docs[i]);
    kept.push(score);
  }
  const set = docSetOfArray(Uint32Array.from(bits));
  return { docs: set, scores: Float32Array.from(kept), constant: 0 };
}
