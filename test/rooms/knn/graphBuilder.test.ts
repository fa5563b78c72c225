import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphShape } from '../../../src/knn/graph.ts';
import type { GraphBuilder } from '../../../src/knn/graphBuilder.ts';
import { inspectLibraryFile } from '../../../src/knn/graphFile.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../../src/knn/hnswLibrary.ts';
import { InProcessBuilder } from '../../../src/knn/inProcessBuilder.ts';
import { spaceTypes } from '../../../src/knn/spaceTypes.ts';
import { WorkerBuilder } from '../../../src/knn/workerBuilder.ts';
import { bundleGraphWorker, randomRows, temporaryDirectory, vectorsOf } from './support.ts';

const library = loadHnswLibrary() as HnswLibrary;
const { directory, path, remove } = temporaryDirectory();
let script: string;
const builders: GraphBuilder[] = [];

beforeAll(async () => {
  script = await bundleGraphWorker('builder');
});
afterAll(async () => {
  await Promise.all(builders.map((builder) => builder.close()));
  remove();
});

const inProcess = new InProcessBuilder(library);

function workers(scriptPath: string, size = 2, fallback: GraphBuilder = inProcess): WorkerBuilder {
  const builder = new WorkerBuilder(pathToFileURL(scriptPath), size, fallback);
  builders.push(builder);
  return builder;
}

function shapeOf(count: number, dimension: number): GraphShape {
  const space = spaceTypes.get('l2');
  if (!space) throw new Error('l2');
  return { space, dimension, m: 8, efConstruction: 50, count };
}

async function bytesOf(builder: GraphBuilder, name: string, rows: number[][]): Promise<Uint8Array> {
  const shape = shapeOf(rows.length, rows[0].length);
  const added: number[] = [];
  await builder.build(shape, vectorsOf(rows), `${path}/${name}`, (count) => void added.push(count));
  expect(added.at(-1)).toBe(rows.length);
  const bytes = await directory.read(name);
  inspectLibraryFile(name, bytes, shape);
  return bytes;
}

const failing: GraphBuilder = {
  build: () => Promise.reject(new Error('fallback used')),
  grow: () => null,
  close: async () => undefined,
};

describe('building graphs', () => {
  it('gives the same file in a worker thread as on the main thread, several at once', async () => {
    const pool = workers(script, 2, failing);
    const sets = [1, 2, 3, 4, 5].map((seed) => randomRows(300, 5, seed));
    const built = await Promise.all(sets.map((rows, i) => bytesOf(pool, `pool${i}`, rows)));
    for (const [i, rows] of sets.entries()) {
      expect(built[i]).toEqual(await bytesOf(inProcess, `main${i}`, rows));
    }
  });

  it('sends large sets in batches', async () => {
    const rows = randomRows(700, 1000, 7);
    const pool = workers(script, 1, failing);
    const [built, other] = [await bytesOf(pool, 'large', rows), await bytesOf(inProcess, 'large2', rows)];
    expect(Buffer.compare(built, other)).toBe(0);
  });

  it('takes over the native object of the last build of its kind, and nothing of what was in it', async () => {
    let objects = 0;
    class Counted extends library.HierarchicalNSW {
      constructor(...args: ConstructorParameters<HnswLibrary['HierarchicalNSW']>) {
        super(...args);
        objects++;
      }
    }
    const counting = new InProcessBuilder({ HierarchicalNSW: Counted });
    const [first, larger, other] = [randomRows(600, 6, 1), randomRows(900, 6, 2), randomRows(300, 7, 3)];
    const fresh = await bytesOf(counting, 'first', first);
    expect(objects).toBe(1);
    await bytesOf(counting, 'larger', larger);
    expect(await bytesOf(counting, 'again', first)).toEqual(fresh);
    expect(objects).toBe(1);
    await bytesOf(counting, 'other dimension', other);
    expect(await bytesOf(counting, 'once more', first)).toEqual(fresh);
    expect(objects).toBe(3);
    const both = await Promise.all([bytesOf(counting, 'a', first), bytesOf(counting, 'b', larger)]);
    expect(both[0]).toEqual(fresh);
    expect(objects).toBe(4);
  });

  it('rejects what the library must not see, and goes on', async () => {
    const pool = workers(script, 1, failing);
    const rows = randomRows(300, 3);
    const bad = rows.with(17, [1, Number.NaN, 2]);
    for (const builder of [pool, inProcess]) {
      await expect(bytesOf(builder, 'bad', bad)).rejects.toThrow('no finite number');
      expect((await bytesOf(builder, 'good', rows)).length).toBeGreaterThan(0);
    }
  });

  it('builds on the main thread where the script is missing', async () => {
    const pool = workers(join(path, 'missing.mjs'));
    const rows = randomRows(300, 3);
    expect(await bytesOf(pool, 'fallback', rows)).toEqual(await bytesOf(inProcess, 'fallback2', rows));
    expect(await bytesOf(pool, 'fallback3', rows)).toEqual(await bytesOf(inProcess, 'fallback4', rows));
  });

  it('fails the build of a thread that dies, and starts another for the next', async () => {
    const dying = join(path, 'dying.mjs');
    writeFileSync(
      dying,
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ kind }) => {
         if (kind === 'finish') process.exit(3);
         parentPort.postMessage({ kind: 'ready' });
       });`,
    );
    const pool = workers(dying, 1, failing);
    for (let i = 0; i < 2; i++) {
      await expect(bytesOf(pool, 'dead', randomRows(10, 2))).rejects.toThrow('the graph worker ended');
    }
  });

  it('lets another thread try once more what one died of', async () => {
    const marker = join(path, 'died');
    const once = join(path, 'once.mjs');
    writeFileSync(
      once,
      `import { existsSync, writeFileSync } from 'node:fs';
       import { parentPort } from 'node:worker_threads';
       if (existsSync(${JSON.stringify(marker)})) await import(${JSON.stringify(script)});
       else parentPort.on('message', ({ kind }) => {
         if (kind === 'finish') {
           writeFileSync(${JSON.stringify(marker)}, '');
           process.exit(3);
         }
         parentPort.postMessage({ kind: 'ready' });
       });`,
    );
    const rows = randomRows(300, 3);
    const retried = await bytesOf(workers(once, 1, failing), 'retried', rows);
    expect(retried).toEqual(await bytesOf(inProcess, 'retried2', rows));
  });

  it('ends what runs and what waits when it is closed', async () => {
    const pool = workers(script, 1, failing);
    const builds = [1, 2, 3].map((seed) => bytesOf(pool, `closed${seed}`, randomRows(3000, 20, seed)));
    const outcomes = Promise.allSettled(builds);
    await pool.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
