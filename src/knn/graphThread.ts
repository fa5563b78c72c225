import { Worker } from 'node:worker_threads';
import type { VectorValues } from '../segment/index.ts';
import { additions } from './additions.ts';
import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';
import type { BuildProgress, GraphInProgress } from './graphBuilder.ts';
import { reportHusks } from './nativeMemory.ts';
import type { WorkerReply, WorkerRequest } from './workerProtocol.ts';

/** Bytes of vectors sent to a thread at once; one batch is in transit while another is added. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCHES_AHEAD = 2;

/**
 * A worker thread with its graphs. Requests are answered in order; if the thread dies, waiting requests fail.
 */
export class GraphThread {
  readonly #worker: Worker;
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #failure: Error | null = null;
  #lastGraph = 0;
  /** Whether it has ever answered: if not, its script could not be loaded. */
  started = false;
  /** Number of growing graphs in this thread. */
  growing = 0;

  constructor(script: URL) {
    this.#worker = new Worker(script);
    this.#worker.unref();
    this.#worker.on('message', (reply: WorkerReply) => this.#answered(reply));
    this.#worker.on('error', (error) => this.#died(error));
    this.#worker.on('exit', () => this.#died(new Error('the graph worker ended')));
  }

  get alive(): boolean {
    return this.#failure === null;
  }

  async build(
    shape: GraphShape,
    vectors: VectorValues,
    path: string,
    progress: BuildProgress,
    base: GraphBase | null,
  ): Promise<void> {
    const { rows, room } = additions(shape, vectors, base);
    const graph = this.#open(shape, room, base);
    const step = Math.max(1, Math.floor(BATCH_BYTES / (4 * shape.dimension)));
    const sent: Promise<void>[] = [graph.started];
    for (let from = 0; from < rows.count; from += step) {
      const to = Math.min(rows.count, from + step);
      const answer = graph.add(rows.copy(from, to)).then(() => progress(shape.count - rows.count + to));
      answer.catch(() => undefined);
      sent.push(answer);
      if (sent.length >= BATCHES_AHEAD) await sent.shift();
    }
    await Promise.all(sent);
    await graph.finish(path);
  }

  /** A graph to which vectors are added as they arrive. */
  grow(shape: GraphShape): GraphInProgress {
    const graph = this.#open(shape, shape.count, null);
    graph.started.catch(() => undefined);
    this.growing++;
    let open = true;
    const left = (): void => {
      if (open) this.growing--;
      open = false;
    };
    return {
      add: (rows) => graph.add(rows),
      resize: (room) => graph.resize(room),
      finish: (path) => graph.finish(path).finally(left),
      abandon: () => graph.abandon().finally(left),
    };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #open(
    shape: GraphShape,
    room: number,
    base: GraphBase | null,
  ): GraphInProgress & { readonly started: Promise<void> } {
    const graph = ++this.#lastGraph;
    const { space, ...numbers } = shape;
    return {
      started: this.#ask({ graph, kind: 'start', space: space.name, shape: numbers, room, base }),
      add: (rows) => this.#ask({ graph, kind: 'vectors', rows }, [rows.buffer as ArrayBuffer]),
      resize: (newRoom) => this.#ask({ graph, kind: 'resize', room: newRoom }),
      finish: (path) => this.#ask({ graph, kind: 'finish', path }),
      abandon: () => this.#ask({ graph, kind: 'abandon' }),
    };
  }

  #ask(request: WorkerRequest, transfer: ArrayBuffer[] = []): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      if (this.#waiting.push({ resolve, reject }) === 1) this.#worker.ref();
      this.#worker.postMessage(request, transfer);
    });
  }

  #answered(reply: WorkerReply): void {
    this.started = true;
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker.unref();
    if (reply.kind !== 'ready' && this.alive) reportHusks(this, reply.huskBytes);
    if (reply.kind === 'failed') waiting?.reject(new Error(reply.reason));
    else waiting?.resolve();
  }

  #died(error: Error): void {
    this.#failure ??= error;
    reportHusks(this, 0);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#failure);
  }
}
