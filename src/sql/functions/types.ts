import type { Clock, JsonObject, Random } from '../../common/index.ts';
import type { SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import type { PainlessForm } from './painless.ts';
import type { SearchForm } from './searchForm.ts';

/** What a function may ask beside its arguments. */
export interface EvaluationContext {
  /** When the statement began: NOW(), CURDATE(), a TIME's missing date. */
  readonly startMillis: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Numbers compare by value and conditions know NULL, where the original does otherwise. */
  readonly corrections?: boolean;
  /** Casts of literals, and `typeof`, stay calls: the plan is to be read, not run. */
  readonly keepsCasts?: boolean;
  /** Told what the original says where this goes on: a strict statement ends there, others warn. */
  readonly beyond?: (refusal: SqlError) => void;
}

export type Evaluate = (args: readonly SqlValue[], context: EvaluationContext) => SqlValue;

/** One overload. */
export interface Signature {
  readonly args: readonly SqlType[];
  readonly returns: SqlType;
  /** `propagate`: a NULL argument makes NULL and `evaluate` never sees one; `own`: `evaluate` decides. */
  readonly nulls: 'propagate' | 'own';
  /** The last argument may be repeated. */
  readonly variadic: boolean;
  readonly evaluate: Evaluate;
}

/** SQL and its value as text: of all rows, one after the other, where there are several. Conditions: of `name`. */
export type Examples = readonly (readonly [sql: string, value: string])[];

/** One row of a function table: the analyzer, the reference pages and the example tests read the same object. */
export interface ScalarFunction {
  /** The first is the name of error messages; all in lower case. */
  readonly names: readonly [string, ...string[]];
  /** In the order in which error messages list them. */
  readonly signatures: readonly Signature[];
  /** No engine of the original knows it. */
  readonly beyond?: boolean;
  /** Written between or around its operands, never called by name. */
  readonly isOperator?: boolean;
  /** How it is written, where it is neither `NAME(a, b)` nor `a NAME b`. */
  readonly form?: (args: readonly string[]) => string;
  /** Its value is one of its arguments as that one is: `IFNULL(price, 1)` is 1 where there is no price, and not 1.0. */
  readonly handsOn?: boolean;
  /** The argument that is a word (`DAY`, `DATE`), and what the reference page shows for it. */
  readonly word?: { readonly at: number; readonly shown: string };
  /** Of a date: what is the same for all dates of such a unit, so that buckets of the unit can be folded. */
  readonly calendarUnit?: CalendarUnit;
  /** As a search groups by it, of a field and literals behind it. */
  readonly grouping?: GroupingForm;
  /** As a search answers it; absent: rows are read and looked at. */
  readonly search?: SearchForm;
  /** As the legacy engine computes it, in the order of how many arguments a form needs; absent: it cannot. */
  readonly painless?: readonly PainlessForm[];
  /** As the legacy engine's planner computes it of aggregates, in Java's doubles: FLOOR(AVG(age)); absent: it cannot. */
  readonly ofAggregates?: (...operands: number[]) => number;
  readonly doc: string;
  readonly examples: Examples;
}

export interface GroupingForm {
  /** Of a value that is there or not: what the search's own buckets would be. */
  readonly evaluate: Evaluate;
  /** The buckets; of the literals. Throws SqlError. */
  readonly histogram: (literals: readonly SqlValue[]) => Histogram;
}

/** A source of composite buckets that are no single values. */
export interface Histogram {
  readonly type: 'histogram' | 'date_histogram';
  readonly parameters: JsonObject;
}

/** The units of calendars whose buckets can be folded, the finest first. */
export const calendarUnits = ['hour', 'day', 'month', 'quarter', 'year'] as const;

export type CalendarUnit = (typeof calendarUnits)[number];

/** Resolved by name or by the operator it stands for. */
export type FunctionTable = readonly ScalarFunction[];

/** A section of the reference page. */
export interface FunctionFamily {
  readonly title: string;
  readonly functions: FunctionTable;
}
