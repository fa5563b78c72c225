import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc, { type Scheduler } from 'fast-check';
import { ManualClock } from '../../../src/common/index.ts';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { allocatedBytes, EXACT_BELOW } from '../../../src/knn/graph.ts';
import type { GraphBuilder } from '../../../src/knn/graphBuilder.ts';
import { graphFiles } from '../../../src/knn/graphFile.ts';
import { originalFileBytes, weightKb } from '../../../src/knn/graphSize.ts';
import { HnswWriter } from '../../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../../src/knn/hnswLibrary.ts';
import { type KnnNode, KnnPlugin, NativeBudget, warmUp } from '../../../src/knn/index.ts';
import type { KnnShard } from '../../../src/knn/knnShard.ts';
import { spaceTypes } from '../../../src/knn/spaceTypes.ts';
import type { SegmentReader } from '../../../src/segment/index.ts';
import {
  mapperOf,
  putFile,
  randomRows,
  segmentOf,
  shardCopy,
  temporaryDirectory,
  vectorField,
  vectorInfo,
  vectorsOf,
} from './support.ts';

/**
 * Two indices of two segments each on one node, over a native library that the scheduler times: reads and builds end
 * when it says, so that a seed gives every order of loads, evictions, deletions, and what else a cluster does.
 */

const INDICES = ['a', 'b'] as const;
const SEGMENTS = ['_0', '_1'] as const;
const info = vectorInfo({ dimension: 1, m: 2, efConstruction: 2 });
const field = vectorField('v', info);
const mapper = mapperOf(field);
const space = spaceTypes.get('l2');
if (!space) throw new Error('l2');
const shape = { space, dimension: 1, m: 2, efConstruction: 2, count: EXACT_BELOW };
const BYTES = allocatedBytes(shape);
const WEIGHT_KB = weightKb(originalFileBytes('nmslib', shape));
const LOST = graphFiles('_1', 'v').header;
const rows = randomRows(EXACT_BELOW, 1, 1);

/** A file of the real library for every graph here: they all have these vectors. */
async function libraryFile(): Promise<Uint8Array> {
  const { directory, path, remove } = temporaryDirectory();
  try {
    const writer = new HnswWriter(loadHnswLibrary() as HnswLibrary, shape);
    writer.add(vectorsOf(rows).values);
    writer.finish(`${path}/graph`);
    return await directory.read('graph');
  } finally {
    remove();
  }
}
const file = await libraryFile();

/** A folder in memory that pretends to have a path, as graph files need one. */
function diskFolder(path: string): Directory {
  return new Proxy<Directory>(new RamDirectory(), {
    get: (target, name) => {
      if (name === 'path') return path;
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** What the native library holds, and what went wrong with it. */
class NativeWorld {
  /** Objects with a graph in them. */
  live = 0;
  building = 0;
  /** Reads in progress, by file. */
  readonly loading = new Map<string, number>();
  readonly faults: string[] = [];
  failNextRead = false;

  library(scheduler: Scheduler, checkBooks: () => void): HnswLibrary {
    const world = this;
    /** As much of the library's class as a graph uses. */
    class FakeIndex {
      state: 'new' | 'loaded' | 'closed' = 'new';
      async readIndex(path: string): Promise<void> {
        const now = (world.loading.get(path) ?? 0) + 1;
        world.loading.set(path, now);
        if (now > 1) world.faults.push(`${path} is loaded ${now} times at once`);
        const fails = world.failNextRead;
        world.failNextRead = false;
        checkBooks();
        await scheduler.schedule(Promise.resolve(), `read ${path}`);
        world.loading.set(path, now - 1);
        if (fails) throw new Error('EIO');
        this.state = 'loaded';
        world.live++;
      }
      initIndex(): void {
        if (this.state !== 'loaded') world.faults.push(`a graph that is ${this.state} was closed`);
        else world.live--;
        this.state = 'closed';
      }
      setEf(): void {}
      searchKnn(): { distances: number[]; neighbors: number[] } {
        if (this.state !== 'loaded') world.faults.push(`a graph that is ${this.state} was searched`);
        return { distances: [0], neighbors: [0] };
      }
    }
    return { HierarchicalNSW: FakeIndex } as unknown as HnswLibrary;
  }
}

type Command =
  | {
      readonly kind: 'search' | 'searchOne' | 'warmup' | 'delete' | 'merge' | 'failRead' | 'loseFile';
      readonly index: number;
    }
  | { readonly kind: 'limit'; readonly graphs: number }
  | { readonly kind: 'watch' | 'clear' | 'stop' };

const index = fc.nat(INDICES.length - 1);
const use = fc.record({ kind: fc.constantFrom('search' as const, 'warmup' as const), index });
const watch = fc.record({ kind: fc.constant('watch' as const) });

/** Everything that happens around a cache. */
export const anything: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: use },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('delete' as const, 'merge' as const, 'failRead' as const, 'loseFile' as const),
        index,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('limit' as const), graphs: fc.nat(4) }) },
    { weight: 2, arbitrary: watch },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('clear' as const, 'stop' as const) }) },
  ),
  { minLength: 2, maxLength: 16 },
);

/** Searches of one graph, the deletion of its index, and rounds of the watcher. */
export const deletions: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('searchOne' as const), index: fc.constant(0) }),
    fc.record({ kind: fc.constant('delete' as const), index: fc.constant(0) }),
    watch,
    watch,
  ),
  { minLength: 2, maxLength: 8 },
);

interface TestIndex {
  readonly shard: KnnShard;
  readonly directory: Directory;
  readonly segments: Map<string, SegmentReader>;
  deleted: boolean;
}

/** One history; `run` throws what the checker finds. */
export class History {
  readonly #scheduler: Scheduler;
  readonly #world = new NativeWorld();
  readonly #settings = new Map<string, string>();
  readonly #budget: NativeBudget;
  readonly #plugin: KnnPlugin;
  readonly #node: KnnNode;
  readonly #indices: TestIndex[];
  /** Searches and warmups that have no answer yet. */
  readonly #waiting = new Set<string>();
  #uses = 0;
  #stopped = false;

  /** `budgetGraphs`: how many graphs the process has room for. */
  constructor(scheduler: Scheduler, budgetGraphs: number) {
    this.#scheduler = scheduler;
    const bytes = budgetGraphs * BYTES;
    const husks = { bytes: () => 0, collect: async () => undefined };
    this.#budget = new NativeBudget({ shareBytes: bytes, machineBytes: bytes, husks });
    this.#plugin = new KnnPlugin({
      clock: new ManualClock(),
      library: this.#world.library(scheduler, () => this.#checkBooks()),
      builder: this.#builder(),
      temporaryFolder: new RamDirectory(),
      nativeMemoryBytes: 1024 ** 3,
      budget: this.#budget,
      warn: () => undefined,
      settings: () => this.#settings,
      setBreakerTriggered: async () => undefined,
    });
    this.#node = this.#plugin.node('node-0');
    this.#indices = INDICES.map((name) => {
      const directory = diskFolder(`/${name}`);
      const copy = shardCopy(name, { 'index.knn.algo_param.ef_search': '4' });
      const segments = new Map(
        SEGMENTS.map((segmentName) => [segmentName, segmentOf(segmentName, { v: vectorsOf(rows) })]),
      );
      return { directory, segments, shard: this.#node.openShard(copy, directory), deleted: false };
    });
  }

  async run(commands: readonly Command[]): Promise<void> {
    const builds = this.#indices.flatMap(({ shard, segments, directory }) =>
      [...segments.values()].map((segment) =>
        shard.segmentCreated({ segment, directory, mapper, cause: 'refresh' }),
      ),
    );
    for (const [i, build] of builds.entries()) {
      this.#waiting.add(`build ${i}`);
      void build.then(() => this.#waiting.delete(`build ${i}`));
    }
    await this.#idle();
    if (this.#waiting.size > 0) throw new Error(`wait for ever: ${[...this.#waiting].join(', ')}`);
    for (const command of commands) {
      void this.#scheduler
        .schedule(Promise.resolve(), JSON.stringify(command))
        .then(() => this.#apply(command));
    }
    await this.#idle();
    if (this.#waiting.size > 0) throw new Error(`wait for ever: ${[...this.#waiting].join(', ')}`);
    await this.#plugin.watchFiles();
    await this.#plugin.watchFiles();
    this.#checkEnd();
    await this.#plugin.close();
    this.#checkFaults();
    const { graphBytes, loadBytes, buildBytes, waiting } = this.#budget.figures;
    const left = { live: this.#world.live, graphBytes, loadBytes, buildBytes, waiting };
    if (Object.values(left).some((n) => n !== 0))
      throw new Error(`left after close: ${JSON.stringify(left)}`);
  }

  /** Until nothing is scheduled any more and nothing follows from what was. */
  async #idle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet++) {
      if (this.#scheduler.count() > 0) quiet = 0;
      while (this.#scheduler.count() > 0) await this.#scheduler.waitNext(1);
      await nextTurn();
    }
  }

  #builder(): GraphBuilder {
    return {
      build: async (_shape, _vectors, path) => {
        this.#world.building++;
        this.#checkBooks();
        await this.#scheduler.schedule(Promise.resolve(), `build ${path}`);
        this.#world.building--;
        const { directory } = this.#indices[INDICES.findIndex((name) => path.startsWith(`/${name}/`))];
        await putFile(directory, basename(path), file);
      },
      grow: () => null,
      close: async () => undefined,
    };
  }

  async #apply(command: Command): Promise<void> {
    if (this.#stopped) return;
    switch (command.kind) {
      case 'search':
      case 'searchOne':
      case 'warmup':
        return this.#use(command.kind, this.#indices[command.index]);
      case 'delete': {
        const deleted = this.#indices[command.index];
        if (deleted.deleted) return;
        deleted.deleted = true;
        deleted.shard.release();
        return deleted.directory.deleteAll();
      }
      case 'merge': {
        const { segments, shard, deleted } = this.#indices[command.index];
        if (!deleted && segments.delete('_0')) shard.segmentRemoved('_0');
        return;
      }
      case 'failRead':
        this.#world.failNextRead = true;
        return;
      case 'loseFile': {
        const { directory, deleted } = this.#indices[command.index];
        if (!deleted && (await directory.exists(LOST))) await directory.delete(LOST);
        return;
      }
      case 'limit':
        this.#settings.set('knn.memory.circuit_breaker.limit', `${command.graphs * WEIGHT_KB}kb`);
        return this.#plugin.settingsChanged(['knn.memory.circuit_breaker.limit']);
      case 'watch':
        return this.#plugin.watchFiles();
      case 'clear':
        return void this.#node.clearCache(null);
      case 'stop':
        this.#stopped = true;
        for (const { shard } of this.#indices) shard.release();
        return this.#plugin.removeNode('node-0');
    }
  }

  async #use(
    kind: 'search' | 'searchOne' | 'warmup',
    { shard, segments, deleted }: TestIndex,
  ): Promise<void> {
    if (deleted) return;
    const leaves = [...segments.values()].slice(0, kind === 'searchOne' ? 1 : undefined);
    const name = `${kind} ${++this.#uses}`;
    this.#waiting.add(name);
    try {
      if (kind === 'warmup') {
        await warmUp(this.#node, shard.warmupGraphs(leaves, mapper), { signal: null, done: () => undefined });
      } else {
        for (const segment of leaves)
          await shard.search({ segment, field, vector: Float32Array.of(1), k: 1, filter: null });
      }
    } catch (error) {
      if (!this.#stopped) this.#world.faults.push(`${kind}: ${(error as Error).message}`);
    }
    this.#waiting.delete(name);
  }

  /** What is in native memory, and on its way there, has been reserved, and fits. */
  #checkBooks(): void {
    const { graphBytes, loadBytes, buildBytes, totalBytes } = this.#budget.figures;
    const { live, building } = this.#world;
    const reads = [...this.#world.loading.values()].reduce((sum, n) => sum + n, 0);
    const reserved = graphBytes + loadBytes + buildBytes;
    if ((live + reads + building) * BYTES > reserved) {
      this.#world.faults.push(
        `${live} graphs, ${reads} reads, ${building} builds; reserved ${reserved / BYTES}`,
      );
    }
    // A build may run alone when cached graphs leave no room.
    if (reserved > totalBytes && (loadBytes > 0 || buildBytes > BYTES)) {
      this.#world.faults.push(`${reserved / BYTES} graphs reserved of ${totalBytes / BYTES}`);
    }
  }

  #checkEnd(): void {
    this.#checkFaults();
    const keys = this.#stopped ? [] : this.#node.cache.keys();
    for (const [i, { segments, deleted }] of this.#indices.entries()) {
      const dead = keys.filter((key) => {
        const [uuid, , segment] = key.split('/');
        return uuid === `${INDICES[i]}-uuid` && (deleted || !segments.has(segment));
      });
      if (dead.length > 0) throw new Error(`graphs of dead owners stay in the cache: ${dead.join(', ')}`);
    }
    const { live } = this.#world;
    const { graphBytes, loadBytes, buildBytes } = this.#budget.figures;
    if (graphBytes !== live * BYTES || loadBytes + buildBytes !== 0) {
      const books = JSON.stringify({ graphBytes, loadBytes, buildBytes });
      throw new Error(`${live} graphs of ${BYTES} bytes are open, the budget says ${books}`);
    }
    if (live > keys.length) throw new Error(`${live} graphs are open, ${keys.length} in the cache`);
  }

  #checkFaults(): void {
    if (this.#world.faults.length > 0) throw new Error(this.#world.faults.join('; '));
  }
}
