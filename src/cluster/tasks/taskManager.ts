import type { Clock, JsonObject, StopSignal } from '../../common/index.ts';
import { bug, illegalArgument, OpenSearchError, storageError, wildcardMatches } from '../../common/index.ts';

/** A request in progress, as shown by `_tasks`. `aborted` is true once it has been cancelled. */
export interface Task extends StopSignal {
  readonly id: number;
  readonly nodeId: string;
  readonly action: string;
  readonly type: 'transport' | 'direct';
  readonly description: string;
  readonly startTimeMs: number;
  readonly startNanos: bigint;
  readonly cancellable: boolean;
  readonly parentTaskId: string | null;
  readonly headers: JsonObject;
  /** The progress, in the action's own format; `null` for most tasks. */
  readonly status: () => JsonObject | null;
  /** For callers that need an event when the task is cancelled. */
  readonly signal: AbortSignal;
}

export interface TaskResult {
  readonly task: Task;
  readonly runningNanos: bigint;
  readonly response?: JsonObject;
  readonly error?: OpenSearchError;
}

export interface TaskOptions {
  readonly action: string;
  /** A function if it is expensive to build. */
  readonly description: string | (() => string);
  readonly cancellable?: boolean;
  /** `transport` for requests that the original's nodes send each other, `direct` for their local part. */
  readonly type?: Task['type'];
  readonly nodeId?: string;
  readonly parentTaskId?: string;
  readonly opaqueId?: string;
  readonly status?: () => JsonObject | null;
}

export interface TaskFilter {
  readonly actions: readonly string[] | null;
  readonly nodeIds: ReadonlySet<string> | null;
  readonly parentTaskId: string | null;
}

const NO_HEADERS: JsonObject = {};

class RunningTask implements Task {
  readonly id: number;
  readonly nodeId: string;
  readonly type: Task['type'];
  readonly cancellable: boolean;
  readonly startTimeMs: number;
  readonly startNanos: bigint;
  aborted = false;
  reason: unknown = undefined;
  readonly #options: TaskOptions;
  #controller: AbortController | null = null;

  constructor(id: number, nodeId: string, options: TaskOptions, clock: Clock) {
    this.id = id;
    this.nodeId = nodeId;
    this.type = options.type ?? 'transport';
    this.cancellable = options.cancellable ?? false;
    this.startTimeMs = clock.nowMs();
    this.startNanos = clock.nanoTime();
    this.#options = options;
  }

  get action(): string {
    return this.#options.action;
  }

  get description(): string {
    const { description } = this.#options;
    return typeof description === 'string' ? description : description();
  }

  get parentTaskId(): string | null {
    return this.#options.parentTaskId ?? null;
  }

  get headers(): JsonObject {
    const { opaqueId } = this.#options;
    return opaqueId === undefined ? NO_HEADERS : { 'X-Opaque-Id': opaqueId };
  }

  status(): JsonObject | null {
    return this.#options.status?.() ?? null;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  cancel(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.#controller?.abort(reason);
  }
}

const KEPT_RESULTS = 1000;

/** The running tasks, and the results of tasks started with `wait_for_completion=false`. */
export class TaskManager {
  readonly #clock: Clock;
  readonly #localNodeId: () => string;
  #lastId = 0;
  readonly #running = new Map<number, RunningTask>();
  readonly #results = new Map<string, TaskResult>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(clock: Clock, localNodeId: () => string) {
    this.#clock = clock;
    this.#localNodeId = localNodeId;
  }

  register(options: TaskOptions): Task {
    const { task, show } = this.prepare(options);
    show();
    return task;
  }

  /**
   * A task that is not listed until it is shown: one that ends in the turn in which it begins is never
   * visible.
   */
  prepare(options: TaskOptions): { readonly task: Task; readonly show: () => void } {
    const nodeId = options.nodeId ?? this.#localNodeId();
    const task = new RunningTask(++this.#lastId, nodeId, options, this.#clock);
    return { task, show: () => void this.#running.set(task.id, task) };
  }

  unregister(task: Task): void {
    this.#running.delete(task.id);
    if (this.#waiting.size === 0) return;
    const waiting = this.#waiting.get(taskId(task)) ?? [];
    this.#waiting.delete(taskId(task));
    for (const wake of waiting) wake();
  }

  /** Runs `work` as a task that lasts as long as it does. */
  async run<T>(options: TaskOptions, work: (task: Task) => Promise<T>): Promise<T> {
    const task = this.register(options);
    try {
      return await work(task);
    } finally {
      this.unregister(task);
    }
  }

  /** Runs `work` in the background; its result or error is stored under the returned id. */
  start(options: TaskOptions, work: (task: Task) => Promise<JsonObject>): string {
    const task = this.register(options);
    void this.#runDetached(task, work);
    return taskId(task);
  }

  /** In the order in which they started. */
  list(filter: TaskFilter): readonly Task[] {
    return [...this.#running.values()]
      .filter(
        (task) =>
          (filter.actions === null ||
            filter.actions.some((pattern) => wildcardMatches(pattern, task.action))) &&
          (filter.nodeIds === null || filter.nodeIds.has(task.nodeId)) &&
          (filter.parentTaskId === null || task.parentTaskId === filter.parentTaskId),
      )
      .sort((a, b) => a.id - b.id);
  }

  /** `null` if there is no such task, or it has ended. */
  running(id: string): Task | null {
    const running = this.#running.get(parseTaskId(id));
    return running !== undefined && taskId(running) === id ? running : null;
  }

  /** The running task or the stored result. Throws resource_not_found_exception. */
  get(id: string): Task | TaskResult {
    const number = parseTaskId(id);
    const running = this.#running.get(number);
    if (running && taskId(running) === id) return running;
    const result = this.#results.get(id);
    if (result) return result;
    const node = id.slice(0, id.lastIndexOf(':'));
    throw new OpenSearchError(
      'resource_not_found_exception',
      node === this.#localNodeId()
        ? `task [${id}] isn't running and hasn't stored its results`
        : `task [${id}] belongs to the node [${node}] which isn't part of the cluster and there is no record of the task`,
    );
  }

  /** Resolves when the task has ended, or to false after `timeoutMs`. */
  async waitFor(id: string, timeoutMs: number): Promise<boolean> {
    const running = this.#running.get(parseTaskId(id));
    if (!running || taskId(running) !== id) return true;
    return new Promise((resolve) => {
      const timer = this.#clock.schedule(timeoutMs, () => resolve(false));
      const waiting = this.#waiting.get(id) ?? [];
      waiting.push(() => {
        timer.cancel();
        resolve(true);
      });
      this.#waiting.set(id, waiting);
    });
  }

  cancel(task: Task, reason: string): void {
    if (!task.cancellable) throw illegalArgument(`task [${taskId(task)}] is not cancellable`);
    this.#running
      .get(task.id)
      ?.cancel(new OpenSearchError('task_cancelled_exception', `cancelled task with reason: ${reason}`));
    for (const child of this.#running.values()) {
      if (child.parentTaskId === taskId(task) && child.cancellable) this.cancel(child, reason);
    }
  }

  async #runDetached(task: Task, work: (task: Task) => Promise<JsonObject>): Promise<void> {
    try {
      this.#keep(task, { response: await work(task) });
    } catch (error) {
      const known = error instanceof OpenSearchError ? error : (storageError(error) ?? bug(String(error)));
      this.#keep(task, { error: known });
    } finally {
      this.unregister(task);
    }
  }

  #keep(task: Task, outcome: Pick<TaskResult, 'response' | 'error'>): void {
    const runningNanos = this.#clock.nanoTime() - task.startNanos;
    this.#results.set(taskId(task), { task, runningNanos, ...outcome });
    if (this.#results.size > KEPT_RESULTS) this.#results.delete(this.#results.keys().next().value as string);
  }
}

export function taskId(task: Task): string {
  return `${task.nodeId}:${task.id}`;
}

/** Throws illegal_argument if the text is not a `node:number`. */
export function parseTaskId(id: string): number {
  const match = /^[^:]+:(-?\d+)$/.exec(id);
  if (match) return Number(match[1]);
  const number = /^[^:]+:(.*)$/.exec(id)?.[1];
  const cause =
    number === undefined
      ? undefined
      : new OpenSearchError('number_format_exception', `For input string: "${number}"`);
  throw illegalArgument(`malformed task id ${id}`, cause);
}
