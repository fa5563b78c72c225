import { type Pacer, TURN_NANOS } from '../common/index.ts';
import type { DocLoops, LeafContext, LoopOverDocs, LoopPass, QueryShardContext } from './types.ts';

const DOCS_BETWEEN_LOOKS = 256;
/** Longer than other turns: whatever is quick in the search is done anew after each. */
const LOOP_NANOS = 3n * TURN_NANOS;

/** Goes over documents one by one; a search has turns of the event loop meanwhile. */
export function docLoop<T>(context: QueryShardContext, over: LoopOverDocs, begin: () => LoopPass<T>): T {
  const { loops, checkCancelled } = context;
  return loops === undefined ? through(begin(), checkCancelled) : loops.run(over, begin, checkCancelled);
}

function through<T>(pass: LoopPass<T>, checkCancelled: () => void): T {
  const { count } = pass;
  for (let from = 0; from < count; from += DOCS_BETWEEN_LOOKS) {
    pass.look(from, Math.min(count, from + DOCS_BETWEEN_LOOKS));
    checkCancelled();
  }
  return pass.result();
}

/** Thrown by a loop whose turn is over. */
class TurnOver extends Error {}

/** A loop on its way, or at its end. */
interface Begun {
  readonly leaf: LeafContext;
  readonly among: Uint32Array | undefined;
  readonly pass: LoopPass<unknown>;
  next: number;
}

/**
 * The loops over documents of one shard's search. Queries answer at once; but a script, or the positions of words, for
 * each of a million documents would hold the event loop for seconds. When its turn is over, such a loop keeps what it
 * has and throws; `complete` pauses and asks the query again: it does anew what is quick, and the loop goes on.
 */
export class PausingDocLoops implements DocLoops {
  readonly #pacer: Pacer;
  readonly #nanoTime: () => bigint;
  readonly #begun = new Map<string, Begun[]>();
  #mayPause = false;

  constructor(pacer: Pacer, nanoTime: () => bigint) {
    this.#pacer = pacer;
    this.#nanoTime = nanoTime;
  }

  /** What `ask` answers, in as many turns as its loops need. Outside of loops it must change nothing before them. */
  async complete<T>(ask: () => T): Promise<T> {
    try {
      for (;;) {
        const answer = this.#attempt(ask);
        if (answer !== null) return answer.value;
        await this.#pacer.pause();
      }
    } finally {
      this.#begun.clear();
    }
  }

  run<T>(over: LoopOverDocs, begin: () => LoopPass<T>, checkCancelled: () => void): T {
    if (!this.#mayPause) return through(begin(), checkCancelled);
    const loop = this.#find(over) ?? this.#add(over, begin());
    const { count } = loop.pass;
    const start = this.#nanoTime();
    while (loop.next < count) {
      const to = Math.min(count, loop.next + DOCS_BETWEEN_LOOKS);
      loop.pass.look(loop.next, to);
      loop.next = to;
      checkCancelled();
      if (to < count && this.#nanoTime() - start >= LOOP_NANOS) throw new TurnOver();
    }
    return loop.pass.result() as T;
  }

  /** null: a turn was over. */
  #attempt<T>(ask: () => T): { readonly value: T } | null {
    this.#mayPause = true;
    try {
      return { value: ask() };
    } catch (error) {
      if (error instanceof TurnOver) return null;
      throw error;
    } finally {
      this.#mayPause = false;
    }
  }

  #find({ key, leaf, among }: LoopOverDocs): Begun | undefined {
    return this.#begun.get(key)?.find((loop) => loop.leaf === leaf && sameDocs(loop.among, among));
  }

  #add({ key, leaf, among }: LoopOverDocs, pass: LoopPass<unknown>): Begun {
    const loop: Begun = { leaf, among, pass, next: 0 };
    const known = this.#begun.get(key);
    if (known === undefined) this.#begun.set(key, [loop]);
    else known.push(loop);
    return loop;
  }
}

function sameDocs(a: Uint32Array | undefined, b: Uint32Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.length !== b.length) return false;
  if (a.buffer === b.buffer && a.byteOffset === b.byteOffset) return true;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
