import { FixedBitSet } from '../common/index.ts';
import type { ParsedDocument } from '../mapper/index.ts';
import { type DocumentVersion, SegmentBuilder, type SegmentData } from '../segment/index.ts';

/** Documents on their way into a segment, found by id; those that were overwritten or deleted on the way are marked. */
export class IndexBuffer {
  readonly builder = new SegmentBuilder();
  /** The newest document of each id. */
  readonly #docs = new Map<string, number>();
  readonly #deletedRoots: number[] = [];
  /** Made once, kept for another attempt when writing it to disk failed. */
  data: SegmentData | null = null;

  get isEmpty(): boolean {
    return this.builder.maxDoc === 0;
  }

  /** Memory held, roughly. */
  get sizeBytes(): number {
    return this.builder.sizeBytes + this.#docs.size * 80;
  }

  add(document: ParsedDocument, version: DocumentVersion): void {
    this.#docs.set(document.id, this.builder.add(document, version));
  }

  find(id: string): number {
    return this.#docs.get(id) ?? -1;
  }

  delete(id: string): void {
    const root = this.#docs.get(id);
    if (root === undefined) return;
    this.#docs.delete(id);
    this.#deletedRoots.push(root);
  }

  /** null: nothing was deleted. */
  liveDocs(): FixedBitSet | null {
    if (this.#deletedRoots.length === 0) return null;
    const live = FixedBitSet.full(this.builder.maxDoc);
    for (const root of this.#deletedRoots) {
      for (let doc = this.builder.blockStart(root); doc <= root; doc++) live.remove(doc);
    }
    return live;
  }
}
