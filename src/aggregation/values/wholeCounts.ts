import type { Steps } from '../../common/index.ts';
import type { KeyCounts } from './keys.ts';

/** Documents of a column that are counted in one step. */
const DOCS_A_STEP = 1 << 15;
/** A column keeps counts where its keys are that many times fewer than its documents. */
const DOCS_A_KEY = 4;

/** Whether counts of so many keys are kept with a column. */
export function keepsCounts(keys: number, docs: number): boolean {
  return keys * DOCS_A_KEY <= docs;
}

/** Counts documents by the places of their keys, some documents in each step. */
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

/** The counts of those keys that some document has. `idOf`: the id of the key at a place, negative where excluded. */
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
