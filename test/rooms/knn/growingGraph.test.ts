import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocatedBytes, type GraphShape } from '../../../src/knn/graph.ts';
import type { GraphInProgress } from '../../../src/knn/graphBuilder.ts';
import { GrowingGraph } from '../../../src/knn/growingGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../../src/knn/hnswLibrary.ts';
import { InProcessBuilder } from '../../../src/knn/inProcessBuilder.ts';
import { NativeBudget } from '../../../src/knn/nativeBudget.ts';
import { spaceTypes } from '../../../src/knn/spaceTypes.ts';
import { WorkerBuilder } from '../../../src/knn/workerBuilder.ts';
import type { BufferedVectors } from '../../../src/segment/index.ts';
import { bundleGraphWorker, randomRows, temporaryDirectory, turn, vectorsOf } from './support.ts';

const library = loadHnswLibrary() as HnswLibrary;
const { directory, path, remove } = temporaryDirectory();
let pool: WorkerBuilder;

beforeAll(async () => {
  const script = pathToFileURL(await bundleGraphWorker('growing'));
  pool = new WorkerBuilder(script, 2, new InProcessBuilder(library));
});
afterAll(async () => {
  await pool.close();
  remove();
});

const noHusks = { bytes: () => 0, collect: async () => undefined };

function budgetOf(bytes: number): NativeBudget {
  return new NativeBudget({ shareBytes: bytes, machineBytes: bytes, husks: noHusks });
}

function shapeOf(count: number): GraphShape {
  const space = spaceTypes.get('l2');
  if (!space) throw new Error('l2');
  return { space, dimension: 6, m: 8, efConstruction: 40, count };
}

/** A buffer that has the first `count` of some rows. */
class GrowingBuffer implements BufferedVectors {
  readonly field = 'v';
  readonly dimension = 6;
  readonly #values: Float32Array;
  count = 0;

  constructor(rows: readonly (readonly number[])[]) {
    this.#values = Float32Array.from(rows.flat());
  }

  rows(from: number, to: number): Float32Array {
    if (to > this.count) throw new Error('rows that nobody has written yet');
    return this.#values.slice(from * 6, to * 6);
  }
}

function start(
  vectors: BufferedVectors,
  budget: NativeBudget,
  open: (shape: GraphShape) => GraphInProgress | null = (shape) => pool.grow(shape),
): GrowingGraph | null {
  const parts = { shape: shapeOf(600), vectors, member: budget.join(), maxGraphBytes: () => 2 ** 30 };
  return GrowingGraph.start(parts, open);
}

describe('a graph that grows with an index buffer', () => {
  it('is the graph that is built at once, whatever the steps were', async () => {
    const rows = randomRows(2300, 6, 5);
    const vectors = vectorsOf(rows);
    await new InProcessBuilder(library).build(shapeOf(2300), vectors, `${path}/whole`, () => undefined);
    const whole = await directory.read('whole');
    for (const steps of [[2300], [70, 71, 700, 1300, 2299], [600, 1200, 2000]]) {
      const buffer = new GrowingBuffer(rows);
      const budget = budgetOf(2 ** 30);
      const graph = start(buffer, budget);
      for (const count of steps) {
        buffer.count = count;
        graph?.grew();
        await turn();
      }
      const added: number[] = [];
      graph?.releaseMemory();
      const done = await graph?.finish(vectors, `${path}/grown`, (count) => void added.push(count));
      expect(done).toBe(true);
      expect(added.at(-1)).toBe(2300);
      expect(Buffer.compare(await directory.read('grown'), whole)).toBe(0);
      expect(budget.figures.buildBytes).toBe(0);
    }
  });

  it('has the next batch with the thread before the last one is answered', async () => {
    const buffer = new GrowingBuffer(randomRows(2000, 6));
    const sent: { rows: number; answer: () => void }[] = [];
    const slow: GraphInProgress = {
      add: (rows) => new Promise((answer) => sent.push({ rows: rows.length / 6, answer })),
      resize: async () => undefined,
      finish: async () => undefined,
      abandon: async () => undefined,
    };
    const graph = start(buffer, budgetOf(2 ** 30), () => slow);
    const batches = (): number[] => sent.map(({ rows }) => rows);
    for (const [count, expected] of [
      [100, [100]],
      [150, [100]],
      [200, [100, 100]],
      [580, [100, 100]],
    ] as const) {
      buffer.count = count;
      graph?.grew();
      expect(batches()).toEqual(expected);
    }
    sent[0].answer();
    await turn();
    expect(batches()).toEqual([100, 100, 380]);
    buffer.count = 2000;
    sent[1].answer();
    await turn();
    expect(batches()).toEqual([100, 100, 380, 512]);
  });

  it('ends when its memory is needed, and not before', async () => {
    const buffer = new GrowingBuffer(randomRows(600, 6));
    const bytes = allocatedBytes(shapeOf(600));
    const budget = budgetOf(3 * bytes);
    const graph = start(buffer, budget);
    buffer.count = 600;
    graph?.grew();
    const member = budget.join();
    const first = await member.reserveBuild(2 * bytes);
    expect(budget.figures.buildBytes).toBe(3 * bytes);
    expect(member.takeBuild(1)).toBeNull();
    const second = await member.reserveLoad(bytes);
    expect(second?.bytes).toBe(bytes);
    expect(budget.figures).toMatchObject({ buildBytes: 2 * bytes, loadBytes: bytes, waiting: 0 });
    expect(await graph?.finish(vectorsOf([]), `${path}/none`, () => undefined)).toBe(false);
    first.release();
    second?.release();
  });

  it('does not begin without memory, and ends without more', async () => {
    const buffer = new GrowingBuffer(randomRows(2000, 6));
    const bytes = allocatedBytes(shapeOf(600));
    expect(start(buffer, budgetOf(bytes - 1))).toBeNull();
    const budget = budgetOf(bytes);
    const graph = start(buffer, budget);
    buffer.count = 2000;
    graph?.grew();
    while (budget.figures.buildBytes > 0) await turn();
    expect(await graph?.finish(vectorsOf(randomRows(2000, 6)), `${path}/none`, () => undefined)).toBe(false);
  });

  it('leaves the build to others when its thread dies', async () => {
    const buffer = new GrowingBuffer(randomRows(600, 6));
    const budget = budgetOf(2 ** 30);
    const dead: GraphInProgress = {
      add: () => Promise.reject(new Error('the graph worker ended')),
      resize: async () => undefined,
      finish: async () => undefined,
      abandon: () => Promise.reject(new Error('the graph worker ended')),
    };
    const graph = start(buffer, budget, () => dead);
    buffer.count = 600;
    graph?.grew();
    expect(await graph?.finish(vectorsOf(randomRows(600, 6)), `${path}/none`, () => undefined)).toBe(false);
    expect(budget.figures.buildBytes).toBe(0);
  });
});
