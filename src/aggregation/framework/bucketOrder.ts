import {
  isJsonObject,
  type JsonPlace,
  type JsonValue,
  jsonAt,
  OpenSearchError,
  tokenAfter,
} from '../../common/index.ts';
import { tokenName } from '../../query/index.ts';
import { compareKeys, type Key } from '../values/keys.ts';
import type { SubAggregators } from './aggregator.ts';
import { type Aggregations, isMultiBucket, isSingleBucket } from './internalAggregation.ts';
import { anyField, type Field, readItems } from './objectParser.ts';
import { executionError, parsingErrorAt } from './parseErrors.ts';

/** One criterion of `order`: the key, the count, or a value of a sub-aggregation. */
export interface OrderCriterion {
  readonly by: 'key' | 'count' | 'path';
  /** For `path`: as given in the request. */
  readonly path: string;
  readonly ascending: boolean;
}

export type BucketOrder = readonly OrderCriterion[];

export const BY_COUNT: BucketOrder = [
  { by: 'count', path: '_count', ascending: false },
  { by: 'key', path: '_key', ascending: true },
];
export const BY_KEY: BucketOrder = [{ by: 'key', path: '_key', ascending: true }];

/** `order`: an object or a list of objects; ties are always broken by key. */
export const orderField: Field<BucketOrder> = anyField(['START_OBJECT', 'START_ARRAY'], (value, place) => {
  const order = readItems(value, place, parseCriterion);
  if (order.length === 0) {
    throw new OpenSearchError('index_out_of_bounds_exception', 'Index 0 out of bounds for length 0');
  }
  return order.some((criterion) => criterion.by === 'key') ? order : [...order, BY_KEY[0]];
});

function parseCriterion(container: object, index: string | number): OrderCriterion {
  const json = jsonAt(container, index);
  if (!isJsonObject(json)) throw noCriterion(container as readonly JsonValue[], Number(index));
  const place: JsonPlace = Array.isArray(container)
    ? { container, key: index, edge: 'value' }
    : { container: json, key: null, edge: 'end' };
  let path: string | null = null;
  let ascending = false;
  for (const [key, direction] of Object.entries(json)) {
    const at = { container: json, key, edge: 'value' } as const;
    path = key;
    if (typeof direction !== 'string') {
      throw parsingErrorAt(`Unexpected token [${tokenName(direction)}] for [order]`, at);
    }
    ascending = isAscending(direction, at);
  }
  if (path === null) throw parsingErrorAt('Must specify at least one field for [order]', place);
  if (path === '_key' || path === '_term' || path === '_time') return { by: 'key', path, ascending };
  return { by: path === '_count' ? 'count' : 'path', path, ascending };
}

function isAscending(direction: string, at: JsonPlace): boolean {
  if (['asc', 'desc'].includes(direction.toLowerCase())) return direction.toLowerCase() === 'asc';
  throw parsingErrorAt(`Unknown order direction [${direction}]`, at);
}

/** The original takes the items after one that is no object for directions, until it finds another token. */
function noCriterion(list: readonly JsonValue[], place: number): OpenSearchError {
  let { name, at } = tokenAfter(list, place);
  for (let next = place + 1; name === 'VALUE_STRING'; next++) {
    isAscending(list[next] as string, at);
    ({ name, at } = tokenAfter(list, next));
  }
  return parsingErrorAt(`Unexpected token [${name}] for [order]`, at);
}

export function isCountDescending(order: BucketOrder): boolean {
  return order.length === 2 && order[0].by === 'count' && !order[0].ascending && order[1].by === 'key';
}

export function isKeyOrder(order: BucketOrder): boolean {
  return order[0].by === 'key';
}

interface PathElement {
  readonly name: string;
  readonly key: string | null;
}

/** Parses `a>b.avg` or `a>b[99.0]` to names, the last one with the selected value. */
export function parsePath(path: string): readonly PathElement[] {
  const elements = path.split('>').filter((element) => element !== '');
  return elements.map((element, index) => {
    const bracket = element.lastIndexOf('[');
    if (bracket >= 0) {
      if (bracket === 0 || bracket > element.length - 3 || !element.endsWith(']'))
        throw badElement(element, path);
      return { name: element.slice(0, bracket), key: element.slice(bracket + 1, -1) };
    }
    const dot = index === elements.length - 1 ? element.lastIndexOf('.') : -1;
    if (dot < 0) return { name: element, key: null };
    if (dot === 0 || dot > element.length - 2) throw badElement(element, path);
    return { name: element.slice(0, dot), key: element.slice(dot + 1) };
  });
}

function badElement(element: string, path: string) {
  return executionError(`Invalid path element [${element}] in path [${path}]`);
}

/** What is needed to compare buckets on a shard. */
export interface ShardBuckets {
  compareKeys(a: number, b: number): number;
  docCount(ord: number): number;
  readonly children: SubAggregators;
}

/** Compares bucket ordinals on a shard. Throws for invalid paths. */
export function shardComparator(order: BucketOrder, buckets: ShardBuckets): (a: number, b: number) => number {
  const compares = order.map((criterion) => {
    const sign = criterion.ascending ? 1 : -1;
    if (criterion.by === 'key') {
      return (a: number, b: number) => sign * buckets.compareKeys(a, b);
    }
    if (criterion.by === 'count') {
      return (a: number, b: number) => sign * (buckets.docCount(a) - buckets.docCount(b));
    }
    const value = resolveSortValue(buckets.children, criterion.path);
    return (a: number, b: number) => compareDoubles(value(a), value(b), criterion.ascending);
  });
  return combine(compares);
}

function combine<T>(compares: readonly ((a: T, b: T) => number)[]): (a: T, b: T) => number {
  const [first, second] = compares;
  if (compares.length === 1) return first;
  if (compares.length === 2) return (a, b) => first(a, b) || second(a, b);
  return (a, b) => {
    for (const compare of compares) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}

/** NaN (no value) sorts last in both directions. */
function compareDoubles(a: number, b: number, ascending: boolean): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return ascending ? a - b || 0 : b - a || 0;
}

/** Validates the paths of an order, as the original does before collecting. */
export function checkOrder(order: BucketOrder, children: SubAggregators): void {
  for (const criterion of order) if (criterion.by === 'path') resolveSortValue(children, criterion.path);
}

function resolveSortValue(children: SubAggregators, path: string): (owner: number) => number {
  const elements = parsePath(path);
  let level = children;
  for (const [index, { name, key }] of elements.entries()) {
    const aggregator = level.get(name);
    if (!aggregator) throw badOrder(path, missingReason(name));
    const last = index === elements.length - 1;
    if (last && aggregator.sortValue) return aggregator.sortValue(key);
    if (last && aggregator.docCount) {
      if (key !== null && key !== 'doc_count') throw badOrder(path, wrongBucketKey(key));
      return (owner) => aggregator.docCount!(owner);
    }
    if (!aggregator.singleBucketChildren) throw badOrder(path, MULTI_BUCKET);
    level = aggregator.singleBucketChildren;
  }
  throw badOrder(path, MULTI_BUCKET);
}

const MULTI_BUCKET =
  'Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket ' +
  'aggregations within the path and a final single-bucket or a metrics aggregation at the path end.';

function missingReason(name: string): string {
  return `The provided aggregation [${name}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`;
}

function wrongBucketKey(key: string): string {
  return `Ordering on a single-bucket aggregation can only be done on its doc_count. Either drop the key (a la [${key}]) or change it to "doc_count"`;
}

function badOrder(path: string, reason: string) {
  return executionError(`Invalid aggregation order path [${path}]. ${reason}`);
}

/** What is needed to compare reduced buckets. */
export interface OrderedBucket {
  readonly key: Key;
  readonly docCount: number;
  readonly aggregations: Aggregations;
}

/** Compares reduced buckets. */
export function bucketComparator<B extends OrderedBucket>(order: BucketOrder): (a: B, b: B) => number {
  const compares = order.map((criterion) => {
    const sign = criterion.ascending ? 1 : -1;
    if (criterion.by === 'key') return (a: B, b: B) => sign * compareKeys(a.key, b.key);
    if (criterion.by === 'count') return (a: B, b: B) => sign * (a.docCount - b.docCount);
    const elements = parsePath(criterion.path);
    return (a: B, b: B) =>
      compareDoubles(
        sortValue(a.aggregations, elements),
        sortValue(b.aggregations, elements),
        criterion.ascending,
      );
  });
  return combine(compares);
}

function sortValue(aggregations: Aggregations, elements: readonly PathElement[]): number {
  let level = aggregations;
  for (const [index, { name, key }] of elements.entries()) {
    const result = level.get(name);
    if (!result || isMultiBucket(result)) return Number.NaN;
    if (isSingleBucket(result)) {
      if (index === elements.length - 1) return result.docCount;
      level = result.aggregations;
    } else return result.number?.(key) ?? Number.NaN;
  }
  return Number.NaN;
}
