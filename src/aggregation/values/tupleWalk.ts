import type { BucketOrds } from '../framework/bucketOrds.ts';
import type { TuplePage } from './tuplePage.ts';

/** Tuples of a run, unless the block ends before. */
const TUPLES_OF_A_RUN = 8192;

/** Where the walk stands at a source: in the list of the document's ids. */
interface Level {
  ids: readonly number[];
  at: number;
  /** Whether the ids are in the order of the page. */
  isSorted: boolean;
  /** The number of the tuple up to here. */
  tuple: number;
  /** Whether the tuple up to here is that of `after`. */
  isAfter: boolean;
}

/**
 * Walks through the combinations of a document's ids, one list for each source. With a page, in its order: the walk
 * ends with the first combination beyond it, and leaves out those before it.
 */
export class TupleWalk {
  readonly #pairs: readonly BucketOrds[];
  readonly #page: TuplePage | null;
  readonly #levels: readonly Level[];
  /** The level whose next id is looked at; -1 at the end. */
  #depth = -1;
  readonly #tuple: number[];

  constructor(pairs: readonly BucketOrds[], page: TuplePage | null) {
    this.#pairs = pairs;
    this.#page = page;
    this.#levels = [null, ...pairs].map(() => ({
      ids: [],
      at: 0,
      isSorted: false,
      tuple: 0,
      isAfter: false,
    }));
    this.#tuple = this.#levels.map(() => 0);
  }

  /** Begins with a document. */
  begin(lists: readonly (readonly number[])[]): void {
    const page = this.#page;
    for (const [source, level] of this.#levels.entries()) {
      level.ids = lists[source];
      level.at = 0;
      level.isSorted = page === null;
    }
    const [first] = this.#levels;
    if (page !== null) first.ids = first.ids.filter((id) => page.mayBegin(id));
    this.#depth = lists.some(({ length }) => length === 0) ? -1 : 0;
  }

  /** Writes the next combinations to `out`, at most so many that a run is full; true at the end. */
  fill(out: number[]): boolean {
    const deepest = this.#levels.length - 1;
    while (this.#depth >= 0 && out.length < TUPLES_OF_A_RUN) {
      const source = this.#depth;
      const level = this.#levels[source];
      if (!level.isSorted) this.#sort(level, source);
      if (level.at === level.ids.length) {
        level.at = 0;
        this.#depth--;
        continue;
      }
      const id = level.ids[level.at++];
      this.#tuple[source] = id;
      if (!this.#mayFollow(source, id)) continue;
      if (source < deepest) {
        this.#number(source, id);
        this.#depth++;
      } else if (this.#page?.isBeyond(this.#tuple)) this.#depth = -1;
      else {
        const tuple = this.#number(source, id);
        this.#page?.add(tuple);
        out.push(tuple);
      }
    }
    return this.#depth < 0;
  }

  /** Whether the tuple up to this source, or one that begins with it, may come after `after`. */
  #mayFollow(source: number, id: number): boolean {
    const page = this.#page;
    const level = this.#levels[source];
    level.isAfter = page !== null && (source === 0 ? page.hasAfter : this.#levels[source - 1].isAfter);
    if (page === null || !level.isAfter) return true;
    const order = page.compareToAfter(source, id);
    level.isAfter = order === 0;
    return order > 0 || (order === 0 && source < this.#levels.length - 1);
  }

  #number(source: number, id: number): number {
    const tuple = source === 0 ? id : this.#pairs[source - 1].add(this.#levels[source - 1].tuple, id);
    this.#levels[source].tuple = tuple;
    return tuple;
  }

  #sort(level: Level, source: number): void {
    const page = this.#page;
    if (page !== null) level.ids = [...level.ids].sort((a, b) => page.compare(source, a, b));
    level.isSorted = true;
  }
}
