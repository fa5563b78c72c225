import { FixedBitSet } from '../../common/index.ts';
import type { FieldData } from '../data.ts';
import { presenceOf } from './columns.ts';
import type { FieldOf, FieldWriter } from './fieldWriter.ts';
import { ByteStringList, Float32List, Uint32List } from './lists.ts';

/** Vectors, stored row by row. */
export class VectorWriter implements FieldWriter<'vector'> {
  readonly #docs = new Uint32List();
  readonly #values = new Float32List();

  get count(): number {
    return this.#docs.length;
  }

  get dimension(): number {
    return this.count === 0 ? 0 : this.#values.length / this.count;
  }

  /** A copy of the rows [from, to). */
  rows(from: number, to: number): Float32Array {
    return this.#values.slice(from * this.dimension, to * this.dimension);
  }

  get sizeBytes(): number {
    return this.#docs.length * 4 + this.#values.length * 4;
  }

  add(doc: number, field: FieldOf<'vector'>): void {
    this.#docs.push(doc);
    this.#values.append(field.values);
  }

  finish(maxDoc: number): Partial<FieldData> {
    const docs = this.#docs.toArray();
    const presence = new FixedBitSet(maxDoc);
    for (const doc of docs) presence.add(doc);
    const dimension = this.#values.length / docs.length;
    return { vectors: { dimension, count: docs.length, docs, values: this.#values.toArray(), presence } };
  }
}

/** Byte strings (`binary` fields), possibly several per document. */
export class BinaryWriter implements FieldWriter<'binary'> {
  readonly #docs = new Uint32List();
  readonly #strings = new ByteStringList();

  get sizeBytes(): number {
    return this.#docs.length * 8 + this.#strings.sizeBytes;
  }

  add(doc: number, field: FieldOf<'binary'>): void {
    for (const value of field.values) {
      this.#docs.push(doc);
      this.#strings.push(value);
    }
  }

  finish(maxDoc: number): Partial<FieldData> {
    const offsets = new Uint32Array(maxDoc + 1);
    const docs = this.#docs.toArray();
    for (let i = 0; i < docs.length; i++) offsets[docs[i] + 1]++;
    for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1] += offsets[doc];
    const present = presenceOf(docs, maxDoc);
    const presence = present === 'all' ? null : present;
    return { binary: { offsets, strings: this.#strings.toByteStrings(), presence } };
  }
}

/** Records only that a document has the field. */
export class PresenceWriter implements FieldWriter<'presence'> {
  readonly #docs = new Uint32List();

  get sizeBytes(): number {
    return this.#docs.length * 4;
  }

  add(doc: number): void {
    this.#docs.push(doc);
  }

  finish(maxDoc: number): Partial<FieldData> {
    return { presence: presenceOf(this.#docs.toArray(), maxDoc) };
  }
}
