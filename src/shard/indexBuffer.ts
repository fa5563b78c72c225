import { FixedBitSet } from '../common/index.ts';
import { SegmentBuilder, type SortedSegment, type Utf8Key } from '../segment/index.ts';

/**
 * Documents that will become a segment, found by id; overwritten and deleted ones are marked. A sealed buffer
 * accepts no more documents, and records later deletions separately.
 */
export class IndexBuffer {
  readonly builder = new SegmentBuilder();
  readonly #deletedRoots = new Set<number>();
  readonly #deletedSinceSeal: number[] = [];
  #isSealed = false;
  #liveAtSeal: FixedBitSet | null = null;
  /** Computed once, and kept for a retry if writing to disk fails. */
  sorted: SortedSegment | null = null;

  get isEmpty(): boolean {
    return this.builder.maxDoc === 0;
  }

  /** Approximate memory usage. */
  get sizeBytes(): number {
    return this.builder.sizeBytes;
  }

  /** The live document of an id, or -1. */
  find(id: Utf8Key): number {
    const root = this.builder.find(id);
    return root === -1 || this.#deletedRoots.has(root) ? -1 : root;
  }

  delete(root: number): void {
    this.#deletedRoots.add(root);
    if (this.#isSealed) this.#deletedSinceSeal.push(root);
  }

  seal(): void {
    this.#isSealed = true;
    this.#liveAtSeal = this.#liveDocs();
  }

  /** The live documents at the time of sealing; `null` if all were. */
  get liveAtSeal(): FixedBitSet | null {
    return this.#liveAtSeal;
  }

  /** Root documents deleted since the buffer was sealed. */
  get deletedSinceSeal(): readonly number[] {
    return this.#deletedSinceSeal;
  }

  #liveDocs(): FixedBitSet | null {
    if (this.#deletedRoots.size === 0) return null;
    const live = FixedBitSet.full(this.builder.maxDoc);
    for (const root of this.#deletedRoots) {
      for (let doc = this.builder.blockStart(root); doc <= root; doc++) live.remove(doc);
    }
    return live;
  }
}
