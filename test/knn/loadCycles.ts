import { setTimeout } from 'node:timers/promises';
import {
  mapperOf,
  pluginFor,
  randomRows,
  segmentOf,
  shardCopy,
  temporaryDirectory,
  vectorField,
  vectorInfo,
  vectorsOf,
} from './support.ts';

/**
 * A process of its own, so that nothing else moves its memory: searches two graphs in turn under a limit that holds
 * one, argv[2] loads as a warm-up, argv[3] loads that are measured. Prints `{before, after, evictions, graphBytes}`,
 * resident memory in bytes. What the collector has not come to yet is not lost: it is told to run (`--expose-gc`).
 */
const [warmUpCycles, cycles] = process.argv.slice(2).map(Number);
const ROWS = 1000;
const DIMENSION = 32;

const { directory, remove } = temporaryDirectory();
const { plugin } = pluginFor(directory.folder('tmp'), { 'knn.memory.circuit_breaker.limit': '300kb' });
const field = vectorField('v', vectorInfo({ dimension: DIMENSION, efConstruction: 32 }));
const node = plugin.node('node-0');
const shard = node.openShard(shardCopy('index', { 'index.knn.algo_param.ef_search': '20' }), directory);
const segments = ['_0', '_1'].map((name, i) =>
  segmentOf(name, { v: vectorsOf(randomRows(ROWS, DIMENSION, i + 1)) }),
);
for (const segment of segments) {
  await shard.segmentCreated({ segment, directory, mapper: mapperOf(field), cause: 'refresh' });
}

const vector = new Array<number>(DIMENSION).fill(0.1);
async function load(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await shard.search({ segment: segments[i % 2], field, vector, k: 3, filter: null });
  }
}

/** The least of a second's readings: an allocator gives back what is free when it comes to it. */
async function residentBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < 10; reading++) {
    (globalThis as { gc?: () => void }).gc?.();
    await setTimeout(100);
    least = Math.min(least, process.memoryUsage.rss());
  }
  return least;
}

await load(warmUpCycles);
const before = await residentBytes();
const evictions = node.cache.counters.evictionCount;
await load(cycles);
const after = await residentBytes();
const graphBytes = node.cache.weightKb() * 1024;
console.log(
  JSON.stringify({ before, after, evictions: node.cache.counters.evictionCount - evictions, graphBytes }),
);
await plugin.close();
remove();
