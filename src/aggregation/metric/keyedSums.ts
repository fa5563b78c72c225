import type { KeyedDocs } from '../framework/aggregator.ts';
import { addOne } from './addOne.ts';

/** Adds `values[doc]` to the Kahan sum of each document's owner, in the order of the documents. */
export function addKeyed(
  docs: KeyedDocs,
  values: Float64Array,
  sums: Float64Array,
  deltas: Float64Array,
): void {
  if (docs.owners.length > MAX_KEYS || docs.ownerBound > MAX_KEYS) addAny(docs, values, sums, deltas);
  else {
    addFew ??= createAddFew();
    addFew(docs, values, sums, deltas);
  }
}

type Add = typeof addKeyed;

/** More keys would not stay in the processor's first cache anyway. */
const MAX_KEYS = 4096;
/** The sum for documents whose keys are excluded; never read. */
const NOWHERE = MAX_KEYS;
/** How many documents are copied at a time; a multiple of 32. */
const PIECE_DOCS = 4096;

let addFew: Add | null = null;

/**
 * Adds up in arrays that the function keeps. V8 compiles an access to an array it knows as a constant into an address and a
 * check; an access to any other array takes three times as many instructions, in each round of a loop. That is why
 * owners and sums are copied in and out, and why a round handles four documents. The processor overlaps additions to
 * different sums, so this also beats adding up one owner after the other.
 */
function createAddFew(): Add {
  const owners = new Uint32Array(PIECE_DOCS);
  const words = new Uint32Array(PIECE_DOCS / 32);
  const sums = new Float64Array(MAX_KEYS + 1);
  const deltas = new Float64Array(MAX_KEYS + 1);

  const add = (owner: number, value: number): void => {
    const sum = sums[owner];
    const corrected = value + deltas[owner];
    const updated = sum + corrected;
    deltas[owner] = corrected - (updated - sum);
    sums[owner] = updated;
  };

  const addPiece = (values: Float64Array): void => {
    for (let i = 0; i < values.length; i += 4) {
      const four = words[i >>> 5] >>> (i & 31);
      if ((four & 1) !== 0) add(owners[i], values[i]);
      if ((four & 2) !== 0) add(owners[i + 1], values[i + 1]);
      if ((four & 4) !== 0) add(owners[i + 2], values[i + 2]);
      if ((four & 8) !== 0) add(owners[i + 3], values[i + 3]);
    }
  };

  return (docs, column, allSums, allDeltas) => {
    const { ownerBound, matching } = docs;
    sums.set(allSums.subarray(0, ownerBound));
    deltas.set(allDeltas.subarray(0, ownerBound));
    const areOwners = docs.owners.every((owner, place) => owner === place);
    for (let from = docs.from; from < docs.to; from += PIECE_DOCS) {
      const to = Math.min(docs.to, from + PIECE_DOCS);
      const places = docs.places.subarray(from, to);
      if (areOwners) owners.set(places);
      else copyOwners(places, docs.owners, owners);
      if (matching === null) words.fill(0xffffffff);
      else words.set(matching.words.subarray(from >>> 5, (to + 31) >>> 5));
      if ((to & 31) !== 0) words[(to - from) >>> 5] &= 2 ** (to & 31) - 1;
      addPiece(column.subarray(from, to));
    }
    // Sums that overflow are added up anew, from where they were.
    if (!sums.subarray(0, ownerBound).every(Number.isFinite)) {
      addAny(docs, column, allSums, allDeltas);
      return;
    }
    allSums.set(sums.subarray(0, ownerBound));
    allDeltas.set(deltas.subarray(0, ownerBound));
  };
}

function copyOwners(places: KeyedDocs['places'], owners: Int32Array, to: Uint32Array): void {
  for (let i = 0; i < places.length; i++) {
    const owner = owners[places[i]];
    to[i] = owner < 0 ? NOWHERE : owner;
  }
}

function addAny(
  { places, owners, from, to, matching }: KeyedDocs,
  values: Float64Array,
  sums: Float64Array,
  deltas: Float64Array,
): void {
  const words = matching?.words ?? null;
  for (let doc = from; doc < to; doc++) {
    if (words !== null && ((words[doc >>> 5] >>> (doc & 31)) & 1) === 0) continue;
    const owner = owners[places[doc]];
    if (owner >= 0) addOne(values[doc], owner, sums, deltas);
  }
}
