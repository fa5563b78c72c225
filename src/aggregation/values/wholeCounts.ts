import type { Steps } from '../../common/index.ts';
import type { KeyCounts } from './keys.ts';

/** Documents counted per step. */
export const DOCS_A_STEP = 1 << 15;
/** A column caches counts if it has this many times fewer keys than documents. */
const DOCS_A_KEY = 4;

/** Whether counts of this many keys are cached with a column. */
export function keepsCounts(keys: number, docs: number): boolean {
  return keys * DOCS_A_KEY <= docs;
}

/** Counts documents by the indexes of their keys, in steps. */
export function* countPlaces(
  places: number,
  docs: number,
  count: (from: number, to: number, counts: Uint32Array) => void,
): Steps<Uint32Array> {
  const counts = new Uint32Array(places);
  for (let from = 0; from < docs; from += DOCS_A_STEP) {
    count(from, Math.min(docs, from + DOCS_A_STEP), counts);
    yield;
  }
  return counts;
}

/**
 * The counts of keys that occur in a document. `idOf`: the id of the key at an index, negative if excluded.
 */
export function keyCounts(counts: Uint32Array, idOf: (place: number) => number): KeyCounts {
  const found: { ids: number[]; counts: number[] } = { ids: [], counts: [] };
  for (let place = 0; place < counts.length; place++) {
    if (counts[place] === 0) continue;
    const id = idOf(place);
    if (id < 0) continue;
    found.ids.push(id);
    found.counts.push(counts[place]);
  }
  return found;
}
