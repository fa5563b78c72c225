import { TopN } from '../../common/index.ts';
import { BucketCounts } from '../framework/growable.ts';
import { compareIds, compareKeys, type Key, type KeySource } from './keys.ts';

/** A value for each source; `null` if the document has none. */
export type TupleParts = readonly (Key | null)[];

/** In place of the 1-based id of a source's key: the document has none. */
export const ABSENT = 0;

/** How the keys of a source are ordered. */
export interface SourceOrder {
  readonly ascending: boolean;
  /** Whether documents without a value come first. */
  readonly nullFirst: boolean;
}

export function compareParts(a: Key | null, b: Key | null, order: SourceOrder): number {
  if (a === null || b === null) return compareAbsent(a === null, b === null, order);
  return order.ascending ? compareKeys(a, b) : compareKeys(b, a);
}

function compareAbsent(a: boolean, b: boolean, { nullFirst }: SourceOrder): number {
  if (a === b) return 0;
  return a === nullFirst ? -1 : 1;
}

interface PageOptions {
  readonly sources: readonly KeySource[];
  readonly orders: readonly SourceOrder[];
  readonly size: number;
  /** Tuples up to this one are on earlier pages. */
  readonly after: TupleParts | null;
}

/**
 * The first tuples seen so far that come after `after`, as many as are wanted: what comes after the last of them need
 * not be counted. Tuples are lists of 1-based ids, or ABSENT, one for each source.
 */
export class TuplePage {
  readonly #options: PageOptions;
  readonly #top: TopN<number>;
  readonly #met = new Set<number>();
  /** The last tuple, once there are as many as are wanted. */
  #last: readonly number[] | null = null;
  /** By source and id: 0 if unknown, otherwise 2 + the order of its key and the one of `after`. */
  readonly #besideAfter: readonly BucketCounts[];
  readonly #idsOf: (tuple: number) => readonly number[];

  constructor(options: PageOptions, idsOf: (tuple: number) => readonly number[]) {
    this.#options = options;
    this.#idsOf = idsOf;
    this.#top = new TopN(options.size, (a, b) => this.#compareTuples(idsOf(a), idsOf(b)));
    this.#besideAfter = options.sources.map(() => new BucketCounts());
  }

  get hasAfter(): boolean {
    return this.#options.after !== null;
  }

  /** Compares two keys of a source. */
  compare(source: number, a: number, b: number): number {
    if (a === b) return 0;
    const order = this.#options.orders[source];
    if (a === ABSENT || b === ABSENT) return compareAbsent(a === ABSENT, b === ABSENT, order);
    const ascending = compareIds(this.#options.sources[source], a - 1, b - 1);
    return order.ascending ? ascending : -ascending;
  }

  /** Compares a key with that of `after`. */
  compareToAfter(source: number, id: number): number {
    const { sources, orders, after } = this.#options;
    const known = this.#besideAfter[source].ensure(id + 1);
    if (known[id] === 0) {
      const key = id === ABSENT ? null : sources[source].key(id - 1);
      known[id] = 2 + Math.sign(compareParts(key, after?.[source] ?? null, orders[source]));
    }
    return known[id] - 2;
  }

  /** Whether tuples that begin with this key may be on the page. */
  mayBegin(id: number): boolean {
    if (this.hasAfter && this.compareToAfter(0, id) < 0) return false;
    return this.#last === null || this.compare(0, id, this.#last[0]) <= 0;
  }

  /** Whether the tuple comes after the last one of a full page. */
  isBeyond(ids: readonly number[]): boolean {
    return this.#last !== null && this.#compareTuples(ids, this.#last) > 0;
  }

  /** Adds a tuple that is not beyond the page. */
  add(tuple: number): void {
    if (this.#met.has(tuple)) return;
    const dropped = this.#top.last();
    if (dropped !== undefined) this.#met.delete(dropped);
    this.#met.add(tuple);
    this.#top.add(tuple);
    const last = this.#top.last();
    if (last !== undefined) this.#last = this.#idsOf(last);
  }

  #compareTuples(a: readonly number[], b: readonly number[]): number {
    for (let source = 0; source < a.length; source++) {
      const order = this.compare(source, a[source], b[source]);
      if (order !== 0) return order;
    }
    return 0;
  }
}
