import { FixedBitSet } from '../../common/index.ts';
import { asBuffer } from '../byteStrings.ts';
import type { BinaryData, FieldData, SegmentData } from '../data.ts';
import type { BinaryColumn, Column, TermsReader } from '../types.ts';
import { PostingsReader } from './postingsReader.ts';
import { SegmentTermDictionary } from './termDictionary.ts';

interface FieldReaders {
  readonly terms: TermsReader | null;
  readonly column: Column | null;
}

/**
 * Shared by all snapshots of a segment: its data, its readers (created on demand), and caches of other rooms.
 */
export class SegmentCore {
  readonly name: string;
  readonly data: SegmentData;
  readonly sizeBytes: number;
  /** The checksum of its file; `null` if it has none. */
  readonly checksum: number | null;
  readonly cache = new Map<string, unknown>();
  readonly rootDocs: FixedBitSet | null;
  readonly ids: Buffer;
  readonly routings: Buffer | null;
  readonly fieldNames: readonly string[];
  readonly #fields: Map<string, FieldData>;
  readonly #readers = new Map<string, FieldReaders>();
  readonly #existing = new Map<string, FixedBitSet | null>();
  readonly #nestedDocs = new Map<string, FixedBitSet | null>();

  constructor(name: string, data: SegmentData, sizeBytes: number, checksum: number | null = null) {
    this.name = name;
    this.data = data;
    this.sizeBytes = sizeBytes;
    this.checksum = checksum;
    this.ids = asBuffer(data.stored.ids.bytes);
    this.routings = data.stored.routings && asBuffer(data.stored.routings.bytes);
    this.#fields = new Map(data.fields.map((field) => [field.name, field]));
    this.fieldNames = [...this.#fields.keys()];
    this.rootDocs = data.nested && documentsWhere(data.nested.pathOrds, 0);
  }

  field(name: string): FieldData | undefined {
    return this.#fields.get(name);
  }

  terms(field: string): TermsReader | null {
    return this.#readersOf(field)?.terms ?? null;
  }

  column(field: string): Column | null {
    return this.#readersOf(field)?.column ?? null;
  }

  exists(field: string): FixedBitSet | null {
    return remembered(this.#existing, field, () => {
      const data = this.#fields.get(field);
      return data ? documentsOf(data, this.data.maxDoc) : null;
    });
  }

  nestedDocs(path: string): FixedBitSet | null {
    return remembered(this.#nestedDocs, path, () => {
      const ord = this.data.nested?.paths.indexOf(path) ?? -1;
      return this.data.nested && ord !== -1 ? documentsWhere(this.data.nested.pathOrds, ord + 1) : null;
    });
  }

  #readersOf(name: string): FieldReaders | null {
    const field = this.#fields.get(name);
    return field ? remembered(this.#readers, name, () => openField(field)) : null;
  }
}

function openField(field: FieldData): FieldReaders {
  const dictionary = field.dictionary && new SegmentTermDictionary(field.dictionary);
  const terms = dictionary && field.postings && new PostingsReader(dictionary, field.postings);
  const ordinals = dictionary &&
    field.ordinals && { kind: 'ordinals' as const, ...field.ordinals, dictionary };
  const binary = field.binary && openBinary(field.binary);
  return { terms, column: ordinals ?? field.numeric ?? field.pairs ?? binary };
}

function openBinary(data: BinaryData): BinaryColumn {
  const { offsets, strings, presence } = data;
  const value = (i: number): Uint8Array => strings.bytes.subarray(strings.offsets[i], strings.offsets[i + 1]);
  return {
    kind: 'binary',
    presence,
    values: (doc) =>
      Array.from({ length: offsets[doc + 1] - offsets[doc] }, (_, i) => value(offsets[doc] + i)),
  };
}

/** The union of documents in all parts of a field. */
function documentsOf(field: FieldData, maxDoc: number): FixedBitSet {
  const sets: (FixedBitSet | null)[] = [];
  for (const column of [field.ordinals, field.numeric, field.pairs, field.binary]) {
    if (column) sets.push(column.presence);
  }
  if (field.vectors) sets.push(field.vectors.presence);
  if (field.presence) sets.push(field.presence === 'all' ? null : field.presence);
  if (sets.includes(null)) return FixedBitSet.full(maxDoc);
  const union = new FixedBitSet(maxDoc);
  for (const set of sets) if (set) union.or(set);
  return union;
}

function documentsWhere(pathOrds: Uint8Array | Uint32Array, ord: number): FixedBitSet {
  const docs = new FixedBitSet(pathOrds.length);
  for (let doc = 0; doc < pathOrds.length; doc++) if (pathOrds[doc] === ord) docs.add(doc);
  return docs;
}

function remembered<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
