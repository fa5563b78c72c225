import type { Clock, JsonObject, Random } from '../../common/index.ts';
import type { SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import type { PainlessForm } from './painless.ts';
import type { SearchForm } from './searchForm.ts';

/** What a function may use besides its arguments. */
export interface EvaluationContext {
  /** When the statement started: used for NOW(), CURDATE() and the missing date of a TIME. */
  readonly startMillis: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Compares numbers by value and follows three-valued logic where the original does not. */
  readonly corrections?: boolean;
  /** Keeps casts of literals, and `typeof`, as calls, for plans that are displayed rather than run. */
  readonly keepsCasts?: boolean;
  /**
   * Called with the original's error where evaluation continues: strict mode throws it, otherwise it becomes
   * a warning.
   */
  readonly beyond?: (refusal: SqlError) => void;
}

export type Evaluate = (args: readonly SqlValue[], context: EvaluationContext) => SqlValue;

/** One overload. */
export interface Signature {
  readonly args: readonly SqlType[];
  readonly returns: SqlType;
  /** `propagate`: a NULL argument gives NULL without calling `evaluate`; `own`: `evaluate` decides. */
  readonly nulls: 'propagate' | 'own';
  /** Whether the last argument may be repeated. */
  readonly variadic: boolean;
  readonly evaluate: Evaluate;
}

/**
 * Pairs of SQL and its value as text; if it returns several rows, the values of all of them. For conditions,
 * the values of `name` in matching rows.
 */
export type Examples = readonly (readonly [sql: string, value: string])[];

/** An entry of a function table, shared by the analyzer, the reference pages and the tests of examples. */
export interface ScalarFunction {
  /** In lower case; the first is used in error messages. */
  readonly names: readonly [string, ...string[]];
  /** In the order of error messages. */
  readonly signatures: readonly Signature[];
  /** Not supported by either engine of the original. */
  readonly beyond?: boolean;
  /** Written as an operator, never called by name. */
  readonly isOperator?: boolean;
  /** How it is written, if neither `NAME(a, b)` nor `a NAME b`. */
  readonly form?: (args: readonly string[]) => string;
  /** Returns one of its arguments unconverted: `IFNULL(price, 1)` is 1 where there is no price, not 1.0. */
  readonly handsOn?: boolean;
  /** The argument that is a keyword (`DAY`, `DATE`), and how the reference page shows it. */
  readonly word?: { readonly at: number; readonly shown: string };
  /**
   * For a function of a date that is constant within this calendar unit, so that buckets of the unit can be
   * folded.
   */
  readonly calendarUnit?: CalendarUnit;
  /** How a search groups by it, given a field followed by literals. */
  readonly grouping?: GroupingForm;
  /** How a search evaluates it; when absent, rows are tested one by one. */
  readonly search?: SearchForm;
  /**
   * How the legacy engine computes it in Painless, by the number of arguments a form needs; absent when it
   * cannot.
   */
  readonly painless?: readonly PainlessForm[];
  /**
   * How the legacy engine's planner computes it over aggregates, in Java's doubles: FLOOR(AVG(age)); absent
   * when it cannot.
   */
  readonly ofAggregates?: (...operands: number[]) => number;
  readonly doc: string;
  readonly examples: Examples;
}

export interface GroupingForm {
  /** The bucket the search would assign to a value that may be missing. */
  readonly evaluate: Evaluate;
  /** The engine's buckets for these literals. Throws SqlError. */
  readonly histogram: (literals: readonly SqlValue[]) => Histogram;
}

/** A composite source whose buckets are intervals. */
export interface Histogram {
  readonly type: 'histogram' | 'date_histogram';
  readonly parameters: JsonObject;
}

/** Calendar units whose buckets can be folded, finest first. */
export const calendarUnits = ['hour', 'day', 'month', 'quarter', 'year'] as const;

export type CalendarUnit = (typeof calendarUnits)[number];

/** Functions are looked up by name or operator symbol. */
export type FunctionTable = readonly ScalarFunction[];

/** A section of the reference page. */
export interface FunctionFamily {
  readonly title: string;
  readonly functions: FunctionTable;
}
