import type { LeafContext } from '../../query/index.ts';
import { BLOCK_DOCS, type DocBlock } from '../framework/aggregator.ts';
import { identity } from '../framework/growable.ts';
import { compareIds, type IdRun, type Key, type KeyReader, type KeySource } from './keys.ts';
import type { TupleKeys, TupleParts } from './keyTuples.ts';

/** An id that no document has had. */
const NONE = Number.POSITIVE_INFINITY;
/** Most blocks have a key a document at most. */
const ROOM = 2 * BLOCK_DOCS;

/**
 * The keys of one source as tuples of one. Documents without a key share an id of their own, where they are kept:
 * the next one when the first of them is met; the source's ids after it move up by one.
 */
export class SingleKeys implements TupleKeys {
  readonly #source: KeySource;
  readonly #keepsAbsent: boolean;
  #absent = NONE;

  constructor(source: KeySource, keepsAbsent: boolean) {
    this.#source = source;
    this.#keepsAbsent = keepsAbsent;
  }

  get size(): number {
    return this.#source.size + (this.#absent === NONE ? 0 : 1);
  }

  key(id: number): Key {
    return this.#source.key(this.#sourceId(id));
  }

  parts(id: number): TupleParts {
    return [this.part(id)];
  }

  part(id: number): Key | null {
    return id === this.#absent ? null : this.key(id);
  }

  comparePart(_source: number, a: number, b: number): number | null {
    if (a === b) return 0;
    if (a === this.#absent || b === this.#absent) return null;
    return compareIds(this.#source, this.#sourceId(a), this.#sourceId(b));
  }

  addAll(): void {}

  leaf(leaf: LeafContext): KeyReader {
    const reader = this.#source.leaf(leaf);
    if (!this.#keepsAbsent) return reader;
    const ids = new Uint32Array(ROOM);
    const positions = new Uint32Array(ROOM);
    return {
      read: (block) => {
        const run = reader.read(block);
        if (run.dense && this.#absent === NONE) return run;
        const room = run.count + block.count;
        if (room <= ROOM) return this.#withAbsent(block, run, ids, positions);
        return this.#withAbsent(block, run, new Uint32Array(room), new Uint32Array(room));
      },
    };
  }

  #sourceId(id: number): number {
    return id > this.#absent ? id - 1 : id;
  }

  #withAbsent(block: DocBlock, run: IdRun, ids: Uint32Array, positions: Uint32Array): IdRun {
    if (this.#absent === NONE) this.#absent = this.#source.size;
    const absent = this.#absent;
    let count = 0;
    for (let position = 0, i = 0; position < block.count; position++) {
      const first = count;
      for (; i < run.count && run.positions[i] === position; i++) {
        const id = run.ids[i];
        ids[count] = id < absent ? id : id + 1;
        positions[count++] = position;
      }
      if (count > first) continue;
      ids[count] = absent;
      positions[count++] = position;
    }
    // Each document has one at least.
    const dense = count === block.count;
    return { ids, positions: dense ? identity(count) : positions, count, dense };
  }
}
