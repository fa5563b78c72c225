import type { Steps } from '../../common/index.ts';
import { type LeafContext, rangeColumn, uninvertedColumn } from '../../query/index.ts';
import type { OrdinalColumn, SegmentReader } from '../../segment/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { identity, scratch32 } from '../framework/growable.ts';
import {
  compareTerms,
  EXCLUDED,
  type IdRun,
  type Key,
  type KeyCounts,
  type KeyFilter,
  type KeyPlaces,
  type KeyReader,
  type KeySource,
} from './keys.ts';
import { TermIds } from './termIds.ts';
import type { ValuesConfig } from './valuesConfig.ts';
import { countPlaces, keepsCounts, keyCounts } from './wholeCounts.ts';

/** The terms of a field as a column: stored, built from the index (text with fielddata), or from the ids. */
export function termColumn(config: ValuesConfig): (leaf: LeafContext) => OrdinalColumn | null {
  const { field } = config;
  if (field === null) return () => null;
  if (field.name === '_id') return ({ reader }) => cached(reader, '_id', () => idColumn(reader));
  if (field.family === 'text') return ({ reader }) => uninvertedColumn(reader, field.name);
  if (field.family === 'range') return ({ reader }) => rangeColumn(reader, field);
  return ({ reader }) => {
    const column = reader.column(field.column ?? field.name);
    return column?.kind === 'ordinals' ? column : null;
  };
}

function cached(reader: SegmentReader, name: string, make: () => OrdinalColumn | null): OrdinalColumn | null {
  const key = `aggregation.terms:${name}`;
  const known = reader.cache.get(key) as OrdinalColumn | null | undefined;
  if (known !== undefined) return known;
  const column = make();
  reader.cache.set(key, column);
  return column;
}

function idColumn(reader: SegmentReader): OrdinalColumn {
  const ids = Array.from({ length: reader.maxDoc }, (_, doc) =>
    reader.parent(doc) === -1 ? reader.id(doc) : '',
  );
  const terms = [...new Set(ids)].sort(compareTerms);
  const ordOf = new Map(terms.map((term, ord) => [term, ord]));
  return {
    kind: 'ordinals',
    ords: Uint32Array.from(ids, (id) => ordOf.get(id) ?? 0),
    offsets: null,
    presence: null,
    dictionary: dictionaryOf(terms),
  };
}

function dictionaryOf(terms: readonly string[]): OrdinalColumn['dictionary'] {
  const ceiling = (term: string): number => {
    let low = 0;
    let high = terms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTerms(terms[middle], term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    size: terms.length,
    term: (ord) => terms[ord],
    ceiling,
    lookup: (term) => (terms[ceiling(term)] === term ? ceiling(term) : -1),
  };
}

const UNSEEN = -1;

/** Terms of a column of ordinals (keyword, ip, boolean, …), with shard-wide ids. */
export class TermKeys implements KeySource {
  readonly #column: (leaf: LeafContext) => OrdinalColumn | null;
  readonly #missing: string | null;
  readonly #terms: TermIds;

  constructor(
    column: (leaf: LeafContext) => OrdinalColumn | null,
    missing: string | null,
    filter: KeyFilter | null,
  ) {
    this.#column = column;
    this.#missing = missing;
    this.#terms = new TermIds(filter);
  }

  get size(): number {
    return this.#terms.size;
  }

  key(id: number): Key {
    return this.#terms.term(id);
  }

  compare(a: number, b: number): number {
    return this.#terms.compare(a, b);
  }

  leaf(leaf: LeafContext): KeyReader {
    const column = this.#column(leaf);
    const term = this.#missing;
    const missing = term === null ? null : () => this.#terms.idOfText(term);
    return column === null ? constantKey(missing) : new OrdinalReader(column, this.#terms, missing);
  }

  keyBound(leaves: readonly LeafContext[]): number {
    return leaves.reduce((sum, leaf) => sum + (this.#column(leaf)?.dictionary.size ?? 0), 1);
  }

  addAll(leaves: readonly LeafContext[]): void {
    for (const leaf of leaves) {
      const dictionary = this.#column(leaf)?.dictionary;
      if (dictionary === undefined && this.#missing !== null && leaf.reader.maxDoc > 0) {
        this.#terms.idOfText(this.#missing);
      }
      for (let ord = 0; ord < (dictionary?.size ?? 0); ord++) this.#terms.idOf(ord, dictionary!);
    }
  }
}

const NO_IDS: IdRun = { ids: new Uint32Array(0), positions: new Uint32Array(0), count: 0, dense: false };

/**
 * Every document has the same key, whose id is assigned when a document is seen; `null` if none has a key.
 */
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

/** Number of documents by ordinal, for columns already counted. */
const countsOf = new WeakMap<OrdinalColumn, Uint32Array>();

class OrdinalReader implements KeyReader {
  readonly countAll?: () => Steps<KeyCounts>;
  readonly keyPlaces?: () => KeyPlaces;
  readonly isSingle: boolean;
  readonly #column: OrdinalColumn;
  readonly #terms: TermIds;
  readonly #missing: (() => number) | null;
  /** Maps segment ordinals to shard-wide ids, assigned when first seen. */
  readonly #map: Int32Array;
  #ids: Uint32Array = new Uint32Array(0);
  #positions: Uint32Array = new Uint32Array(0);

  constructor(column: OrdinalColumn, terms: TermIds, missing: (() => number) | null) {
    this.#column = column;
    this.#terms = terms;
    this.#missing = missing;
    const { dictionary, ords, offsets, presence } = column;
    this.#map = new Int32Array(dictionary.size).fill(UNSEEN);
    this.isSingle = offsets === null && presence === null;
    if (!this.isSingle || !keepsCounts(dictionary.size, ords.length)) return;
    this.countAll = () => this.#count();
    this.keyPlaces = () => ({ places: ords, owners: this.#map });
  }

  *#count(): Steps<KeyCounts> {
    return keyCounts(yield* this.#counts(), (ord) => this.#idOf(ord));
  }

  #idOf(ord: number): number {
    if (this.#map[ord] === UNSEEN) this.#map[ord] = this.#terms.idOf(ord, this.#column.dictionary);
    return this.#map[ord];
  }

  *#counts(): Steps<Uint32Array> {
    const { dictionary, ords } = this.#column;
    let known = countsOf.get(this.#column);
    if (known === undefined) {
      known = yield* countPlaces(dictionary.size, ords.length, (from, to, counts) => {
        for (let doc = from; doc < to; doc++) counts[ords[doc]]++;
      });
      countsOf.set(this.#column, known);
    }
    return known;
  }

  read(block: DocBlock): IdRun {
    const { offsets, presence } = this.#column;
    if (offsets !== null || presence !== null) return this.#readEach(block);
    this.#ids = scratch32(this.#ids, block.count);
    if (this.#gather(block) || (this.#resolve(block) && this.#gather(block))) {
      return { ids: this.#ids, positions: identity(block.count), count: block.count, dense: true };
    }
    return this.#readEach(block);
  }

  /** False if a term without an id was found. */
  #gather(block: DocBlock): boolean {
    const { ords } = this.#column;
    if (!block.contiguous) return gatherIds(ords, this.#map, block, this.#ids);
    const first = block.docs[0];
    return mapIds(ords.subarray(first, first + block.count), this.#map, this.#ids);
  }

  /** Assigns ids to the terms of the block; false if some are excluded. */
  #resolve({ docs, count }: DocBlock): boolean {
    const { ords } = this.#column;
    const map = this.#map;
    let worst = 0;
    for (let i = 0; i < count; i++) {
      const ord = ords[docs[i]];
      if (map[ord] === UNSEEN) map[ord] = this.#terms.idOf(ord, this.#column.dictionary);
      worst |= map[ord];
    }
    return worst >= 0;
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
        if (map[ord] === UNSEEN) map[ord] = this.#terms.idOf(ord, dictionary);
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

function mapIds(ords: Uint32Array, map: Int32Array, out: Uint32Array): boolean {
  let worst = 0;
  for (let i = 0; i < ords.length; i++) {
    const id = map[ords[i]];
    out[i] = id;
    worst |= id;
  }
  return worst >= 0;
}
