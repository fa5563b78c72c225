import { type Clock, limits, Pacer, type StopSignal } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import { checkSignal } from '../signalClient.ts';
import type { SqlValue } from '../values/index.ts';

/** What a statement may take: memory and time. All refusals name the limit. */

/** What the operators of one statement hold in memory together. */
export class Budget {
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** For what one operator holds. */
  open(): Holding {
    return new Holding(this);
  }

  /** Throws SqlError (400) when that is more than a statement may hold. */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > limits.sqlBytes.value) throw tooMuch('bytes', limits.sqlBytes.value);
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** What one operator holds: its part of the budget, which goes back when it is done. */
export class Holding {
  readonly #budget: Budget;
  #rows = 0;
  #bytes = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** So much that what can go to files should: a sort or a join may ask now and then. */
  get isLarge(): boolean {
    return this.#bytes > limits.sqlSpillBytes.value;
  }

  /** Throws SqlError (400) when that is more than an operator or its statement may hold. */
  add(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
    this.#budget.take(bytes);
    if (this.#rows > limits.sqlRows.value) throw tooMuch('rows', limits.sqlRows.value);
  }

  addRows(rows: readonly (readonly SqlValue[])[]): void {
    let bytes = 0;
    for (const row of rows) bytes += bytesOf(row);
    this.add(rows.length, bytes);
  }

  remove(rows: number, bytes: number): void {
    this.#rows -= rows;
    this.#bytes -= bytes;
    this.#budget.give(bytes);
  }

  release(): void {
    this.remove(this.#rows, this.#bytes);
  }
}

/** A statement beyond a limit: what it holds too much of. */
export function tooMuch(what: string, limit: number): SqlError {
  const details = `the statement holds more ${what} than the limit of ${limit}: narrow it by WHERE or LIMIT`;
  return new SqlError('IllegalStateException', details);
}

/** As V8 holds them, roughly: a word for each slot, an object's head for what is no small number. */
const WORD = 8;
const HEAD = 24;

/** Bytes that the values take, with the list that they stand in. */
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

/** What loops over many rows ask for their turns. */
export interface Statement {
  readonly evaluation: EvaluationContext;
  readonly pacer: Pacer;
}

/** Before the next batch of rows: others have their turn first, and the statement's time may be over. */
export async function betweenBatches(statement: Statement): Promise<void> {
  await statement.pacer.pause();
  checkTime(statement.evaluation);
}

/** Throws SqlError (400) when the statement has run for too long. Asked once for many rows. */
export function checkTime({ clock, startMillis }: Pick<EvaluationContext, 'clock' | 'startMillis'>): void {
  if (clock.nowMs() - startMillis <= limits.sqlTimeMs.value) return;
  const details = `the statement ran longer than the limit of ${limits.sqlTimeMs.value} ms`;
  throw new SqlError('IllegalStateException', details);
}

/** For a statement that begins now: it ends at a pause when its client has left, or when it has run for too long. */
export function statementPacer(clock: Clock, signal: StopSignal | undefined): Pacer {
  const startMillis = clock.nowMs();
  return new Pacer(clock, () => {
    checkSignal(signal);
    checkTime({ clock, startMillis });
  });
}
