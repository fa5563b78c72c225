import { bug } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import {
  IdFilter,
  type LeafReader,
  type SegmentIds,
  segmentFileName,
  type Utf8Key,
} from '../segment/index.ts';
import type { ShardSegment } from './shardSegment.ts';
import type { EngineSearcher } from './types.ts';

/** The segments of one moment with the deletions of that moment. */
export interface FrozenSegments {
  readonly segments: readonly ShardSegment[];
  readonly leaves: readonly LeafReader[];
}

/** A document in a segment. */
export interface SegmentDocument {
  readonly in: 'segment';
  readonly segment: ShardSegment;
  readonly doc: number;
}

/** The filter of all ids is made for twice as many documents as there are. */
const FILTER_GROWTH = 2;

/** What searchers see. Reference counted: files are kept while a searcher is open. */
interface SearchView extends FrozenSegments {
  readonly generation: number;
  references: number;
  readonly closeListeners: (() => void)[];
}

/**
 * The segments of a shard: the current ones, and those visible to searchers since the last refresh. Files of
 * unreferenced segments are deleted.
 */
export class SegmentList {
  readonly #directory: Directory;
  readonly #onRemoved: (segmentName: string) => void;
  #segments: readonly ShardSegment[] = [];
  /** Of the segments, in their order. */
  #ids: readonly SegmentIds[] = [];
  /** Rules out ids that no segment has: a new document's id is not looked up in each of them. */
  readonly #idFilter = new IdFilter(FILTER_GROWTH);
  #view: SearchView = newView({ leaves: [], segments: [] }, 0);
  #closed = false;
  /** Files being deleted. */
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
    this.#setSegments([...this.#segments, segment]);
    this.#idFilter.add(segment.ids);
  }

  /** Puts `merged` (`null` if nothing was left) at the position of the first of `sources`. */
  replace(sources: readonly ShardSegment[], merged: ShardSegment | null): void {
    // Sources that lost their last document meanwhile have already been removed.
    const present = this.#segments.filter((segment) => sources.includes(segment));
    const added = merged === null ? [] : [merged];
    this.retain(added);
    const kept = this.#segments.flatMap((segment) => {
      if (segment === present[0]) return added;
      return present.includes(segment) ? [] : [segment];
    });
    this.#setSegments(kept);
    const ids = present.map(({ ids }) => ids);
    if (merged !== null && present.length > 0) this.#idFilter.merge(ids, merged.ids);
    this.release(present);
    if (present.length === 0) this.release(added);
  }

  /** The live document of an id. */
  findLive(key: Utf8Key): SegmentDocument | null {
    if (!this.#idFilter.mayContain(key.hash)) return null;
    const segments = this.#segments;
    for (let i = segments.length - 1; i >= 0; i--) {
      const doc = segments[i].findLive(key);
      if (doc !== -1) return { in: 'segment', segment: segments[i], doc };
    }
    this.#idFilter.countMiss(this.#ids);
    return null;
  }

  /**
   * The segments with their current deletions. Their files are kept until publish() or release(). Later
   * deletions and merges are not included.
   */
  freeze(): FrozenSegments {
    this.dropEmpty();
    const segments = this.#segments;
    this.retain(segments);
    return { segments, leaves: segments.map((segment) => segment.reader()) };
  }

  /**
   * Makes the frozen segments visible to searches, followed by `added`: a segment of documents written before
   * the same moment, whose lastReader is the state at that moment. Returns false if nothing changes for
   * searches.
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
   * The shard releases the folder: files of segments that neither a commit nor an open searcher holds are
   * deleted, and nothing is deleted after it resolves. Files that a searcher still holds remain until the
   * shard is opened again.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#leave(this.#view);
    this.release(this.#segments);
    this.#closed = true;
    await Promise.all(this.#deleting);
  }

  /** Stops deleting files, because it is unknown what the disk contains. */
  abandon(): void {
    this.#closed = true;
  }

  #setSegments(segments: readonly ShardSegment[]): void {
    this.#segments = segments;
    this.#ids = segments.map(({ ids }) => ids);
  }

  #leave(view: SearchView): void {
    if (--view.references > 0) return;
    this.release(view.segments);
    for (const listener of view.closeListeners) listener();
  }

  /** Removes segments without live documents, as Lucene does. */
  dropEmpty(): void {
    const empty = this.#segments.filter((segment) => segment.reader().numDocs === 0);
    for (const segment of empty) this.replace([segment], null);
  }

  #remove(segment: ShardSegment): void {
    if (this.#closed) return;
    this.#onRemoved(segment.name);
    // Files that cannot be deleted now are deleted when the shard is opened again.
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
