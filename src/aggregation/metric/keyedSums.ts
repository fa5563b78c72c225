import type { KeyedDocs } from '../framework/aggregator.ts';

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
/** Documents copied at once; a multiple of 32. */
const PIECE_DOCS = 4096;

let addFew: Add | null = null;

/**
 * The loop over arrays of its own. V8 compiles an access to an array that never changes into an address and a check, and to
 * any other into three times as much; copying the columns in costs a fraction of that. The processor overlaps the
 * additions of different owners, so that this is also faster than going over the documents of one owner after the other.
 */
function createAddFew(): Add {
  const owners = new Int32Array(MAX_KEYS);
  const sums = new Float64Array(MAX_KEYS);
  const deltas = new Float64Array(MAX_KEYS);
  const places = new Uint32Array(PIECE_DOCS);
  const values = new Float64Array(PIECE_DOCS);
  const words = new Uint32Array(PIECE_DOCS / 32);

  const addPiece = (count: number): void => {
    for (let i = 0; i < count; i++) {
      if (((words[i >>> 5] >>> (i & 31)) & 1) === 0) continue;
      const owner = owners[places[i]];
      if (owner < 0) continue;
      const sum = sums[owner];
      const corrected = values[i] + deltas[owner];
      const updated = sum + corrected;
      deltas[owner] = corrected - (updated - sum);
      sums[owner] = updated;
    }
  };

  return (docs, column, allSums, allDeltas) => {
    const { ownerBound, matching } = docs;
    owners.set(docs.owners);
    sums.set(allSums.subarray(0, ownerBound));
    deltas.set(allDeltas.subarray(0, ownerBound));
    if (matching === null) words.fill(0xffffffff);
    for (let from = docs.from; from < docs.to; from += PIECE_DOCS) {
      const to = Math.min(docs.to, from + PIECE_DOCS);
      places.set(docs.places.subarray(from, to));
      values.set(column.subarray(from, to));
      if (matching !== null) words.set(matching.words.subarray(from >>> 5, (to + 31) >>> 5));
      addPiece(to - from);
    }
    allSums.set(sums.subarray(0, ownerBound));
    allDeltas.set(deltas.subarray(0, ownerBound));
  };
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
    if (owner < 0) continue;
    const sum = sums[owner];
    const corrected = values[doc] + deltas[owner];
    const updated = sum + corrected;
    deltas[owner] = corrected - (updated - sum);
    sums[owner] = updated;
  }
}
