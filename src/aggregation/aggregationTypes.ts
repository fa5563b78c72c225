import { adjacencyMatrix } from './bucket/adjacencyMatrix.ts';
import { autoDateHistogram } from './bucket/autoDateHistogram.ts';
import { composite } from './bucket/composite.ts';
import { dateHistogram } from './bucket/dateHistogram.ts';
import { diversifiedSampler } from './bucket/diversifiedSampler.ts';
import { filter } from './bucket/filter.ts';
import { filters } from './bucket/filters.ts';
import { geoDistance } from './bucket/geoDistance.ts';
import { geohashGrid, geotileGrid } from './bucket/geoGrid.ts';
import { global } from './bucket/global.ts';
import { histogram } from './bucket/histogram.ts';
import { ipRange } from './bucket/ipRange.ts';
import { children, parent } from './bucket/joinAggregation.ts';
import { missing } from './bucket/missing.ts';
import { multiTerms } from './bucket/multiTerms.ts';
import { nested } from './bucket/nested.ts';
import { dateRange, range } from './bucket/range.ts';
import { rareTerms } from './bucket/rareTerms.ts';
import { reverseNested } from './bucket/reverseNested.ts';
import { sampler } from './bucket/sampler.ts';
import { significantTerms } from './bucket/significantTerms.ts';
import { significantText } from './bucket/significantText.ts';
import { terms } from './bucket/terms.ts';
import { variableWidthHistogram } from './bucket/variableWidthHistogram.ts';
import type { AnyType } from './framework/parseTree.ts';
import { avg } from './metric/avg.ts';
import { cardinality } from './metric/cardinality.ts';
import { extendedStats } from './metric/extendedStats.ts';
import { max, min } from './metric/extremes.ts';
import { geoBounds } from './metric/geoBounds.ts';
import { geoCentroid } from './metric/geoCentroid.ts';
import { matrixStats } from './metric/matrixStats.ts';
import { medianAbsoluteDeviation } from './metric/medianAbsoluteDeviation.ts';
import { percentileRanks, percentiles } from './metric/percentiles.ts';
import { scriptedMetric } from './metric/scriptedMetric.ts';
import { stats } from './metric/stats.ts';
import { sum } from './metric/sum.ts';
import { type CheckTopHits, topHits } from './metric/topHits.ts';
import { valueCount } from './metric/valueCount.ts';
import { weightedAvg } from './metric/weightedAvg.ts';
import { avgBucket } from './pipeline/avgBucket.ts';
import { bucketScript } from './pipeline/bucketScript.ts';
import { bucketSelector } from './pipeline/bucketSelector.ts';
import { bucketSort } from './pipeline/bucketSort.ts';
import { cumulativeSum } from './pipeline/cumulativeSum.ts';
import { derivative } from './pipeline/derivative.ts';
import { extendedStatsBucket } from './pipeline/extendedStatsBucket.ts';
import { maxBucket, minBucket } from './pipeline/extremeBucket.ts';
import { movingAvg } from './pipeline/movingAvg.ts';
import { movingFn } from './pipeline/movingFn.ts';
import { percentilesBucket } from './pipeline/percentilesBucket.ts';
import { serialDiff } from './pipeline/serialDiff.ts';
import { statsBucket } from './pipeline/statsBucket.ts';
import { sumBucket } from './pipeline/sumBucket.ts';

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
  children,
  parent,
  range,
  reverseNested,
  sampler,
  diversifiedSampler,
  stats,
  sum,
  terms,
  valueCount,
  movingFn,
  movingAvg,
  adjacencyMatrix,
  autoDateHistogram,
  variableWidthHistogram,
  geoDistance,
  ipRange,
  geoBounds,
  geoCentroid,
  matrixStats,
  scriptedMetric,
  geohashGrid,
  geotileGrid,
  multiTerms,
  rareTerms,
  significantTerms,
  significantText,
  medianAbsoluteDeviation,
  percentileRanks,
  percentiles,
  weightedAvg,
  avgBucket,
  bucketScript,
  bucketSelector,
  bucketSort,
  cumulativeSum,
  derivative,
  extendedStatsBucket,
  maxBucket,
  minBucket,
  percentilesBucket,
  serialDiff,
  statsBucket,
  sumBucket,
];

/** Such a table in which `top_hits` has its members checked: `checkTopHits` throws for wrong ones. */
export function typesChecking(checkTopHits: CheckTopHits): ReadonlyMap<string, AnyType> {
  return new Map([...rows, topHits(checkTopHits)].map((row) => [row.name, row]));
}

/** All aggregations by the name used in requests. */
export const aggregationTypes = typesChecking(() => {});
