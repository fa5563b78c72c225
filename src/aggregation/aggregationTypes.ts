import { composite } from './bucket/composite.ts';
import { dateHistogram } from './bucket/dateHistogram.ts';
import { filter } from './bucket/filter.ts';
import { filters } from './bucket/filters.ts';
import { global } from './bucket/global.ts';
import { histogram } from './bucket/histogram.ts';
import { missing } from './bucket/missing.ts';
import { nested } from './bucket/nested.ts';
import { dateRange, range } from './bucket/range.ts';
import { reverseNested } from './bucket/reverseNested.ts';
import { sampler } from './bucket/sampler.ts';
import { terms } from './bucket/terms.ts';
import type { AnyType } from './framework/parseTree.ts';
import { avg } from './metric/avg.ts';
import { cardinality } from './metric/cardinality.ts';
import { extendedStats } from './metric/extendedStats.ts';
import { max, min } from './metric/extremes.ts';
import { stats } from './metric/stats.ts';
import { sum } from './metric/sum.ts';
import { valueCount } from './metric/valueCount.ts';

const rows: readonly AnyType[] = [
  avg,
  cardinality,
  composite,
  dateHistogram,
  dateRange,
  extendedStats,
  filter,
  filters,
  global,
  histogram,
  max,
  min,
  missing,
  nested,
  range,
  reverseNested,
  sampler,
  stats,
  sum,
  terms,
  valueCount,
];

/** Every aggregation by the name that requests use. */
export const aggregationTypes: ReadonlyMap<string, AnyType> = new Map(rows.map((row) => [row.name, row]));
