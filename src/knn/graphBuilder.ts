import { Worker } from 'node:worker_threads';
import { loopTurns } from '../common/index.ts';
import type { VectorValues } from '../segment/index.ts';
import type { GraphShape } from './graph.ts';
import { HnswWriter } from './hnswGraph.ts';
import type { HnswLibrary } from './hnswLibrary.ts';
import { reportHusks } from './nativeMemory.ts';
import type { WorkerReply, WorkerRequest } from './workerProtocol.ts';

/** Told how many vectors of a build are in its graph so far. */
export type BuildProgress = (added: number) => void;

/** Builds graphs: vectors → a file in the library's form at `path`, unchecked. */
export interface GraphBuilder {
  build(shape: GraphShape, vectors: VectorValues, path: string, progress: BuildProgress): Promise<void>;
  /** Ends running builds; they reject. */
  close(): Promise<void>;
}

/** Vectors of one build step on the main thread: a few milliseconds. */
const STEP_VECTORS = 32;

/** Builds on the main thread, a few vectors at a time: where there are no workers. */
export class InProcessBuilder implements GraphBuilder {
  readonly #library: HnswLibrary;

  constructor(library: HnswLibrary) {
    this.#library = library;
  }

  async build(
    shape: GraphShape,
    vectors: VectorValues,
    path: string,
    progress: BuildProgress,
  ): Promise<void> {
    const writer = new HnswWriter(this.#library, shape);
    try {
      for (let from = 0; from < shape.count; from += STEP_VECTORS) {
        writer.add(rowsOf(shape, vectors, from, from + STEP_VECTORS));
        progress(Math.min(shape.count, from + STEP_VECTORS));
        await loopTurns.next();
      }
      writer.finish(path);
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    // Builds in progress end by themselves; nothing outlives them.
  }
}

/** Bytes of vectors sent to a worker at once; one batch is on its way while another is added. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCHES_AHEAD = 2;

interface Job {
  readonly shape: GraphShape;
  readonly vectors: VectorValues;
  readonly path: string;
  readonly progress: BuildProgress;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  /** A thread that died may have died of this job, or of its surroundings: another tries it once more. */
  readonly isRetry: boolean;
}

/** A pool of worker threads, started when first needed; jobs wait in order of arrival. */
export class WorkerBuilder implements GraphBuilder {
  readonly #script: URL;
  readonly #size: number;
  readonly #fallback: GraphBuilder;
  readonly #idle: GraphWorker[] = [];
  readonly #all = new Set<GraphWorker>();
  readonly #queue: Job[] = [];
  #closed = false;
  /** The script could not be loaded: from then on the fallback builds. */
  #missing = false;

  /** `fallback` builds where the script cannot be loaded. */
  constructor(script: URL, size: number, fallback: GraphBuilder) {
    this.#script = script;
    this.#size = Math.max(1, size);
    this.#fallback = fallback;
  }

  build(shape: GraphShape, vectors: VectorValues, path: string, progress: BuildProgress): Promise<void> {
    if (this.#missing) return this.#fallback.build(shape, vectors, path, progress);
    return new Promise((resolve, reject) => {
      this.#queue.push({ shape, vectors, path, progress, resolve, reject, isRetry: false });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(new Error('the graph builder is closed'));
    await Promise.all([...this.#all].map((worker) => worker.stop()));
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const worker = this.#idle.pop() ?? this.#start();
      if (!worker) return;
      const job = this.#queue.shift() as Job;
      void this.#run(worker, job);
    }
  }

  #start(): GraphWorker | null {
    if (this.#closed || this.#all.size >= this.#size) return null;
    const worker = new GraphWorker(this.#script);
    this.#all.add(worker);
    return worker;
  }

  async #run(worker: GraphWorker, job: Job): Promise<void> {
    try {
      await worker.build(job.shape, job.vectors, job.path, job.progress);
      job.resolve();
    } catch (error) {
      await this.#failed(worker, job, error as Error);
    }
    if (worker.alive) this.#idle.push(worker);
    else this.#all.delete(worker);
    if (this.#closed) return;
    this.#dispatch();
  }

  async #failed(worker: GraphWorker, job: Job, error: Error): Promise<void> {
    if (worker.alive || this.#closed || (worker.started && job.isRetry)) return job.reject(error);
    if (worker.started) return void this.#queue.unshift({ ...job, isRetry: true });
    this.#missing = true;
    const { shape, vectors, path, progress } = job;
    await this.#fallback.build(shape, vectors, path, progress).then(job.resolve, job.reject);
  }
}

/** One thread. Requests are answered in order; a thread that dies fails the request that waits. */
class GraphWorker {
  readonly #worker: Worker;
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #failure: Error | null = null;
  /** Whether it has ever answered: one that never did could not be loaded. */
  started = false;

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
  ): Promise<void> {
    const { space, ...numbers } = shape;
    this.#worker.ref();
    try {
      await this.#ask({ kind: 'start', space: space.name, shape: numbers });
      const step = Math.max(1, Math.floor(BATCH_BYTES / (4 * shape.dimension)));
      const sent: Promise<void>[] = [];
      for (let from = 0; from < shape.count; from += step) {
        const rows = rowsOf(shape, vectors, from, from + step);
        const asked = this.#ask({ kind: 'vectors', rows }, [rows.buffer as ArrayBuffer]);
        const answer = asked.then(() => progress(Math.min(shape.count, from + step)));
        answer.catch(() => undefined);
        sent.push(answer);
        if (sent.length >= BATCHES_AHEAD) await sent.shift();
      }
      await Promise.all(sent);
      await this.#ask({ kind: 'finish', path });
    } finally {
      this.#worker.unref();
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(request: WorkerRequest, transfer: ArrayBuffer[] = []): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request, transfer);
    });
  }

  #answered(reply: WorkerReply): void {
    this.started = true;
    const waiting = this.#waiting.shift();
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

/** A copy of rows [from, to): the segment's own column must stay where it is. */
function rowsOf(shape: GraphShape, vectors: VectorValues, from: number, to: number): Float32Array {
  const { dimension, count } = shape;
  return vectors.values.slice(from * dimension, Math.min(to, count) * dimension);
}
