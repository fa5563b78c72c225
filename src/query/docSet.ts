import { FixedBitSet } from '../common/index.ts';
import type { DocSet } from './types.ts';

/** Set operations on the matching documents of one segment. Operands are never modified. */

export const NO_DOCS: DocSet = { kind: 'none' };

/** Below one document in this many, a sorted array is better than a bitset. */
const SPARSE = 32;

export function allDocs(maxDoc: number): DocSet {
  return maxDoc === 0 ? NO_DOCS : { kind: 'all', maxDoc };
}

export function docSetOfArray(docs: Uint32Array): DocSet {
  return docs.length === 0 ? NO_DOCS : { kind: 'array', docs };
}

export function docSetOfBits(bits: FixedBitSet): DocSet {
  const count = bits.cardinality();
  if (count === 0) return NO_DOCS;
  if (count === bits.length) return allDocs(bits.length);
  return isFrequent(count, bits.length) ? { kind: 'bits', bits } : docSetOfArray(bits.toArray(count));
}

export function countDocs(set: DocSet): number {
  switch (set.kind) {
    case 'none':
      return 0;
    case 'all':
      return set.maxDoc;
    case 'array':
      return set.docs.length;
    case 'bits':
      return set.bits.cardinality();
  }
}

/** Ascending documents; a view if the set is an array already. */
export function docArray(set: DocSet): Uint32Array {
  switch (set.kind) {
    case 'none':
      return new Uint32Array(0);
    case 'all':
      return ascending(set.maxDoc);
    case 'array':
      return set.docs;
    case 'bits':
      return set.bits.toArray();
  }
}

let ascendingDocs = new Uint32Array(0);

/** 0 … count-1 as a view of a shared array that must not be modified. */
function ascending(count: number): Uint32Array {
  if (ascendingDocs.length < count) {
    ascendingDocs = new Uint32Array(count);
    for (let doc = 0; doc < count; doc++) ascendingDocs[doc] = doc;
  }
  return ascendingDocs.subarray(0, count);
}

/** The set as a bitset; a view if it is one already. */
export function docBits(set: DocSet, maxDoc: number): FixedBitSet {
  switch (set.kind) {
    case 'none':
      return new FixedBitSet(maxDoc);
    case 'all':
      return FixedBitSet.full(maxDoc);
    case 'array':
      return bitsOfArray(set.docs, maxDoc);
    case 'bits':
      return set.bits;
  }
}

export function bitsOfArray(docs: Uint32Array, maxDoc: number): FixedBitSet {
  const bits = new FixedBitSet(maxDoc);
  const { words } = bits;
  for (let i = 0; i < docs.length; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
  return bits;
}

export function hasDoc(set: DocSet, doc: number): boolean {
  switch (set.kind) {
    case 'none':
      return false;
    case 'all':
      return true;
    case 'array':
      return indexOfDoc(set.docs, doc) >= 0;
    case 'bits':
      return set.bits.has(doc);
  }
}

/** The index of `doc` in ascending `docs`, or -1. */
export function indexOfDoc(docs: Uint32Array, doc: number): number {
  const at = lowerBound(docs, doc, 0);
  return at < docs.length && docs[at] === doc ? at : -1;
}

/** Whether this many documents are stored as a bitset rather than an array. */
export function isFrequent(count: number, maxDoc: number): boolean {
  return count * SPARSE >= maxDoc;
}

/** The first index at or after `from` whose document is ≥ `doc`, by galloping, then binary search. */
export function lowerBound(docs: Uint32Array, doc: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < docs.length && docs[low + step] < doc) {
    low += step;
    step *= 2;
  }
  let high = Math.min(docs.length, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docs[middle] < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Concatenates ascending pieces. */
export function concatDocs(pieces: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The documents [from, to), as a view. */
export function docRange(from: number, to: number): DocSet {
  return docSetOfArray(ascending(to).subarray(from));
}

export function intersect(a: DocSet, b: DocSet): DocSet {
  if (a.kind === 'none' || b.kind === 'none') return NO_DOCS;
  if (a.kind === 'all') return b;
  if (b.kind === 'all') return a;
  if (a.kind === 'array' && b.kind === 'array') {
    if (isRun(a.docs)) return within(b.docs, a.docs);
    return a.docs.length <= b.docs.length
      ? docSetOfArray(intersectArrays(a.docs, b.docs))
      : docSetOfArray(intersectArrays(b.docs, a.docs));
  }
  if (a.kind === 'array') return docSetOfArray(filterByBits(a.docs, (b as BitsSet).bits, true));
  if (b.kind === 'array') return docSetOfArray(filterByBits(b.docs, a.bits, true));
  return docSetOfBits(a.bits.clone().and(b.bits));
}

/** Whether the documents are consecutive, as in a window. */
export function isRun(docs: Uint32Array): boolean {
  return docs[docs.length - 1] - docs[0] === docs.length - 1;
}

/** The documents of a set within a run, as a view. */
function within(docs: Uint32Array, run: Uint32Array): DocSet {
  const from = lowerBound(docs, run[0], 0);
  return docSetOfArray(docs.subarray(from, lowerBound(docs, run[run.length - 1] + 1, from)));
}

type BitsSet = Extract<DocSet, { kind: 'bits' }>;

/** The documents of `a` that are not in `b`. */
export function subtract(a: DocSet, b: DocSet): DocSet {
  if (a.kind === 'none' || b.kind === 'none') return a;
  if (b.kind === 'all') return NO_DOCS;
  if (a.kind === 'array') {
    if (b.kind === 'bits') return docSetOfArray(filterByBits(a.docs, b.bits, false));
    return docSetOfArray(subtractArrays(a.docs, b.docs));
  }
  const bits = a.kind === 'all' ? FixedBitSet.full(a.maxDoc) : a.bits.clone();
  if (b.kind === 'bits') return docSetOfBits(bits.andNot(b.bits));
  for (let i = 0; i < b.docs.length; i++) bits.remove(b.docs[i]);
  return docSetOfBits(bits);
}

export function union(sets: readonly DocSet[], maxDoc: number): DocSet {
  const present = sets.filter((set) => set.kind !== 'none');
  if (present.length === 0) return NO_DOCS;
  if (present.length === 1) return present[0];
  if (present.some((set) => set.kind === 'all')) return allDocs(maxDoc);
  const bits = new FixedBitSet(maxDoc);
  const { words } = bits;
  for (const set of present) {
    if (set.kind === 'bits') bits.or(set.bits);
    else if (set.kind === 'array') {
      const { docs } = set;
      for (let i = 0; i < docs.length; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
    }
  }
  return docSetOfBits(bits);
}

/** Documents that are in at least `minimum` of the sets. */
export function atLeast(sets: readonly DocSet[], minimum: number, maxDoc: number): DocSet {
  if (minimum <= 1) return minimum <= 0 ? allDocs(maxDoc) : union(sets, maxDoc);
  if (minimum > sets.length) return NO_DOCS;
  if (minimum === sets.length) return sets.reduce(intersect);
  const counts = new Uint16Array(maxDoc);
  for (const set of sets) {
    const docs = docArray(set);
    for (let i = 0; i < docs.length; i++) counts[docs[i]]++;
  }
  const bits = new FixedBitSet(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) if (counts[doc] >= minimum) bits.add(doc);
  return docSetOfBits(bits);
}

/** Without branches, and with four documents a round, because V8 loads the arrays' addresses anew in each round. */
function filterByBits(docs: Uint32Array, { words }: FixedBitSet, keep: boolean): Uint32Array {
  const { length } = docs;
  const out = new Uint32Array(length);
  const flip = keep ? 0 : 1;
  let n = 0;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    const a = docs[i];
    const b = docs[i + 1];
    const c = docs[i + 2];
    const d = docs[i + 3];
    out[n] = a;
    n += ((words[a >>> 5] >>> (a & 31)) & 1) ^ flip;
    out[n] = b;
    n += ((words[b >>> 5] >>> (b & 31)) & 1) ^ flip;
    out[n] = c;
    n += ((words[c >>> 5] >>> (c & 31)) & 1) ^ flip;
    out[n] = d;
    n += ((words[d >>> 5] >>> (d & 31)) & 1) ^ flip;
  }
  for (; i < length; i++) {
    out[n] = docs[i];
    n += ((words[docs[i] >>> 5] >>> (docs[i] & 31)) & 1) ^ flip;
  }
  return out.subarray(0, n);
}

function intersectArrays(short: Uint32Array, long: Uint32Array): Uint32Array {
  const out = new Uint32Array(short.length);
  let n = 0;
  let i = 0;
  let j = lowerBound(long, short[0], 0);
  if (long.length > short.length * 16) {
    for (; i < short.length && j < long.length; i++) {
      j = lowerBound(long, short[i], j);
      if (j < long.length && long[j] === short[i]) out[n++] = short[i];
    }
    return out.subarray(0, n);
  }
  // Without branches: which list is behind is unpredictable.
  while (i < short.length && j < long.length) {
    const doc = short[i];
    const ahead = doc - long[j];
    const notAhead = (ahead - 1) >>> 31;
    const notBehind = (-ahead - 1) >>> 31;
    out[n] = doc;
    n += notAhead & notBehind;
    i += notAhead;
    j += notBehind;
  }
  return out.subarray(0, n);
}

function subtractArrays(a: Uint32Array, b: Uint32Array): Uint32Array {
  const out = new Uint32Array(a.length);
  let n = 0;
  let j = 0;
  for (let i = 0; i < a.length; i++) {
    while (j < b.length && b[j] < a[i]) j++;
    if (j >= b.length || b[j] !== a[i]) out[n++] = a[i];
  }
  return out.subarray(0, n);
}
