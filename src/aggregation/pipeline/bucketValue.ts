import { illegalArgument } from '../../common/index.ts';
import { parsePath } from '../framework/bucketOrder.ts';
import {
  type Aggregations,
  type Bucket,
  type InternalAggregation,
  isMultiBucket,
  isSingleBucket,
  type MultiBucketResult,
} from '../framework/internalAggregation.ts';
import { executionError } from '../framework/parseErrors.ts';

/** How a pipeline treats buckets without a value. */
export type GapPolicy = 'skip' | 'insert_zeros';

/** The target of a path: a number, a whole result, or a list over buckets; `null` if the path is invalid. */
type Property = number | InternalAggregation | 'list' | null;

/**
 * The number that a path selects in a bucket: NaN if there is none (or 0, by the gap policy), `null` if the
 * path is invalid. Throws for paths that do not end at a number.
 */
export function resolveBucketValue(
  parent: string,
  bucket: Bucket,
  path: string,
  gapPolicy: GapPolicy,
): number | null {
  const elements = pathElements(path, bucket.aggregations);
  const property = bucketProperty(bucket, elements);
  if (property === null) return null;
  const value = numberOf(property);
  if (value === null) throw notNumeric(property, elements[0] ?? parent);
  const isCount = elements.length === 1 && elements[0] === '_count';
  if (Number.isFinite(value) && (bucket.docCount > 0 || isCount)) return value;
  return gapPolicy === 'insert_zeros' ? 0 : Number.NaN;
}

/** A name containing `.` or `[` is a single element if a result has that name. */
function pathElements(path: string, aggregations: Aggregations): readonly string[] {
  if (path === '') return [];
  if (aggregations.get(path) !== undefined) return [path];
  return parsePath(path).flatMap(({ name, key }) => (key === null ? [name] : [name, key]));
}

function bucketProperty(bucket: Bucket, path: readonly string[]): Property {
  const [name, ...rest] = path;
  if (name === undefined || name === '_count') return bucket.docCount;
  if (name === '_key') return Number.isNaN(bucket.keyNumber) ? 'list' : bucket.keyNumber;
  const result = bucket.aggregations.get(name);
  return result === undefined ? null : resultProperty(result, rest);
}

function resultProperty(result: InternalAggregation, path: readonly string[]): Property {
  const [name, ...rest] = path;
  if (name === undefined) return result;
  if (isSingleBucket(result)) {
    if (name === '_count') return result.docCount;
    const inner = result.aggregations.get(name);
    return inner === undefined ? null : resultProperty(inner, rest);
  }
  if (isMultiBucket(result)) return multiProperty(result, path);
  const value = result.number?.(name) ?? null;
  if (value === null || rest.length > 0) {
    throw illegalArgument(`path not supported for [${result.type}]: [${path.join(', ')}]`);
  }
  return value;
}

/** `agg['key']` selects one bucket; `_bucket_count` counts them. */
function multiProperty(result: MultiBucketResult, path: readonly string[]): Property {
  const [name, ...rest] = path;
  if (name === '_bucket_count') return result.buckets.length;
  const quoted = /^'(.*)'$/.exec(name);
  if (quoted) {
    const bucket = result.buckets.find(({ keyText }) => keyText === quoted[1]);
    return bucket === undefined ? null : bucketProperty(bucket, rest);
  }
  return 'list';
}

function numberOf(property: Exclude<Property, null>): number | null {
  if (typeof property === 'number') return property;
  if (property === 'list' || property.multiValue || isMultiBucket(property) || isSingleBucket(property))
    return null;
  return property.number?.(null) ?? null;
}

const RULE = 'buckets_path must reference either a number value or a single value numeric metric aggregation';

function notNumeric(property: Exclude<Property, null>, name: string) {
  if (property !== 'list' && typeof property !== 'number' && property.multiValue) {
    return executionError(`${RULE}, but [${name}] contains multiple values. Please specify which to use.`);
  }
  const found = property === 'list' || typeof property === 'number' ? 'Object[]' : className(property);
  return executionError(`${RULE}, got: [${found}] at aggregation [${name}]`);
}

const CLASS_NAMES: Readonly<Record<string, string>> = {
  sterms: 'StringTerms',
  lterms: 'LongTerms',
  dterms: 'DoubleTerms',
};

/** The original's class name of a result. */
function className({ type, mapped }: InternalAggregation): string {
  if (mapped === false && type === 'sterms') return 'UnmappedTerms';
  const camel = type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return CLASS_NAMES[type] ?? `Internal${camel}`;
}
