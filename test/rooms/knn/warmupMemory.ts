import { husks, NativeBudget, warmUp } from '../../../src/knn/index.ts';
import { randomRows, shardWithGraphs } from './support.ts';

/**
 * Runs as a separate process: argv[3] graphs of 12 MB under a limit that holds one, loaded by argv[2] warmups at once.
 * Prints `{peak, booked, loads}`: bytes by which the process grew at most, bytes of one graph by the books, graphs loaded.
 */
const [warmups, count] = process.argv.slice(2).map(Number);
const ROWS = 18_500;
const DIMENSION = 128;

const GB = 1024 ** 3;
const budget = new NativeBudget({ shareBytes: GB, machineBytes: GB, husks });
const rows = randomRows(ROWS, DIMENSION, 1);
const { plugin, node, shard, mapper, segments, close } = await shardWithGraphs(
  Array.from({ length: count }, () => rows),
  { efConstruction: 4, limit: '14mb', budget },
);
const graphs = shard.warmupGraphs(segments, mapper);

const collect = (globalThis as { gc?: () => void }).gc;
for (let i = 0; i < 5; i++) {
  collect?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const before = process.memoryUsage.rss();
let peak = before;
let warming = true;
const sample = (): void => {
  peak = Math.max(peak, process.memoryUsage.rss());
  if (warming) setImmediate(sample);
};
sample();
await Promise.all(
  Array.from({ length: warmups }, () => warmUp(node, graphs, { signal: null, done: () => undefined })),
);
warming = false;
peak = Math.max(peak, process.memoryUsage.rss());
const { graphBytes } = plugin.memory;
const loads = node.cache.counters.loadSuccessCount;
console.log(JSON.stringify({ peak: peak - before, booked: graphBytes, loads }));
await close();
