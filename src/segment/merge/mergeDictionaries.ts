import type { Pacer } from '../../common/index.ts';
import { compareBytes } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';

/** One dictionary being merged. */
export interface DictionarySource {
  readonly strings: ByteStrings;
  /** Marks terms that occur in a live document; `null` if all do. */
  readonly used: Uint8Array | null;
}

export interface MergedDictionary {
  readonly dictionary: ByteStrings;
  /** ordMaps[source][ord] is the new ordinal; undefined for unused terms. */
  readonly ordMaps: readonly Uint32Array[];
}

const TERMS_BETWEEN_PAUSES = 8192;

/** Merges sorted dictionaries into one dictionary of the used terms. */
export async function mergeDictionaries(
  sources: readonly DictionarySource[],
  pacer: Pacer,
): Promise<MergedDictionary> {
  const cursors = sources.map((source) => new Cursor(source));
  const bytes = new Uint8Array(sources.reduce((sum, { strings }) => sum + strings.bytes.length, 0));
  const offsets = new Uint32Array(sources.reduce((sum, { strings }) => sum + strings.offsets.length, 1));
  const active = cursors.filter((cursor) => !cursor.done);
  let size = 0;
  let end = 0;
  while (active.length > 0) {
    const least = smallest(active);
    bytes.set(least.strings.bytes.subarray(least.start, least.end), end);
    const from = end;
    end += least.end - least.start;
    advanceEqual(active, bytes, from, end, least.prefix, size);
    offsets[++size] = end;
    if (size % TERMS_BETWEEN_PAUSES === 0) await pacer.pause();
  }
  return {
    dictionary: { bytes: bytes.slice(0, end), offsets: offsets.slice(0, size + 1) },
    ordMaps: cursors.map((cursor) => cursor.ordMap),
  };
}

/** A position in a dictionary, at a used term. */
class Cursor {
  readonly strings: ByteStrings;
  readonly ordMap: Uint32Array;
  start = 0;
  end = 0;
  /** The term's first six bytes as a number, which decide most comparisons. */
  prefix = 0;
  done = false;
  readonly #used: Uint8Array | null;
  #ord = -1;

  constructor({ strings, used }: DictionarySource) {
    this.strings = strings;
    this.#used = used;
    this.ordMap = new Uint32Array(strings.offsets.length - 1);
    this.#next();
  }

  /** Records the new ordinal of the term and moves to the next one. */
  advance(newOrd: number): void {
    this.ordMap[this.#ord] = newOrd;
    this.#next();
  }

  #next(): void {
    const { bytes, offsets } = this.strings;
    do this.#ord++;
    while (this.#used !== null && this.#ord < this.ordMap.length && this.#used[this.#ord] === 0);
    this.done = this.#ord >= this.ordMap.length;
    if (this.done) return;
    this.start = offsets[this.#ord];
    this.end = offsets[this.#ord + 1];
    this.prefix = prefixOf(bytes, this.start, this.end);
  }
}

function prefixOf(bytes: Uint8Array, from: number, to: number): number {
  let prefix = 0;
  for (let i = from; i < from + 6; i++) prefix = prefix * 256 + (i < to ? bytes[i] : 0);
  return prefix;
}

function smallest(cursors: readonly Cursor[]): Cursor {
  let least = cursors[0];
  for (let i = 1; i < cursors.length; i++) {
    const cursor = cursors[i];
    if (cursor.prefix < least.prefix || (cursor.prefix === least.prefix && compare(cursor, least) < 0)) {
      least = cursor;
    }
  }
  return least;
}

function compare(a: Cursor, b: Cursor): number {
  return compareBytes(a.strings.bytes, a.start, a.end, b.strings.bytes, b.start, b.end);
}

/** Advances every cursor at the term, and removes those at their end. */
function advanceEqual(
  active: Cursor[],
  bytes: Uint8Array,
  from: number,
  to: number,
  prefix: number,
  newOrd: number,
): void {
  for (let i = active.length - 1; i >= 0; i--) {
    const cursor = active[i];
    if (cursor.prefix !== prefix) continue;
    if (compareBytes(cursor.strings.bytes, cursor.start, cursor.end, bytes, from, to) !== 0) continue;
    cursor.advance(newOrd);
    if (cursor.done) active.splice(i, 1);
  }
}
