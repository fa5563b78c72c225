import { type FixedBitSet, illegalArgument, type JsonValue, OpenSearchError } from '../common/index.ts';
import type { IndexValue, MappedFieldType, RangeBoundOptions } from '../mapper/index.ts';
import type { Column, NumericColumn } from '../segment/index.ts';
import { docSetOfBits, NO_DOCS } from './docSet.ts';
import { cachedFilter } from './filterCache.ts';
import { ipRangeOf } from './ipRange.ts';
import { anyOf } from './lucene/booleanQuery.ts';
import { type NumericBounds, scanNumericColumn } from './lucene/columnScan.ts';
import { constantQuery, type LuceneQuery, matchNoneQuery } from './lucene/query.ts';
import { constantShape, plainShape } from './lucene/shape.ts';
import { termQuery } from './lucene/termQuery.ts';
import { prefixRun, termSetQuery } from './lucene/termSetQuery.ts';
import { metadataExistsQuery, metadataTermsQuery } from './metadataQueries.ts';
import { rangeContainsQuery } from './rangeFieldQueries.ts';
import type { DocSet, LeafContext, QueryShardContext } from './types.ts';

/** What the fields of each family make of exact values: terms are looked up, numbers scanned. */

const INTEGER_KINDS: ReadonlySet<string> = new Set(['byte', 'short', 'integer', 'long', 'unsigned_long']);

export function isIntegerField(field: MappedFieldType): boolean {
  return field.numericKind !== null && INTEGER_KINDS.has(field.numericKind);
}

export function failIfNotIndexed(field: MappedFieldType): void {
  if (!field.indexed) {
    throw illegalArgument(`Cannot search on field [${field.name}] since it is not indexed.`);
  }
}

/** One exact value of a field. Text, keywords and booleans score by BM25, everything else is constant. */
export function fieldTermQuery(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
): LuceneQuery {
  switch (field.family) {
    case 'text':
    case 'keyword':
    case 'boolean':
      failIfNotIndexed(field);
      return termQuery(context.leaves, field.name, String(field.toIndexValue(value)));
    case 'numeric':
      failIfNotIndexed(field);
      if (isIntegerField(field) && hasDecimalPart(value)) return matchNoneQuery;
      return numericTermQuery(field, field.toIndexValue(value));
    case 'date':
      failIfNotIndexed(field);
      return dateTermQuery(context, field, value);
    case 'ip':
      failIfNotIndexed(field);
      return ipTermQuery(field, value);
    case 'range':
      return rangeContainsQuery(field, value);
    case 'metadata':
      return metadataTermsQuery(context, field, [value]);
    default:
      throw notSearchable(context, field);
  }
}

/** Any of the values; every match scores the boost. */
export function fieldTermsQuery(
  context: QueryShardContext,
  field: MappedFieldType,
  values: readonly JsonValue[],
): LuceneQuery {
  switch (field.family) {
    case 'text':
    case 'keyword':
    case 'boolean': {
      failIfNotIndexed(field);
      return exactTermsQuery(
        field,
        values.map((value) => String(field.toIndexValue(value))),
      );
    }
    case 'numeric': {
      failIfNotIndexed(field);
      const exact = values.filter((value) => !isIntegerField(field) || !hasDecimalPart(value));
      return numericSetQuery(
        field,
        exact.map((value) => field.toIndexValue(value)),
      );
    }
    case 'metadata':
      return metadataTermsQuery(context, field, values);
    default:
      return values.length === 0 ? matchNoneQuery : anyTermOf(context, field, values);
  }
}

function anyTermOf(
  context: QueryShardContext,
  field: MappedFieldType,
  values: readonly JsonValue[],
): LuceneQuery {
  const query = anyOf(values.map((value) => fieldTermQuery(context, field, value)));
  const set = constantQuery(query.key, (leaf) => query.match(leaf));
  return { ...set, visitTerms: (visitor, boost) => query.visitTerms?.(visitor, boost) };
}

function exactTermsQuery(field: MappedFieldType, values: readonly string[]): LuceneQuery {
  const sorted = [...new Set(values)].sort();
  const key = `${field.name}:in${JSON.stringify(sorted)}`;
  return termSetQuery(
    field.name,
    key,
    (terms) => Uint32Array.from(sorted.map((term) => terms.lookup(term)).filter((ord) => ord >= 0)).sort(),
    (term) => sorted.includes(term),
    () => plainShape('TermInSetQuery', `${field.name}:(${sorted.join(' ')})`),
  );
}

function numericTermQuery(field: MappedFieldType, value: IndexValue): LuceneQuery {
  const bound = value as number | bigint;
  return numericRangeQuery(field.name, { low: bound, high: bound, includeLow: true, includeHigh: true });
}

function numericSetQuery(field: MappedFieldType, values: readonly IndexValue[]): LuceneQuery {
  if (values.length === 0) return matchNoneQuery;
  if (values.length === 1) return numericTermQuery(field, values[0]);
  const wanted = new Set(values.map(canonicalNumber));
  const key = `${field.name}:in[${[...wanted].map(String).sort().join(',')}]`;
  return constantQuery(key, ({ reader }) => {
    const column = numericColumn(reader.column(field.name));
    if (column === null) return NO_DOCS;
    return cachedFilter(reader, key, () => docSetOfBits(scanForValues(column, wanted, reader.maxDoc)));
  });
}

/** A number where 53 bits hold the value, else a bigint: equal values are equal in a Set. */
function canonicalNumber(value: IndexValue): number | bigint {
  if (typeof value !== 'bigint') return Number(value);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function scanForValues(
  column: NumericColumn,
  wanted: ReadonlySet<number | bigint>,
  maxDoc: number,
): FixedBitSet {
  const sorted = [...wanted].sort((a, b) => (a < b ? -1 : 1));
  const bounds = {
    low: sorted[0],
    high: sorted[sorted.length - 1],
    includeLow: true,
    includeHigh: true,
  };
  const bits = scanNumericColumn(column, bounds, maxDoc);
  const { values, offsets } = column;
  for (let doc = bits.next(0); doc >= 0; doc = bits.next(doc + 1)) {
    const to = offsets === null ? doc + 1 : offsets[doc + 1];
    let found = false;
    for (let i = offsets === null ? doc : offsets[doc]; i < to && !found; i++)
      found = wanted.has(canonicalNumber(values[i]));
    if (!found) bits.remove(doc);
  }
  return bits;
}

export function numericRangeQuery(field: string, bounds: NumericBounds): LuceneQuery {
  const { low, high, includeLow, includeHigh } = bounds;
  const key = `${field}:${includeLow ? '[' : '{'}${low} TO ${high}${includeHigh ? ']' : '}'}`;
  const match = ({ reader }: LeafContext): DocSet => {
    const column = numericColumn(reader.column(field));
    if (column === null) return NO_DOCS;
    return cachedFilter(reader, key, () => docSetOfBits(scanNumericColumn(column, bounds, reader.maxDoc)));
  };
  return constantQuery(key, match, () => {
    const type = low === high ? 'PointRangeQuery' : 'IndexOrDocValuesQuery';
    return plainShape(type, pointsText(field, bounds));
  });
}

/** Lucene's points have closed bounds: an open one is the next number. */
function pointsText(field: string, { low, high, includeLow, includeHigh }: NumericBounds): string {
  const closed = (bound: number | bigint, included: boolean, step: 1 | -1): string => {
    if (bound === Number.NEGATIVE_INFINITY) return '-9223372036854775808';
    if (bound === Number.POSITIVE_INFINITY) return '9223372036854775807';
    if (included) return String(bound);
    return typeof bound === 'bigint' ? String(bound + BigInt(step)) : String(bound + step);
  };
  return `${field}:[${closed(low, includeLow, 1)} TO ${closed(high, includeHigh, -1)}]`;
}

export function numericColumn(column: Column | null): NumericColumn | null {
  return column !== null && column.kind === 'numeric' ? column : null;
}

/** A date as a term is the span that it names: `2024-01` is all of January. */
function dateTermQuery(context: QueryShardContext, field: MappedFieldType, value: JsonValue): LuceneQuery {
  const options = { format: null, timeZone: null, now: context.now };
  const { column, bound } = numericBoundsOf(field);
  return numericRangeQuery(column, {
    low: bound(value, { ...options, roundUp: false }),
    high: bound(value, { ...options, roundUp: true }),
    includeLow: true,
    includeHigh: true,
  });
}

/** Where the exact numbers of a field stand, and how a bound becomes one. */
export function numericBoundsOf(field: MappedFieldType): {
  readonly column: string;
  bound(value: JsonValue, options: RangeBoundOptions): number | bigint;
} {
  const { nanos } = field;
  if (nanos !== undefined) {
    return { column: nanos.column, bound: (value, options) => nanos.toBound(value, options) };
  }
  return {
    column: field.name,
    bound: (value, options) => field.toRangeBound(value, options) as number | bigint,
  };
}

function ipTermQuery(field: MappedFieldType, value: JsonValue): LuceneQuery {
  const range = ipRangeOf(field, value);
  return termSetQuery(field.name, `${field.name}:ip[${range.low},${range.high}]`, (terms) => {
    const end = terms.ceiling(range.high);
    const included = end < terms.size && terms.term(end) === range.high;
    return { from: terms.ceiling(range.low), to: included ? end + 1 : end };
  });
}

/** Documents that have the field, or any field below an object. */
export function fieldExistsQuery(context: QueryShardContext, name: string): LuceneQuery {
  const names = fieldNamesFor(context, name);
  if (names.length === 0) return matchNoneQuery;
  const flat = context.mapper.field(name);
  if (flat?.flatPath !== undefined) return flatExistsQuery(flat.name, flat.flatPath);
  const metadata = names.find((field) => context.mapper.field(field)?.family === 'metadata');
  if (metadata !== undefined) return metadataExistsQuery(context, metadata);
  const match = ({ reader }: LeafContext): DocSet => {
    const sets = names.map((field) => reader.exists(field)).filter((bits) => bits !== null);
    if (sets.length === 0) return NO_DOCS;
    if (sets.length === 1) return docSetOfBits(sets[0]);
    const bits = sets[0].clone();
    for (const other of sets.slice(1)) bits.or(other);
    return docSetOfBits(bits);
  };
  const text = names.map((field) => `FieldExistsQuery [field=${field}]`).join(' ');
  const inner = constantQuery(`exists(${names.join(',')})`, match, () =>
    plainShape('FieldExistsQuery', text),
  );
  return { ...inner, shape: () => constantShape(inner) };
}

/** Documents with a value at a path within a flat object, or below it. */
function flatExistsQuery(field: string, path: string): LuceneQuery {
  return termSetQuery(field, `${field}:exists(${path})`, (terms) => {
    const own = prefixRun(terms, `${path}=`);
    const below = prefixRun(terms, `${path}.`);
    const ords: number[] = [];
    for (const { from, to } of [below, own]) for (let ord = from; ord < to; ord++) ords.push(ord);
    return Uint32Array.from(ords).sort();
  });
}

/** The concrete fields of a name, a pattern or an object. */
export function fieldNamesFor(context: QueryShardContext, name: string): string[] {
  if (name.includes('*')) return context.mapper.matching(name).map((field) => field.name);
  const field = context.mapper.field(name);
  if (field !== undefined) return [field.name];
  if (context.mapper.object(name) === undefined) return [];
  return context.mapper.matching(`${name}.*`).map((child) => child.name);
}

function notSearchable(context: QueryShardContext, field: MappedFieldType): OpenSearchError {
  const { name, family } = field;
  if (family === 'binary') return shardError(context, 'Binary fields do not support searching');
  if (family === 'knn_vector') {
    return shardError(
      context,
      `KNN vector do not support exact searching, use KNN queries instead: [${name}]`,
    );
  }
  if (family === 'geo_point') {
    return illegalArgument(
      `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${name}]`,
    );
  }
  return illegalArgument(`Field [${name}] of type [${field.typeName}] does not support term queries`);
}

/** An error that names the index, as the original's errors of a shard do. */
export function shardError(
  context: Pick<QueryShardContext, 'indexName' | 'indexUuid'>,
  reason: string,
  causedBy?: OpenSearchError,
): OpenSearchError {
  return new OpenSearchError('query_shard_exception', reason, {
    metadata: { index: context.indexName, index_uuid: context.indexUuid },
    causedBy,
  });
}

export function hasDecimalPart(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Number.isInteger(value);
  if (typeof value !== 'string' || value.trim() === '') return false;
  const number = Number(value);
  return Number.isFinite(number) && !Number.isInteger(number);
}
