import { greatest, illegalArgument, javaDouble, least, OpenSearchError } from '../../common/index.ts';
import {
  arcDistance,
  type GeoPoint,
  metresPer,
  planeDistance,
  type QueryShardContext,
} from '../../query/index.ts';
import type { Column } from '../../segment/index.ts';
import type { SortMode } from '../source/sortParts.ts';
import type { SortSpec } from '../source/sortSpec.ts';
import { type BoundNestedSort, nestedChildren } from './nestedValues.ts';
import { parseAfterText } from './searchAfter.ts';
import { constantKey } from './simpleKeys.ts';
import { type SortKey, valueComparator } from './sortKey.ts';

/**
 * `_geo_distance`: the distance to the nearest (asc) or farthest (desc) of some points. Missing points sort
 * last.
 */
export function geoDistanceKey(
  spec: Extract<SortSpec, { kind: 'geo' }>,
  nested: BoundNestedSort | null,
  context: QueryShardContext,
): SortKey {
  const field = context.mapper.field(spec.field);
  checkPoints(spec);
  if (field === undefined) {
    if (spec.ignoreUnmapped) return constantKey(Number.POSITIVE_INFINITY, spec.order);
    throw illegalArgument(`failed to find mapper for [${spec.field}] for geo distance based sort`);
  }
  if (field.family !== 'geo_point') {
    throw illegalArgument(`Can't sort by geo distance on [${spec.field}]: it is no geo_point`);
  }
  const { points } = spec;
  const unit = metresPer(spec.unit);
  const descending = spec.order === 'desc';
  const sign = descending ? -1 : 1;
  const mode = spec.mode ?? (descending ? 'max' : 'min');
  const measure = spec.plane ? planeDistance : arcDistance;
  return {
    needsScores: false,
    isCostly: true,
    hasFractions: true,
    compare: valueComparator(descending, false),
    parseAfter: (value) =>
      typeof value === 'string' ? parseAfterText(value, spec.field, true) : Number(value),
    leaf(leaf, docs) {
      const column = leaf.reader.column(field.name);
      const distanceOf = (group: readonly number[]): number => {
        const distances = group.flatMap((doc) =>
          distancesOf(column, doc, points, measure).map((metres) => metres / unit),
        );
        if (distances.length === 0) return Number.POSITIVE_INFINITY;
        return pickDistance(distances, mode);
      };
      const groups = nested === null ? null : nestedChildren(leaf, docs, nested);
      const values = new Float64Array(docs.length);
      for (let i = 0; i < docs.length; i++) values[i] = distanceOf(groups === null ? [docs[i]] : groups[i]);
      const keyOf = (value: number): number => (value === Number.POSITIVE_INFINITY ? value : sign * value);
      return { keys: values.map(keyOf), value: (i) => values[i], keyOf: (value) => keyOf(Number(value)) };
    },
  };
}

function pickDistance(distances: number[], mode: SortMode): number {
  switch (mode) {
    case 'min':
      return least(distances);
    case 'max':
      return greatest(distances);
    case 'avg':
    case 'sum':
      return distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
    case 'median': {
      const sorted = distances.sort((a, b) => a - b);
      const middle = sorted.length >>> 1;
      return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
  }
}

function checkPoints({ points, field, validation }: Extract<SortSpec, { kind: 'geo' }>): void {
  if (validation === 'IGNORE_MALFORMED') return;
  const check = (name: string, value: number, most: number): void => {
    if (Math.abs(value) <= most) return;
    const reason = `illegal ${name} value [${javaDouble(value)}] for [GeoDistanceSort] for field [${field}].`;
    throw new OpenSearchError('parse_exception', reason);
  };
  for (const { lat, lon } of points) {
    check('latitude', lat, 90);
    check('longitude', lon, 180);
  }
}

function distancesOf(
  column: Column | null,
  doc: number,
  points: readonly GeoPoint[],
  measure: typeof arcDistance,
): number[] {
  if (column === null || column.kind !== 'pairs') return [];
  const { first, second, offsets, presence } = column;
  if (offsets === null && presence !== null && !presence.has(doc)) return [];
  const from = offsets === null ? doc : offsets[doc];
  const to = offsets === null ? doc + 1 : offsets[doc + 1];
  const found: number[] = [];
  for (let i = from; i < to; i++) {
    for (const { lat, lon } of points) found.push(measure(lat, lon, first[i], second[i]));
  }
  return found;
}
