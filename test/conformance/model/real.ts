import { ManualClock, type Random, SeededRandom } from '../../../src/common/index.ts';
import { openRockpool, type Rockpool } from '../../../src/library/index.ts';

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

export const NODES = ['node-1', 'node-2', 'node-3'];

const MAPPINGS = {
  properties: { n: { type: 'long' }, k: { type: 'keyword' }, v: { type: 'knn_vector', dimension: 2 } },
};
const EXACT_MAPPINGS = {
  properties: {
    ...MAPPINGS.properties,
    v: { type: 'knn_vector', dimension: 2, method: { name: 'hnsw', engine: 'lucene', space_type: 'l2' } },
  },
};

/** The body that makes an index of the model: one replica, refreshed when asked. Those of one shard have Lucene vectors. */
export const indexBody = (shards: number) => ({
  settings: {
    number_of_shards: shards,
    number_of_replicas: 1,
    refresh_interval: -1,
    // Versions of deleted documents are remembered however long a sequence waits.
    'index.gc_deletes': '1d',
    'index.knn': true,
  },
  mappings: shards === 1 ? EXACT_MAPPINGS : MAPPINGS,
});

/** The same ids in every sequence, so that a sequence can be run again; others than those of the indices before it. */
class RepeatedRandom implements Random {
  #random = new SeededRandom(1);

  next(): number {
    return this.#random.next();
  }

  bytes(count: number): Uint8Array {
    return this.#random.bytes(count);
  }

  begin(): void {
    this.#random = new SeededRandom(2);
  }
}

/** An engine of three virtual nodes in memory, asked as a program would; it keeps what it was asked. */
export class Real implements AsyncDisposable {
  readonly #pool: Rockpool;
  readonly #random: RepeatedRandom;
  #asked: string[] = [];

  private constructor(pool: Rockpool, random: RepeatedRandom) {
    this.#pool = pool;
    this.#random = random;
  }

  /** With the indices that every sequence begins with. */
  static async open(): Promise<Real> {
    const random = new RepeatedRandom();
    const real = new Real(
      await openRockpool({ nodes: NODES.length, clock: new ManualClock(), random }),
      random,
    );
    await real.ask('PUT', '/_cluster/settings', { persistent: { 'action.auto_create_index': 'false' } });
    await real.ask('PUT', '/a', indexBody(2));
    await real.ask('PUT', '/b', indexBody(1));
    await real.#pool.snapshot();
    return real;
  }

  /** What was asked since the beginning, a request a line. */
  get asked(): readonly string[] {
    return this.#asked;
  }

  async reset(): Promise<void> {
    this.#random.begin();
    await this.#pool.reset();
    this.#asked = [];
  }

  /** Ends the engine and starts one over what it has committed. */
  async restart(): Promise<void> {
    this.#asked.push('restart');
    await this.#pool.snapshot('restart');
    await this.#pool.reset('restart');
  }

  /** The type says what the caller will find in a successful answer. */
  async ask<Body>(method: string, path: string, body: string | object | null = null): Promise<Answer<Body>> {
    const shown = body === null ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`;
    this.#asked.push(`${method} ${path}${shown}`);
    const answer = await this.#pool.request(method, path, body);
    return { status: answer.status, body: structuredClone(answer.json<Body>()) };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool.close();
  }
}

interface ErrorBody {
  readonly error?: { readonly type: string };
}

/** Status and type of an error's answer; what `read` makes of any other. */
export function outcome<Body, Read>(
  { status, body }: Answer<Body>,
  read: (body: Body) => Read,
): { readonly status: number; readonly error: string } | { readonly status: number; readonly answer: Read } {
  const { error } = body as ErrorBody;
  return error === undefined ? { status, answer: read(body) } : { status, error: error.type };
}
