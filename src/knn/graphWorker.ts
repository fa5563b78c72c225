import { parentPort } from 'node:worker_threads';
import { HnswWriter } from './hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from './hnswLibrary.ts';
import { huskBytesOfThread } from './nativeMemory.ts';
import { spaceTypes } from './spaceTypes.ts';
import type { WorkerReply, WorkerRequest } from './workerProtocol.ts';

/** The worker thread: builds graphs from batches of vectors and writes their files. */

const library: HnswLibrary | null = loadHnswLibrary();
const writers = new Map<number, HnswWriter>();

function handle(request: WorkerRequest): WorkerReply {
  const { graph } = request;
  switch (request.kind) {
    case 'start': {
      const space = spaceTypes.get(request.space);
      if (!space || !library) throw new Error('no graph library in the worker');
      const { shape, room, base } = request;
      writers.set(graph, new HnswWriter(library, { ...shape, space }, room, base));
      return { kind: 'ready' };
    }
    case 'vectors':
      writerOf(graph).add(request.rows);
      return { kind: 'ready' };
    case 'resize':
      writerOf(graph).resize(request.room);
      return { kind: 'ready' };
    case 'finish':
      writerOf(graph).finish(request.path);
      writers.delete(graph);
      return { kind: 'finished', huskBytes: huskBytesOfThread() };
    case 'abandon':
      drop(graph);
      return { kind: 'finished', huskBytes: huskBytesOfThread() };
  }
}

function writerOf(graph: number): HnswWriter {
  const writer = writers.get(graph);
  if (!writer) throw new Error('the graph was given up');
  return writer;
}

function drop(graph: number): void {
  writers.get(graph)?.close();
  writers.delete(graph);
}

parentPort?.on('message', (request: WorkerRequest) => {
  let reply: WorkerReply;
  try {
    reply = handle(request);
  } catch (error) {
    drop(request.graph);
    const reason = error instanceof Error ? error.message : String(error);
    reply = { kind: 'failed', reason, huskBytes: huskBytesOfThread() };
  }
  parentPort?.postMessage(reply);
});
