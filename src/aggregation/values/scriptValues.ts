import { notEmulated } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { AggregationContext } from '../types.ts';
import type { KeyFilter, KeySource } from './keys.ts';
import type { NumberSource } from './numbers.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** Numbers that a script computes for each document. */
export function scriptNumbers(_config: ValuesConfig, _context: AggregationContext): NumberSource {
  throw notEmulated('a script in an aggregation');
}

/** Keys that a script computes for each document. */
export function scriptKeys(
  _config: ValuesConfig,
  _context: AggregationContext,
  _filter: KeyFilter | null,
): KeySource {
  throw notEmulated('a script in an aggregation');
}

/** How many values a script computes for a document. */
export function scriptValueCounter(
  _config: ValuesConfig,
  _context: AggregationContext,
  _leaf: LeafContext,
): (doc: number) => number {
  throw notEmulated('a script in an aggregation');
}
