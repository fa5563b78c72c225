import type { VectorValues } from '../segment/index.ts';
import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';
import type { BuildProgress, GraphBuilder, GraphInProgress } from './graphBuilder.ts';
import { GraphThread } from './graphThread.ts';

interface Job {
  readonly shape: GraphShape;
  readonly vectors: VectorValues;
  readonly path: string;
  readonly progress: BuildProgress;
  readonly base: GraphBase | null;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  /**
   * The thread may have died because of this job or of something else, so another thread tries it once more.
   */
  readonly isRetry: boolean;
}

/** A pool of worker threads, started on demand; jobs wait in order of arrival. Growing graphs do not wait. */
export class WorkerBuilder implements GraphBuilder {
  readonly #script: URL;
  readonly #size: number;
  readonly #fallback: GraphBuilder;
  /** Threads without a job. */
  readonly #idle: GraphThread[] = [];
  readonly #all = new Set<GraphThread>();
  readonly #queue: Job[] = [];
  #closed = false;
  /** The worker script could not be loaded, so the fallback builds. */
  #missing = false;

  /** `fallback` builds if the script cannot be loaded. */
  constructor(script: URL, size: number, fallback: GraphBuilder) {
    this.#script = script;
    this.#size = Math.max(1, size);
    this.#fallback = fallback;
  }

  build(
    shape: GraphShape,
    vectors: VectorValues,
    path: string,
    progress: BuildProgress,
    base: GraphBase | null = null,
  ): Promise<void> {
    if (this.#missing) return this.#fallback.build(shape, vectors, path, progress, base);
    return new Promise((resolve, reject) => {
      this.#queue.push({ shape, vectors, path, progress, base, resolve, reject, isRetry: false });
      this.#dispatch();
    });
  }

  grow(shape: GraphShape): GraphInProgress | null {
    if (this.#missing || this.#closed) return null;
    return this.#leastGrowing()?.grow(shape) ?? null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(new Error('the graph builder is closed'));
    await Promise.all([...this.#all].map((thread) => thread.stop()));
  }

  /** Graphs grow concurrently with each other and with builds, spread over all threads. */
  #leastGrowing(): GraphThread | null {
    const threads = [...this.#all].filter((thread) => thread.alive);
    threads.sort((a, b) => a.growing - b.growing);
    if (threads.length > 0 && threads[0].growing === 0) return threads[0];
    const another = this.#start();
    if (another !== null) this.#idle.push(another);
    return another ?? threads[0] ?? null;
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const thread = this.#idle.pop() ?? this.#start();
      if (!thread) return;
      const job = this.#queue.shift() as Job;
      void this.#run(thread, job);
    }
  }

  #start(): GraphThread | null {
    if (this.#closed || this.#all.size >= this.#size) return null;
    const thread = new GraphThread(this.#script);
    this.#all.add(thread);
    return thread;
  }

  async #run(thread: GraphThread, job: Job): Promise<void> {
    try {
      await thread.build(job.shape, job.vectors, job.path, job.progress, job.base);
      job.resolve();
    } catch (error) {
      await this.#failed(thread, job, error as Error);
    }
    if (thread.alive) this.#idle.push(thread);
    else this.#all.delete(thread);
    if (this.#closed) return;
    this.#dispatch();
  }

  async #failed(thread: GraphThread, job: Job, error: Error): Promise<void> {
    if (thread.alive || this.#closed || (thread.started && job.isRetry)) return job.reject(error);
    if (thread.started) return void this.#queue.unshift({ ...job, isRetry: true });
    this.#missing = true;
    const { shape, vectors, path, progress, base } = job;
    await this.#fallback.build(shape, vectors, path, progress, base).then(job.resolve, job.reject);
  }
}
