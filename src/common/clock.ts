/** Time as a constructor parameter: no other room reads the system's clock. */
export interface Clock {
  /** Wall time, milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
  /** Monotonic time in nanoseconds, for durations. */
  nanoTime(): bigint;
  /** Runs `task` once after `delayMs`; never keeps the process alive. */
  schedule(delayMs: number, task: () => void): Timer;
  /** Runs `task` every `periodMs` until cancelled; never keeps the process alive. */
  every(periodMs: number, task: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

export class SystemClock implements Clock {
  nowMs(): number {
    return Date.now();
  }

  nanoTime(): bigint {
    return process.hrtime.bigint();
  }

  schedule(delayMs: number, task: () => void): Timer {
    const handle = setTimeout(task, delayMs).unref();
    return { cancel: () => clearTimeout(handle) };
  }

  every(periodMs: number, task: () => void): Timer {
    const handle = setInterval(task, periodMs).unref();
    return { cancel: () => clearInterval(handle) };
  }
}

interface ManualTask {
  dueMs: number;
  readonly periodMs: number | null;
  readonly task: () => void;
}

/** A clock that only moves when told to, for testing expiry, monitors and cursors. */
export class ManualClock implements Clock {
  #nowMs: number;
  readonly #tasks = new Set<ManualTask>();

  constructor(startMs = 1_700_000_000_000) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  nanoTime(): bigint {
    return BigInt(Math.round(this.#nowMs * 1_000_000));
  }

  schedule(delayMs: number, task: () => void): Timer {
    return this.#add({ dueMs: this.#nowMs + delayMs, periodMs: null, task });
  }

  every(periodMs: number, task: () => void): Timer {
    return this.#add({ dueMs: this.#nowMs + periodMs, periodMs, task });
  }

  /** Moves time forward and runs what falls due, in order of due time. */
  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs;
    for (;;) {
      const due = [...this.#tasks].filter((t) => t.dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0];
      if (!due) break;
      this.#nowMs = due.dueMs;
      if (due.periodMs === null) this.#tasks.delete(due);
      else due.dueMs += due.periodMs;
      due.task();
    }
    this.#nowMs = endMs;
  }

  #add(task: ManualTask): Timer {
    this.#tasks.add(task);
    return { cancel: () => this.#tasks.delete(task) };
  }
}
