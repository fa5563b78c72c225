import type { Pacer, Steps } from '../../common/index.ts';
import type { LuceneDocument, ParsedDocument } from '../../mapper/index.ts';
import type { FieldData, SegmentData } from '../data.ts';
import type { BufferedVectors, VectorBuffer } from '../types.ts';
import { type Utf8Key, utf8Key } from '../utf8Key.ts';
import { FieldBuilder } from './fieldBuilder.ts';
import { type DocumentVersion, NestedWriter, StoredWriter } from './storedWriter.ts';

/**
 * The index buffer: collects documents and produces a segment. Not searchable, but documents can be read by
 * number.
 */
export class SegmentBuilder implements VectorBuffer {
  readonly #fields = new Map<string, FieldBuilder>();
  readonly #stored = new StoredWriter();
  readonly #nested = new NestedWriter();
  readonly #vectors: BufferedVectors[] = [];
  #maxDoc = 0;

  /** Of all fields with vectors, in order of arrival. */
  get vectors(): readonly BufferedVectors[] {
    return this.#vectors;
  }

  get maxDoc(): number {
    return this.#maxDoc;
  }

  /** Approximate memory usage. */
  get sizeBytes(): number {
    let sizeBytes = this.#stored.sizeBytes + this.#nested.sizeBytes;
    for (const field of this.#fields.values()) sizeBytes += field.sizeBytes;
    return sizeBytes;
  }

  /**
   * Prepares for the fields of a document that may be added, which is most of the cost of new fields. No
   * other effect.
   */
  *prepare({ docs }: ParsedDocument): Steps<void> {
    for (const { fields } of docs) {
      for (const { field, kind } of fields) {
        this.#field(field).prepare(kind);
        yield;
      }
    }
  }

  /** Adds a block; returns the docId of its root document. Copies the source. */
  add(document: ParsedDocument, version: DocumentVersion, id = utf8Key(document.id)): number {
    const { docs } = document;
    const base = this.#maxDoc;
    const root = base + docs.length - 1;
    for (let i = 0; i < docs.length - 1; i++) {
      const child = docs[i];
      this.#stored.addChild(version);
      this.#nested.addChild(base + i, child.nestedPath ?? '', base + child.parent, child.nestedOffset);
      this.#addFields(base + i, child);
    }
    this.#stored.addRoot(id, document.source, document.routing, version);
    this.#nested.addRoot(root);
    this.#addFields(root, docs[docs.length - 1]);
    this.#maxDoc = root + 1;
    return root;
  }

  /** The first document of the block whose root is `root`. */
  blockStart(root: number): number {
    let start = root;
    while (start > 0 && this.#nested.isChild(start - 1)) start--;
    return start;
  }

  /** The newest root document with the id, or -1. */
  find(id: Utf8Key): number {
    return this.#stored.find(id);
  }

  source(root: number): Uint8Array {
    return this.#stored.source(root);
  }

  routing(root: number): string | null {
    return this.#stored.routing(root);
  }

  version(root: number): DocumentVersion {
    return this.#stored.version(root);
  }

  /** Produces the segment. The builder accepts no more documents, but can still read those it has. */
  async finish(pacer: Pacer): Promise<SegmentData> {
    const fields: FieldData[] = [];
    for (const field of this.#fields.values()) {
      if (field.isEmpty) continue;
      fields.push(await field.finish(this.#maxDoc, pacer));
      await pacer.pause();
    }
    const stored = await this.#stored.finish(this.#maxDoc, pacer);
    await pacer.pause();
    fields.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { maxDoc: this.#maxDoc, fields, stored, nested: this.#nested.finish() };
  }

  #addFields(doc: number, document: LuceneDocument): void {
    for (const field of document.fields) {
      const builder = this.#field(field.field);
      builder.add(doc, field);
      if (field.kind === 'vector') this.#noteVectors(builder, field.field);
    }
  }

  #noteVectors(builder: FieldBuilder, name: string): void {
    if (this.#vectors.some(({ field }) => field === name)) return;
    const { vectors } = builder;
    if (vectors !== null) this.#vectors.push(vectors);
  }

  #field(name: string): FieldBuilder {
    let builder = this.#fields.get(name);
    if (!builder) {
      builder = new FieldBuilder(name);
      this.#fields.set(name, builder);
    }
    return builder;
  }
}
