import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import type { Examples } from './types.ts';

/** `values`: no metric of the engine computes it. `take`: documents of the group do. */
export type AggregateKind = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'moments' | 'take' | 'values';

export interface Accumulator {
  /** Never called with NULL. */
  add(value: SqlValue): void;
  result(): SqlValue;
  /** Values that it keeps; absent: none, whatever is added. */
  readonly kept?: number;
}

export interface AggregateParameters {
  /** At least and at most. */
  readonly count: readonly [number, number];
  /** As messages of the original have them, behind the argument's type. */
  readonly types?: readonly SqlType[];
  /** What is wrong with one that is given; null when nothing is. */
  readonly problem: (value: SqlValue) => string | null;
}

export interface AggregateFunction {
  readonly names: readonly [string, ...string[]];
  readonly kind: AggregateKind;
  /** Argument type → result type, in the order of error messages. */
  readonly signatures: readonly (readonly [argument: SqlType, returns: SqlType])[];
  /** What literals may follow the argument. */
  readonly parameters?: AggregateParameters;
  /** `type` is the result type. */
  create(type: SqlType, parameters: readonly SqlValue[]): Accumulator;
  /** A cluster of version 2.7 does not have it. */
  readonly beyond?: boolean;
  /** The figure of `extended_stats` that is the result. */
  readonly extendedStat?: string;
  readonly doc: string;
  /** Over the index of the reference page. */
  readonly examples: Examples;
}
