import { FixedBitSet } from '../common/index.ts';
import {
  IdFilter,
  type LeafReader,
  type SegmentCore,
  type SegmentIds,
  type Utf8Key,
} from '../segment/index.ts';

/** A segment of the shard with its current deletions; searchers see those of their own moment. */
export class ShardSegment {
  readonly core: SegmentCore;
  /** Files besides the segment file and its live docs, such as graphs. */
  readonly extraFiles: readonly string[];
  readonly extraBytes: number;
  /** Held by the segment list, commits, searchers and merges; at 0 the files are deleted. */
  references = 0;
  /** Generation of the newest live-docs file; `null` if there is none. */
  liveGeneration: number | null;
  /** Checksum of the live documents in that file. */
  liveChecksum: number | null;
  /** Rules out ids that the segment does not have. */
  readonly #idFilter = new IdFilter();
  readonly #ids: readonly [SegmentIds];
  #liveDocs: FixedBitSet | null;
  #reader: LeafReader;
  #changedSinceReader = false;
  #changedSinceWritten: boolean;

  constructor(
    reader: LeafReader,
    options: {
      readonly liveGeneration: number | null;
      readonly liveChecksum?: number | null;
      readonly extraFiles: readonly string[];
      readonly extraBytes: number;
    },
  ) {
    this.core = reader.core;
    this.extraFiles = options.extraFiles;
    this.extraBytes = options.extraBytes;
    this.liveGeneration = options.liveGeneration;
    this.liveChecksum = options.liveChecksum ?? null;
    this.#ids = [reader.core.data.stored.ids];
    this.#reader = reader;
    this.#liveDocs = reader.liveDocs?.clone() ?? null;
    this.#changedSinceWritten = reader.liveDocs !== null && options.liveGeneration === null;
  }

  get name(): string {
    return this.core.name;
  }

  /** The ids of all documents, deleted ones included. */
  get ids(): SegmentIds {
    return this.#ids[0];
  }

  get sizeBytes(): number {
    return this.core.sizeBytes + this.extraBytes;
  }

  /** The most recent reader; does not include later deletions. */
  get lastReader(): LeafReader {
    return this.#reader;
  }

  /** A snapshot of the current state; the same object while nothing is deleted. */
  reader(): LeafReader {
    if (this.#changedSinceReader) {
      this.#reader = this.#reader.withLiveDocs(this.#liveDocs?.clone() ?? null);
      this.#changedSinceReader = false;
    }
    return this.#reader;
  }

  /** The live document of an id, or -1. */
  findLive(key: Utf8Key): number {
    if (!this.#idFilter.mayContain(key.hash)) return -1;
    const doc = this.#reader.lookupKey(key);
    if (doc === -1) this.#idFilter.countMiss(this.#ids);
    return doc !== -1 && this.isLive(doc) ? doc : -1;
  }

  isLive(doc: number): boolean {
    return this.#liveDocs === null || this.#liveDocs.has(doc);
  }

  /** Deletes a root document and its nested children. */
  delete(root: number): void {
    this.#liveDocs ??= FixedBitSet.full(this.core.data.maxDoc);
    for (let doc = this.#reader.blockStart(root); doc <= root; doc++) this.#liveDocs.remove(doc);
    this.#changedSinceReader = true;
    this.#changedSinceWritten = true;
  }

  /** Whether there are deletions not yet written to a file. */
  get isUnwritten(): boolean {
    return this.#changedSinceWritten;
  }

  /**
   * The live docs, if no file has them yet, and the generation for that file; later deletions need another
   * one.
   */
  takeUnwritten(): { readonly liveDocs: FixedBitSet; readonly generation: number } | null {
    if (!this.#changedSinceWritten || this.#liveDocs === null) return null;
    this.#changedSinceWritten = false;
    return { liveDocs: this.#liveDocs.clone(), generation: (this.liveGeneration ?? 0) + 1 };
  }

  /** The file of takeUnwritten() could not be made durable. */
  writeFailed(): void {
    this.#changedSinceWritten = true;
  }
}
