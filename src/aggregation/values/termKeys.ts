import type { LeafContext } from '../../query/index.ts';
import type { OrdinalColumn } from '../../segment/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { identity, scratch32 } from '../framework/growable.ts';
import type { IdRun, Key, KeyFilter, KeyReader, KeySource } from './keys.ts';
import { EXCLUDED, StringIds } from './stringIds.ts';

const UNSEEN = -1;

/** Terms of a column of ordinals (keyword, ip, boolean, …), with ids that hold for the whole shard. */
export class TermKeys implements KeySource {
  readonly #column: (leaf: LeafContext) => OrdinalColumn | null;
  readonly #missing: string | null;
  readonly #terms: StringIds;

  constructor(
    column: (leaf: LeafContext) => OrdinalColumn | null,
    missing: string | null,
    filter: KeyFilter | null,
  ) {
    this.#column = column;
    this.#missing = missing;
    this.#terms = new StringIds(filter);
  }

  get size(): number {
    return this.#terms.size;
  }

  key(id: number): Key {
    return this.#terms.term(id);
  }

  /** The term's id, or EXCLUDED. */
  idOf(term: string): number {
    return this.#terms.idOf(term);
  }

  leaf(leaf: LeafContext): KeyReader {
    const column = this.#column(leaf);
    const term = this.#missing;
    const missing = term === null ? null : () => this.idOf(term);
    return column === null ? constantKey(missing) : new OrdinalReader(column, this, missing);
  }

  addAll(leaves: readonly LeafContext[]): void {
    for (const leaf of leaves) {
      const dictionary = this.#column(leaf)?.dictionary;
      for (let ord = 0; ord < (dictionary?.size ?? 0); ord++) this.idOf(dictionary!.term(ord));
    }
  }
}

const NO_IDS: IdRun = { ids: new Uint32Array(0), positions: new Uint32Array(0), count: 0, dense: false };

/** Every document has the same key: its id is asked for when a document is met; null: none has one. */
function constantKey(idOf: (() => number) | null): KeyReader {
  if (idOf === null) return { read: () => NO_IDS };
  let ids: Uint32Array = new Uint32Array(0);
  return {
    read({ count }) {
      const id = idOf();
      if (id < 0) return NO_IDS;
      if (ids.length < count) ids = new Uint32Array(count).fill(id);
      return { ids, positions: identity(count), count, dense: true };
    },
  };
}

class OrdinalReader implements KeyReader {
  readonly #column: OrdinalColumn;
  readonly #terms: TermKeys;
  readonly #missing: (() => number) | null;
  /** Segment ordinal → id of the shard, found when first met. */
  readonly #map: Int32Array;
  #ids: Uint32Array = new Uint32Array(0);
  #positions: Uint32Array = new Uint32Array(0);

  constructor(column: OrdinalColumn, terms: TermKeys, missing: (() => number) | null) {
    this.#column = column;
    this.#terms = terms;
    this.#missing = missing;
    this.#map = new Int32Array(column.dictionary.size).fill(UNSEEN);
  }

  read(block: DocBlock): IdRun {
    this.#ids = scratch32(this.#ids, block.count);
    if (this.#column.offsets === null && this.#column.presence === null) {
      this.#resolve(block.docs, block.count);
      if (gatherIds(this.#column.ords, this.#map, block, this.#ids)) {
        return { ids: this.#ids, positions: identity(block.count), count: block.count, dense: true };
      }
    }
    return this.#readEach(block);
  }

  /** Gives an id to every ordinal of the block, so that the gathering loop has no branch. */
  #resolve(docs: Uint32Array, count: number): void {
    const { ords, dictionary } = this.#column;
    const map = this.#map;
    for (let i = 0; i < count; i++) {
      const ord = ords[docs[i]];
      if (map[ord] === UNSEEN) map[ord] = this.#terms.idOf(dictionary.term(ord));
    }
  }

  #readEach(block: DocBlock): IdRun {
    const { ords, offsets, presence, dictionary } = this.#column;
    const map = this.#map;
    let count = 0;
    for (let i = 0; i < block.count; i++) {
      const doc = block.docs[i];
      const present = presence === null || presence.has(doc);
      const start = offsets ? offsets[doc] : doc;
      const end = present ? (offsets ? offsets[doc + 1] : doc + 1) : start;
      this.#reserve(count + end - start + 1);
      for (let j = start; j < end; j++) {
        const ord = ords[j];
        if (map[ord] === UNSEEN) map[ord] = this.#terms.idOf(dictionary.term(ord));
        if (map[ord] < 0) continue;
        this.#ids[count] = map[ord];
        this.#positions[count++] = i;
      }
      const missing = end === start && this.#missing ? this.#missing() : EXCLUDED;
      if (missing >= 0) {
        this.#ids[count] = missing;
        this.#positions[count++] = i;
      }
    }
    return { ids: this.#ids, positions: this.#positions, count, dense: false };
  }

  #reserve(size: number): void {
    if (size <= this.#positions.length && size <= this.#ids.length) return;
    const ids = new Uint32Array(Math.max(64, size * 2));
    ids.set(this.#ids.subarray(0, Math.min(this.#ids.length, ids.length)));
    const positions = new Uint32Array(ids.length);
    positions.set(this.#positions.subarray(0, Math.min(this.#positions.length, ids.length)));
    this.#ids = ids;
    this.#positions = positions;
  }
}

/** False where an excluded key was met: the caller then reads document by document. */
function gatherIds(ords: Uint32Array, map: Int32Array, block: DocBlock, out: Uint32Array): boolean {
  const { docs, count } = block;
  let worst = 0;
  for (let i = 0; i < count; i++) {
    const id = map[ords[docs[i]]];
    out[i] = id;
    worst |= id;
  }
  return worst >= 0;
}
