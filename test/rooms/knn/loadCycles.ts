import { setTimeout } from 'node:timers/promises';
import { randomRows, shardWithGraphs } from './support.ts';

/**
 * A process of its own, so that nothing else moves its memory: searches two graphs in turn under a limit that holds
 * one, argv[2] loads as a warm-up, argv[3] loads that are measured. Prints `{before, after, evictions, graphBytes}`,
 * resident memory in bytes. What the collector has not come to yet is not lost: it is told to run (`--expose-gc`).
 */
const [warmUpCycles, cycles] = process.argv.slice(2).map(Number);
const ROWS = 1000;
const DIMENSION = 32;

const { node, shard, field, segments, close } = await shardWithGraphs(
  [1, 2].map((seed) => randomRows(ROWS, DIMENSION, seed)),
  { efConstruction: 32, limit: '300kb', settings: { 'index.knn.algo_param.ef_search': '20' } },
);

const vector = new Float32Array(DIMENSION).fill(0.1);
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
await close();
