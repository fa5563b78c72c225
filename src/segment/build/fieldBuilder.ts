import type { Pacer } from '../../common/index.ts';
import type { IndexedField } from '../../mapper/index.ts';
import type { FieldData } from '../data.ts';
import type { BufferedVectors } from '../types.ts';
import type { FieldKind, FieldWriter } from './fieldWriter.ts';
import { NumbersWriter } from './numbersWriter.ts';
import { BinaryWriter, PresenceWriter, VectorWriter } from './otherWriters.ts';
import { PairsWriter } from './pairsWriter.ts';
import { TermsWriter } from './termsWriter.ts';
import { TextWriter } from './textWriter.ts';

const writers: { readonly [K in FieldKind]: () => FieldWriter<K> } = {
  terms: () => new TermsWriter(),
  text: () => new TextWriter(),
  numbers: () => new NumbersWriter(),
  geo: () => new PairsWriter<'geo'>((field) => [field.lats, field.lons]),
  ranges: () => new PairsWriter<'ranges'>((field) => [field.from, field.to]),
  vector: () => new VectorWriter(),
  binary: () => new BinaryWriter(),
  presence: () => new PresenceWriter(),
};

/**
 * One field of the buffer. It has one kind of content, plus `presence` for documents that store nothing else.
 */
export class FieldBuilder {
  readonly #name: string;
  #kind: FieldKind | null = null;
  #writer: FieldWriter | null = null;
  readonly #writers = new Map<FieldKind, FieldWriter>();
  /** Created in advance; used once a document has that kind of content. */
  #prepared: { readonly kind: FieldKind; readonly writer: FieldWriter } | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  get sizeBytes(): number {
    let sizeBytes = 0;
    for (const writer of this.#writers.values()) sizeBytes += writer.sizeBytes;
    return sizeBytes;
  }

  /** Whether no document has the field. */
  get isEmpty(): boolean {
    return this.#kind === null;
  }

  /** The vectors buffered so far; `null` if there are none. */
  get vectors(): BufferedVectors | null {
    const writer = this.#writers.get('vector');
    return writer instanceof VectorWriter ? new FieldVectors(this.#name, writer) : null;
  }

  /** Prepares for the first content of that kind. */
  prepare(kind: FieldKind): void {
    if (this.#kind === null && this.#prepared === null) this.#prepared = { kind, writer: newWriter(kind) };
  }

  add(doc: number, field: IndexedField): void {
    if (field.kind === this.#kind) this.#writer?.add(doc, field);
    else this.#switchTo(field.kind).add(doc, field);
  }

  async finish(maxDoc: number, pacer: Pacer): Promise<FieldData> {
    const parts: Partial<FieldData>[] = [];
    for (const writer of this.#writers.values()) parts.push(await writer.finish(maxDoc, pacer));
    const presences = parts.map((part) => part.presence ?? null).filter((presence) => presence !== null);
    const presence = presences.length < 2 ? (presences[0] ?? null) : union(presences);
    // Scored keywords get postings from one writer and ordinals from another.
    const postings = parts.find((part) => (part.postings ?? null) !== null)?.postings ?? null;
    return Object.assign({ ...EMPTY, name: this.#name }, ...parts, { presence, postings });
  }

  #switchTo(kind: FieldKind): FieldWriter {
    let writer = this.#writers.get(kind);
    if (!writer) {
      writer = this.#prepared?.kind === kind ? this.#prepared.writer : newWriter(kind);
      this.#prepared = null;
      this.#writers.set(kind, writer);
    }
    this.#kind = kind;
    this.#writer = writer;
    return writer;
  }
}

class FieldVectors implements BufferedVectors {
  readonly field: string;
  readonly #writer: VectorWriter;

  constructor(field: string, writer: VectorWriter) {
    this.field = field;
    this.#writer = writer;
  }

  get dimension(): number {
    return this.#writer.dimension;
  }

  get count(): number {
    return this.#writer.count;
  }

  rows(from: number, to: number): Float32Array {
    return this.#writer.rows(from, to);
  }
}

function newWriter(kind: FieldKind): FieldWriter {
  return writers[kind]() as FieldWriter;
}

const EMPTY: Omit<FieldData, 'name'> = {
  dictionary: null,
  postings: null,
  ordinals: null,
  numeric: null,
  pairs: null,
  binary: null,
  norms: null,
  vectors: null,
  presence: null,
};

function union(presences: readonly NonNullable<FieldData['presence']>[]): FieldData['presence'] {
  let all: FieldData['presence'] = null;
  for (const presence of presences) {
    if (presence === 'all') return 'all';
    all = all === null ? presence : all.or(presence);
  }
  return all;
}
