import { isMainThread, Worker } from 'node:worker_threads';
import type { HierarchicalNSW } from 'hnswlib-node';
import { releaseNative } from '../../../src/knn/nativeMemory.ts';

/**
 * A process of its own: argv[2] rounds of threads that each release more graphs than may wait for the collector, which
 * all of them call for the first time then. A thread that dies of it ends the process with its error.
 */
const THREADS = 8;
const GRAPHS = 40;
const graph = (): HierarchicalNSW => ({ initIndex: () => undefined }) as unknown as HierarchicalNSW;

async function roundOfThreads(): Promise<void> {
  const threads = Array.from({ length: THREADS }, () => new Worker(new URL(import.meta.url)));
  await Promise.all(threads.map((thread) => new Promise((resolve) => thread.on('exit', resolve))));
}

if (isMainThread) for (let round = 0; round < Number(process.argv[2]); round++) await roundOfThreads();
else for (let i = 0; i < GRAPHS; i++) releaseNative(graph());
