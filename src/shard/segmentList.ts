import { bug } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { type LeafReader, segmentFileName } from '../segment/index.ts';
import type { ShardSegment } from './shardSegment.ts';
import type { EngineSearcher } from './types.ts';

/** The segments of one moment, with their deletions of that moment. */
export interface FrozenSegments {
  readonly segments: readonly ShardSegment[];
  readonly leaves: readonly LeafReader[];
}

/** What searchers see. Reference counted: files stay while a searcher is open. */
interface SearchView extends FrozenSegments {
  readonly generation: number;
  references: number;
  readonly closeListeners: (() => void)[];
}

/**
 * The segments of a shard: those that are, and those that searchers see since the last refresh. Files of a segment
 * that nobody holds any more are deleted.
 */
export class SegmentList {
  readonly #directory: Directory;
  readonly #onRemoved: (segmentName: string) => void;
  #segments: readonly ShardSegment[] = [];
  #view: SearchView = newView({ leaves: [], segments: [] }, 0);
  #closed = false;
  /** Files that are being deleted. */
  readonly #deleting = new Set<Promise<void>>();

  constructor(directory: Directory, onRemoved: (segmentName: string) => void) {
    this.#directory = directory;
    this.#onRemoved = onRemoved;
  }

  /** In order of arrival of their documents. */
  get all(): readonly ShardSegment[] {
    return this.#segments;
  }

  get published(): readonly LeafReader[] {
    return this.#view.leaves;
  }

  add(segment: ShardSegment): void {
    if (this.#segments.some(({ name }) => name === segment.name)) {
      throw bug(`there are two segments ${segment.name}`);
    }
    this.retain([segment]);
    this.#segments = [...this.#segments, segment];
  }

  /** Puts `merged` (null: nothing was left) where the first of `sources` stands. */
  replace(sources: readonly ShardSegment[], merged: ShardSegment | null): void {
    // Sources that lost their last document meanwhile are gone already.
    const present = this.#segments.filter((segment) => sources.includes(segment));
    const added = merged === null ? [] : [merged];
    this.retain(added);
    this.#segments = this.#segments.flatMap((segment) => {
      if (segment === present[0]) return added;
      return present.includes(segment) ? [] : [segment];
    });
    this.release(present);
    if (present.length === 0) this.release(added);
  }

  /**
   * The segments with their deletions as of now. Their files stay until publish() or release(). Later deletions and
   * merges are not part of it.
   */
  freeze(): FrozenSegments {
    this.dropEmpty();
    const segments = this.#segments;
    this.retain(segments);
    return { segments, leaves: segments.map((segment) => segment.reader()) };
  }

  /**
   * Makes the frozen segments visible to searches, and after them `added`: a segment of documents that were written
   * before the same moment, whose lastReader shows that moment. False when nothing changes for searches.
   */
  publish(frozen: FrozenSegments, added: ShardSegment | null): boolean {
    const old = this.#view;
    this.retain(added === null ? [] : [added]);
    const segments = added === null ? frozen.segments : [...frozen.segments, added];
    const leaves = added === null ? frozen.leaves : [...frozen.leaves, added.lastReader];
    if (leaves.length === old.leaves.length && leaves.every((leaf, i) => leaf === old.leaves[i])) {
      this.release(segments);
      return false;
    }
    this.#view = newView({ leaves, segments }, old.generation + 1);
    this.#leave(old);
    return true;
  }

  acquire(): EngineSearcher {
    const view = this.#view;
    const lost = view.segments.find(({ references }) => references < 1);
    if (view.references < 1 || lost) {
      throw bug(
        `view ${view.generation} has ${view.references} references, and lost ${lost?.name ?? 'nothing'}`,
      );
    }
    view.references++;
    let open = true;
    return {
      leaves: view.leaves,
      generation: view.generation,
      onReaderClosed: (listener) => void view.closeListeners.push(listener),
      close: () => {
        if (open) this.#leave(view);
        open = false;
      },
    };
  }

  retain(segments: readonly ShardSegment[]): void {
    for (const segment of segments) segment.references++;
  }

  release(segments: readonly ShardSegment[]): void {
    for (const segment of segments) {
      if (segment.references < 1) throw bug(`segment ${segment.name} is released once too often`);
      if (--segment.references === 0) this.#remove(segment);
    }
  }

  /**
   * The shard lets go of the folder: files of segments that no commit and no open searcher holds go, and nothing is
   * deleted any more once it resolves. What a searcher still holds then stays until the shard is opened again.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#leave(this.#view);
    this.release(this.#segments);
    this.#closed = true;
    await Promise.all(this.#deleting);
  }

  /** No file is deleted any more: nobody knows what the disk holds. */
  abandon(): void {
    this.#closed = true;
  }

  #leave(view: SearchView): void {
    if (--view.references > 0) return;
    this.release(view.segments);
    for (const listener of view.closeListeners) listener();
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
      const deleting = this.#directory
        .delete(file)
        .catch(() => undefined)
        .finally(() => this.#deleting.delete(deleting));
      this.#deleting.add(deleting);
    }
  }
}

function newView(frozen: FrozenSegments, generation: number): SearchView {
  return { ...frozen, generation, references: 1, closeListeners: [] };
}
