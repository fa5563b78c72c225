import { parentPort } from 'node:worker_threads';
import { HnswWriter } from './hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from './hnswLibrary.ts';
import { huskBytesOfThread } from './nativeMemory.ts';
import { spaceTypes } from './spaceTypes.ts';
import type { WorkerReply, WorkerRequest } from './workerProtocol.ts';

/** The worker thread: builds one graph at a time from batches of vectors and writes its file. */

const library: HnswLibrary | null = loadHnswLibrary();
let writer: HnswWriter | null = null;

function handle(request: WorkerRequest): WorkerReply {
  switch (request.kind) {
    case 'start': {
      const space = spaceTypes.get(request.space);
      if (!space || !library) throw new Error('no graph library in the worker');
      writer?.close();
      writer = null;
      writer = new HnswWriter(library, { ...request.shape, space });
      return { kind: 'ready' };
    }
    case 'vectors':
      writer?.add(request.rows);
      return { kind: 'ready' };
    case 'finish':
      writer?.finish(request.path);
      writer = null;
      return { kind: 'finished', huskBytes: huskBytesOfThread() };
  }
}

parentPort?.on('message', (request: WorkerRequest) => {
  let reply: WorkerReply;
  try {
    reply = handle(request);
  } catch (error) {
    writer?.close();
    writer = null;
    const reason = error instanceof Error ? error.message : String(error);
    reply = { kind: 'failed', reason, huskBytes: huskBytesOfThread() };
  }
  parentPort?.postMessage(reply);
});
