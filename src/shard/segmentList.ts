import type { Directory } from '../directory/index.ts';
import { type LeafReader, segmentFileName } from '../segment/index.ts';
import type { ShardSegment } from './shardSegment.ts';
import type { EngineSearcher } from './types.ts';

/** What searchers see: fixed leaves. Counted, so that the files stay while someone looks. */
interface Snapshot {
  readonly leaves: readonly LeafReader[];
  readonly segments: readonly ShardSegment[];
  readonly generation: number;
  references: number;
}

/**
 * The segments of a shard: those that are, and those that searchers see since the last refresh. Files of a segment
 * that nobody holds any more are deleted.
 */
export class SegmentList {
  readonly #directory: Directory;
  readonly #onRemoved: (segmentName: string) => void;
  #segments: readonly ShardSegment[] = [];
  #published: Snapshot = { leaves: [], segments: [], generation: 0, references: 1 };
  #closed = false;

  constructor(directory: Directory, onRemoved: (segmentName: string) => void) {
    this.#directory = directory;
    this.#onRemoved = onRemoved;
  }

  /** In order of arrival of their documents. */
  get all(): readonly ShardSegment[] {
    return this.#segments;
  }

  get published(): readonly LeafReader[] {
    return this.#published.leaves;
  }

  add(segment: ShardSegment): void {
    this.retain([segment]);
    this.#segments = [...this.#segments, segment];
  }

  /** Puts `merged` (null: nothing was left) where the first of `sources` stands. */
  replace(sources: readonly ShardSegment[], merged: ShardSegment | null): void {
    // Sources that lost their last document meanwhile are gone already.
    const present = this.#segments.filter((segment) => sources.includes(segment));
    const added = merged === null || present.length === 0 ? [] : [merged];
    this.retain(added);
    this.#segments = this.#segments.flatMap((segment) => {
      if (segment === present[0]) return added;
      return present.includes(segment) ? [] : [segment];
    });
    this.release(present);
  }

  /** Makes the segments as they are now visible to searchers. False when they saw just that before. */
  publish(): boolean {
    this.dropEmpty();
    const leaves = this.#segments.map((segment) => segment.reader());
    const old = this.#published;
    if (leaves.length === old.leaves.length && leaves.every((leaf, i) => leaf === old.leaves[i]))
      return false;
    this.retain(this.#segments);
    this.#published = { leaves, segments: this.#segments, generation: old.generation + 1, references: 1 };
    this.#leave(old);
    return true;
  }

  acquire(): EngineSearcher {
    const snapshot = this.#published;
    snapshot.references++;
    let open = true;
    return {
      leaves: snapshot.leaves,
      generation: snapshot.generation,
      close: () => {
        if (open) this.#leave(snapshot);
        open = false;
      },
    };
  }

  retain(segments: readonly ShardSegment[]): void {
    for (const segment of segments) segment.references++;
  }

  release(segments: readonly ShardSegment[]): void {
    for (const segment of segments) if (--segment.references === 0) this.#remove(segment);
  }

  /** No file is deleted any more: the shard lets go of the folder. */
  close(): void {
    this.#closed = true;
  }

  #leave(snapshot: Snapshot): void {
    if (--snapshot.references === 0) this.release(snapshot.segments);
  }

  /** Segments without a live document go, as in Lucene. */
  dropEmpty(): void {
    const empty = this.#segments.filter((segment) => segment.reader().numDocs === 0);
    for (const segment of empty) this.replace([segment], null);
  }

  #remove(segment: ShardSegment): void {
    if (this.#closed) return;
    this.#onRemoved(segment.name);
    // What cannot be deleted now is deleted when the shard is opened again.
    for (const file of [segmentFileName(segment.name), ...segment.extraFiles]) {
      this.#directory.delete(file).catch(() => undefined);
    }
  }
}
