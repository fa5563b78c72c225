import type { Steps } from '../../common/index.ts';
import type { OrdinalColumn } from '../../segment/index.ts';
import type { KeyDocs } from './keys.ts';
import { DOCS_A_STEP } from './wholeCounts.ts';

/** In smaller segments, or with fewer documents per key, reading documents in order is as fast. */
const MIN_DOCS = 2048;
const DOCS_A_KEY = 16;

export function paysByKey({ dictionary, ords }: OrdinalColumn): boolean {
  return ords.length >= MIN_DOCS && dictionary.size * DOCS_A_KEY <= ords.length;
}

type DocsByOrdinal = Omit<KeyDocs, 'idOf'>;

/** `null` for a column that was used once. */
const keptFor = new WeakMap<OrdinalColumn, DocsByOrdinal | null>();

/**
 * The documents of a single-valued column, grouped by ordinal and cached with the column; `null` on its first use, which
 * may be the only one. `counts`: the number of documents of each ordinal.
 */
export function* docsByOrdinal(column: OrdinalColumn, counts: Uint32Array): Steps<DocsByOrdinal | null> {
  const kept = keptFor.get(column);
  if (kept === undefined) keptFor.set(column, null);
  if (kept !== null) return kept ?? null;
  const { ords } = column;
  const starts = new Uint32Array(counts.length + 1);
  for (let ord = 0; ord < counts.length; ord++) starts[ord + 1] = starts[ord] + counts[ord];
  const next = starts.slice();
  const docs = new Uint32Array(ords.length);
  for (let from = 0; from < ords.length; from += DOCS_A_STEP) {
    const to = Math.min(ords.length, from + DOCS_A_STEP);
    for (let doc = from; doc < to; doc++) docs[next[ords[doc]]++] = doc;
    yield;
  }
  const sorted = { docs, starts };
  keptFor.set(column, sorted);
  return sorted;
}
