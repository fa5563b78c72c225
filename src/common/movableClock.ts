import type { Clock, Timer } from './clock.ts';

interface Task {
  dueNanos: bigint;
  readonly periodNanos: bigint | null;
  readonly run: () => unknown;
  timer: Timer | null;
}

export interface ClockState {
  /** `moved` runs on, but from another time; `frozen` stands still. */
  readonly mode: 'real' | 'moved' | 'frozen';
  readonly nowMs: number;
  /** How far ahead of real time. */
  readonly offsetMs: number;
}

/** Bounds how often a task with a short period runs during a long jump. */
const MAX_ROUNDS = 1000;
/** How long a move waits for the tasks that it started. */
const SETTLE_MS = 2000;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Follows its base clock until it is moved by hand. Everything that takes its time and timers from it
 * (expiry, monitors, refreshes, cursors, scrolls) moves along. Timers only move forward; wall time can be set
 * back. Durations are still measured while the clock is frozen: long loops and deadlines need them.
 */
export class MovableClock implements Clock {
  readonly #base: Clock;
  readonly #tasks = new Set<Task>();
  /** Total time jumped over; added to the base's monotonic time. */
  #leaptNanos = 0n;
  /** Added to the base's monotonic time for timers, which stand still when the wall time does. */
  #timerShiftNanos = 0n;
  /** Added to the base's wall time. */
  #offsetMs = 0;
  #frozen: { readonly nanos: bigint; readonly wallMs: number } | null = null;
  #isClosed = false;

  constructor(base: Clock) {
    this.#base = base;
  }

  get state(): ClockState {
    const offsetMs = this.nowMs() - this.#base.nowMs();
    const mode = this.#frozen ? 'frozen' : this.#offsetMs === 0 ? 'real' : 'moved';
    return { mode, nowMs: this.nowMs(), offsetMs: mode === 'real' ? 0 : offsetMs };
  }

  nowMs(): number {
    return this.#frozen ? this.#frozen.wallMs : this.#base.nowMs() + this.#offsetMs;
  }

  nanoTime(): bigint {
    return this.#base.nanoTime() + this.#leaptNanos;
  }

  schedule(delayMs: number, task: () => unknown): Timer {
    return this.#add(delayMs, null, task);
  }

  every(periodMs: number, task: () => unknown): Timer {
    return this.#add(periodMs, toNanos(periodMs), task);
  }

  /**
   * Moves time forward and runs what falls due, in order of due time. Resolves when the promises of those
   * tasks have settled.
   */
  async advance(byMs: number): Promise<void> {
    const endNanos = this.#timerNanos() + toNanos(byMs);
    const endMs = this.nowMs() + byMs;
    const wasFrozen = this.#frozen !== null;
    if (!wasFrozen) this.freeze();
    this.#leaptNanos += toNanos(byMs);
    this.#skipRounds(endNanos);
    const started = this.#runUntil(endNanos, endMs);
    this.#frozen = { nanos: endNanos, wallMs: endMs };
    if (!wasFrozen) this.#thaw(endMs);
    await this.#settled(started);
  }

  /** Stops time; from then on only `advance` and `setTo` move it. */
  freeze(): void {
    this.#frozen = { nanos: this.#timerNanos(), wallMs: this.nowMs() };
    for (const task of this.#tasks) task.timer?.cancel();
  }

  /** Moves to a wall time: forward like `advance`; backward, only the wall time changes. */
  async setTo(wallMs: number): Promise<void> {
    const byMs = wallMs - this.nowMs();
    if (byMs >= 0) await this.advance(byMs);
    else if (this.#frozen) this.#frozen = { ...this.#frozen, wallMs };
    else this.#offsetMs += byMs;
  }

  /** Returns to real time. Timers keep the time that they have already waited. */
  real(): void {
    if (this.#frozen) this.#thaw(this.#base.nowMs());
    this.#offsetMs = 0;
  }

  /** Cancels all timers and ignores new ones. */
  close(): void {
    this.#isClosed = true;
    for (const task of this.#tasks) task.timer?.cancel();
    this.#tasks.clear();
  }

  /** The time that timers use. */
  #timerNanos(): bigint {
    return this.#frozen ? this.#frozen.nanos : this.#base.nanoTime() + this.#timerShiftNanos;
  }

  #thaw(wallMs: number): void {
    if (this.#frozen) this.#timerShiftNanos = this.#frozen.nanos - this.#base.nanoTime();
    this.#offsetMs = wallMs - this.#base.nowMs();
    this.#frozen = null;
    for (const task of this.#tasks) this.#arm(task);
  }

  #add(delayMs: number, periodNanos: bigint | null, run: () => unknown): Timer {
    if (this.#isClosed) return { cancel: () => {} };
    const task: Task = { dueNanos: this.#timerNanos() + toNanos(delayMs), periodNanos, run, timer: null };
    this.#tasks.add(task);
    this.#arm(task);
    return {
      cancel: () => {
        this.#tasks.delete(task);
        task.timer?.cancel();
      },
    };
  }

  #arm(task: Task): void {
    if (this.#frozen) return;
    const leftMs = Math.max(0, Math.ceil(Number(task.dueNanos - this.#timerNanos()) / 1e6));
    task.timer = this.#base.schedule(Math.min(leftMs, MAX_TIMEOUT_MS), () => {
      // System timers may fire slightly early, and cannot wait longer than 24 days.
      if (task.dueNanos <= this.#timerNanos()) this.#run(task);
      if (this.#tasks.has(task)) this.#arm(task);
    });
  }

  /** Runs a task that is due. A periodic task is scheduled again, without catching up on missed runs. */
  #run(task: Task): unknown {
    if (task.periodNanos === null) this.#tasks.delete(task);
    else {
      task.dueNanos += task.periodNanos;
      if (task.dueNanos < this.#timerNanos()) task.dueNanos = this.#timerNanos() + task.periodNanos;
    }
    return task.run();
  }

  #runUntil(endNanos: bigint, endMs: number): unknown[] {
    const started: unknown[] = [];
    for (;;) {
      let first: Task | null = null;
      for (const task of this.#tasks) {
        if (task.dueNanos <= endNanos && (first === null || task.dueNanos < first.dueNanos)) first = task;
      }
      if (first === null) return started;
      let nanos = this.#timerNanos();
      if (first.dueNanos > nanos) nanos = first.dueNanos;
      this.#frozen = { nanos, wallMs: endMs - Math.ceil(Number(endNanos - nanos) / 1e6) };
      started.push(this.#run(first));
    }
  }

  #skipRounds(endNanos: bigint): void {
    for (const task of this.#tasks) {
      if (task.periodNanos === null || task.periodNanos === 0n) continue;
      const rounds = (endNanos - task.dueNanos) / task.periodNanos - BigInt(MAX_ROUNDS);
      if (rounds > 0n) task.dueNanos += rounds * task.periodNanos;
    }
  }

  async #settled(started: readonly unknown[]): Promise<void> {
    let limit: Timer | null = null;
    const timeOut = new Promise<void>((resolve) => {
      limit = this.#base.schedule(SETTLE_MS, resolve);
    });
    await Promise.race([Promise.allSettled(started), timeOut]);
    (limit as Timer | null)?.cancel();
  }
}

function toNanos(ms: number): bigint {
  return BigInt(Math.round(ms * 1e6));
}
