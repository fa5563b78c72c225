import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import type { Examples } from './types.ts';

/** `values`: no metric of the engine computes it. `take`: computed from the documents of a group. */
export type AggregateKind = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'moments' | 'take' | 'values';

export interface Accumulator {
  /** Never called with NULL. */
  add(value: SqlValue): void;
  result(): SqlValue;
  /** How many values it holds in memory; absent when it holds none. */
  readonly kept?: number;
}

export interface AggregateParameters {
  /** Minimum and maximum number. */
  readonly count: readonly [number, number];
  /** As listed in the original's messages after the argument's type. */
  readonly types?: readonly SqlType[];
  /** Describes what is wrong with a given value; null when it is valid. */
  readonly problem: (value: SqlValue) => string | null;
}

export interface AggregateFunction {
  readonly names: readonly [string, ...string[]];
  readonly kind: AggregateKind;
  /** Pairs of argument type and result type, in the order of error messages. */
  readonly signatures: readonly (readonly [argument: SqlType, returns: SqlType])[];
  /** The literals that may follow the argument. */
  readonly parameters?: AggregateParameters;
  /** `type` is the result type. */
  create(type: SqlType, parameters: readonly SqlValue[]): Accumulator;
  /** Not available in a cluster of version 2.7. */
  readonly beyond?: boolean;
  /** The value of `extended_stats` that is the result. */
  readonly extendedStat?: string;
  readonly doc: string;
  /** Evaluated over the index of the reference page. */
  readonly examples: Examples;
}
