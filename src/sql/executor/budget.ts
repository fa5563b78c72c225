import { type Clock, limits, Pacer, type StopSignal } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import { checkSignal } from '../signalClient.ts';
import type { SqlValue } from '../values/index.ts';

/** The memory and time a statement may use. Every error names the limit. */

/** The memory that all operators of one statement hold together. */
export class Budget {
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Opens the share of one operator. */
  open(): Holding {
    return new Holding(this);
  }

  /** Throws SqlError (400) if the statement would exceed its limit. */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > limits.sqlBytes.value) throw tooMuch('bytes', limits.sqlBytes.value);
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** The memory one operator holds: its share of the budget, released when the operator is done. */
export class Holding {
  readonly #budget: Budget;
  #rows = 0;
  #bytes = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Whether the operator should start to spill to files; sorts and joins check this from time to time. */
  get isLarge(): boolean {
    return this.#bytes > limits.sqlSpillBytes.value;
  }

  /** Throws SqlError (400) if the operator or its statement would exceed its limit. */
  add(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
    this.#budget.take(bytes);
    if (this.#rows > limits.sqlRows.value) throw tooMuch('rows', limits.sqlRows.value);
  }

  addRows(rows: readonly (readonly SqlValue[])[]): void {
    this.add(rows.length, bytesOfRows(rows));
  }

  remove(rows: number, bytes: number): void {
    this.#rows -= rows;
    this.#bytes -= bytes;
    this.#budget.give(bytes);
  }

  removeRows(rows: readonly (readonly SqlValue[])[]): void {
    this.remove(rows.length, bytesOfRows(rows));
  }

  release(): void {
    this.remove(this.#rows, this.#bytes);
  }
}

/** The error for a statement that exceeds a limit; `what` names what it holds too much of. */
export function tooMuch(what: string, limit: number): SqlError {
  const details = `the statement holds more ${what} than the limit of ${limit}: narrow it by WHERE or LIMIT`;
  return new SqlError('IllegalStateException', details);
}

/** Rough sizes in V8: one word per slot, plus an object header for anything but a small integer. */
const WORD = 8;
const HEAD = 24;

function bytesOfRows(rows: readonly (readonly SqlValue[])[]): number {
  let bytes = 0;
  for (const row of rows) bytes += bytesOf(row);
  return bytes;
}

/** Estimated bytes of the values, including the array that contains them. */
export function bytesOf(values: readonly unknown[]): number {
  let bytes = HEAD;
  for (const value of values) bytes += sizeOf(value);
  return bytes;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return WORD + HEAD + value.length;
  if (typeof value !== 'object' || value === null) return WORD;
  if (Array.isArray(value)) return WORD + bytesOf(value);
  let bytes = WORD + HEAD;
  for (const name in value) bytes += sizeOf((value as Record<string, unknown>)[name]);
  return bytes;
}

/** What loops over many rows need in order to yield to the event loop. */
export interface Statement {
  readonly evaluation: EvaluationContext;
  readonly pacer: Pacer;
}

/** Called before each batch of rows: yields to the event loop and checks the statement's time limit. */
export async function betweenBatches(statement: Statement): Promise<void> {
  await statement.pacer.pause();
  checkTime(statement.evaluation);
}

/** Throws SqlError (400) if the statement has run for too long. Called once per many rows. */
export function checkTime({ clock, startMillis }: Pick<EvaluationContext, 'clock' | 'startMillis'>): void {
  if (clock.nowMs() - startMillis <= limits.sqlTimeMs.value) return;
  const details = `the statement ran longer than the limit of ${limits.sqlTimeMs.value} ms`;
  throw new SqlError('IllegalStateException', details);
}

/**
 * The pacer of a statement that starts now: it aborts at a pause if the client has disconnected or the
 * statement has run for too long.
 */
export function statementPacer(clock: Clock, signal: StopSignal | undefined): Pacer {
  const startMillis = clock.nowMs();
  return new Pacer(clock, () => {
    checkSignal(signal);
    checkTime({ clock, startMillis });
  });
}
