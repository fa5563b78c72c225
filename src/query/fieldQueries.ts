import {
  type FixedBitSet,
  hashMapOrder,
  illegalArgument,
  type JsonValue,
  OpenSearchError,
  type Steps,
} from '../common/index.ts';
import { formatIp, type IndexValue, type MappedFieldType, type RangeBoundOptions } from '../mapper/index.ts';
import type { Column, NumericColumn, TermsReader } from '../segment/index.ts';
import { anyOf } from './bound/booleanQuery.ts';
import {
  type NumericBounds,
  numericColumnTest,
  numericMatches,
  scanNumericColumn,
} from './bound/columnScan.ts';
import {
  constantQuery,
  matchAllQuery,
  matchNoneQuery,
  noneQuery,
  seekingQuery,
} from './bound/constantQuery.ts';
import { constantScoreQuery } from './bound/constantScore.ts';
import { decorated, withParsedText } from './bound/decorated.ts';
import { explainedRange, type PointForm, pointForm, pointText, rangeText } from './bound/pointText.ts';
import type { BoundQuery } from './bound/query.ts';
import { plainShape, type QueryShape } from './bound/shape.ts';
import { termQuery } from './bound/termQuery.ts';
import { prefixRun, termSetQuery } from './bound/termSetQuery.ts';
import { docSetOfBits, NO_DOCS } from './docSet.ts';
import { cachedFilter } from './filterCache.ts';
import { type IpRange, ipRangeOf } from './ipRange.ts';
import { metadataExistsQuery, metadataTermsQuery } from './metadataQueries.ts';
import { rangeContainsQuery } from './rangeFieldQueries.ts';
import type { DocSet, LeafContext, QueryShardContext } from './types.ts';

/** How each field family handles exact values: terms are looked up, numbers scanned. */

const INTEGER_KINDS: ReadonlySet<string> = new Set(['byte', 'short', 'integer', 'long', 'unsigned_long']);

export function isIntegerField(field: MappedFieldType): boolean {
  return field.numericKind !== null && INTEGER_KINDS.has(field.numericKind);
}

export function failIfNotIndexed(field: MappedFieldType): void {
  if (!field.indexed) {
    throw illegalArgument(`Cannot search on field [${field.name}] since it is not indexed.`);
  }
}

/** One exact value of a field. Text, keywords and booleans score by BM25, other types are constant. */
export function fieldTermQuery(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
): BoundQuery {
  switch (field.family) {
    case 'text':
    case 'keyword':
    case 'boolean':
      failIfNotIndexed(field);
      return termQuery(context, field.name, String(field.toIndexValue(value)));
    case 'numeric':
      failIfNotIndexed(field);
      if (isIntegerField(field) && hasDecimalPart(value)) {
        return noneQuery(`Value [${value}] has a decimal part`);
      }
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
): BoundQuery {
  switch (field.family) {
    case 'text':
    case 'keyword':
    case 'boolean': {
      failIfNotIndexed(field);
      return exactTermsQuery(
        context,
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
): BoundQuery {
  if (field.family === 'ip') return ipSetQuery(field, values);
  return constantScoreQuery(anyOf(values.map((value) => fieldTermQuery(context, field, value))));
}

/** Lucene stores more terms than this as a set; fewer become a disjunction. */
const MAX_LISTED_TERMS = 16;

function exactTermsQuery(
  context: QueryShardContext,
  field: MappedFieldType,
  values: readonly string[],
): BoundQuery {
  const sorted = [...new Set(values)].sort();
  const parsed = `${field.name}:(${sorted.join(' ')})`;
  const shape = (): QueryShape => {
    if (sorted.length > MAX_LISTED_TERMS) return plainShape('TermInSetQuery', parsed);
    const listed = constantScoreQuery(anyOf(sorted.map((term) => termQuery(context, field.name, term))));
    return { ...listed.shape(), parsed };
  };
  const key = `${field.name}:in${JSON.stringify(sorted)}`;
  const query = termSetQuery(
    field.name,
    key,
    (terms) => ordsOf(terms, sorted),
    (term) => sorted.includes(term),
    shape,
  );
  return decorated(query, { mayReach: (test) => test(field.name) });
}

/** Terms looked up per step. */
const TERMS_IN_A_STEP = 64;

/** The ordinals of existing terms, ascending. */
function* ordsOf(terms: TermsReader, wanted: readonly string[]): Steps<Uint32Array> {
  const ords: number[] = [];
  for (let i = 0; i < wanted.length; i++) {
    if (i % TERMS_IN_A_STEP === TERMS_IN_A_STEP - 1) yield;
    const ord = terms.lookup(wanted[i]);
    if (ord >= 0) ords.push(ord);
  }
  return Uint32Array.from(ords).sort();
}

function numericTermQuery(field: MappedFieldType, value: IndexValue): BoundQuery {
  const bound = value as number | bigint;
  const bounds = { low: bound, high: bound, includeLow: true, includeHigh: true };
  return numericRangeQuery(field.name, bounds, pointForm(field));
}

function numericSetQuery(field: MappedFieldType, values: readonly IndexValue[]): BoundQuery {
  if (values.length === 0) return matchNoneQuery;
  const wanted = new Set(values.map(canonicalNumber));
  const form = pointForm(field);
  const sorted = [...wanted].sort((a, b) => (a < b ? -1 : 1)).map((value) => pointText(value, form));
  const key = `${field.name}:in[${[...wanted].map(String).sort().join(',')}]`;
  const shape = () => plainShape('PointInSetQuery', `${field.name}:{${sorted.join(' ')}}`);
  if (values.length === 1) {
    const single = numericTermQuery(field, values[0]);
    const match = (leaf: LeafContext): DocSet => single.match(leaf);
    return decorated(constantQuery(key, match, shape), { mayReach: (test) => test(field.name) });
  }
  const match = ({ reader }: LeafContext): DocSet => {
    const column = numericColumn(reader.column(field.name));
    if (column === null) return NO_DOCS;
    return cachedFilter(reader, key, () => docSetOfBits(scanForValues(column, wanted, reader.maxDoc)));
  };
  return decorated(constantQuery(key, match, shape), { mayReach: (test) => test(field.name) });
}

/** A number if 53 bits are enough, otherwise a bigint, so that equal values are equal in a Set. */
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

export function numericRangeQuery(field: string, bounds: NumericBounds, form: PointForm): BoundQuery {
  const { low, high, includeLow, includeHigh } = bounds;
  const key = `${field}:${includeLow ? '[' : '{'}${low} TO ${high}${includeHigh ? ']' : '}'}`;
  const match = ({ reader }: LeafContext): DocSet => {
    const column = numericColumn(reader.column(field));
    if (column === null) return NO_DOCS;
    return cachedFilter(reader, key, () => numericMatches(column, bounds, reader.maxDoc));
  };
  const test = ({ reader }: LeafContext): ((doc: number) => boolean) => {
    const column = numericColumn(reader.column(field));
    return column === null ? () => false : numericColumnTest(column, bounds);
  };
  const exact = low === high;
  const shape = (): QueryShape =>
    plainShape(exact ? 'PointRangeQuery' : 'IndexOrDocValuesQuery', rangeText(field, bounds, form), {
      explained: exact ? undefined : explainedRange(field, bounds, form),
    });
  const query = seekingQuery(key, match, test, shape);
  return decorated(query, { mayReach: (test) => test(field) });
}

export function numericColumn(column: Column | null): NumericColumn | null {
  return column !== null && column.kind === 'numeric' ? column : null;
}

/** A date as a term means its whole period: `2024-01` is all of January. */
function dateTermQuery(context: QueryShardContext, field: MappedFieldType, value: JsonValue): BoundQuery {
  const options = { format: null, timeZone: null, now: context.now };
  const { column, bound } = numericBoundsOf(field);
  const bounds = {
    low: bound(value, { ...options, roundUp: false }),
    high: bound(value, { ...options, roundUp: true }),
    includeLow: true,
    includeHigh: true,
  };
  return numericRangeQuery(column, bounds, 'long');
}

/** The column with the exact numbers of a field, and how to convert a bound. */
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

function ipTermQuery(field: MappedFieldType, value: JsonValue): BoundQuery {
  return ipRangeQuery(field.name, ipRangeOf(field, value));
}

/** Addresses in an inclusive range. */
export function ipRangeQuery(field: string, { low, high }: IpRange): BoundQuery {
  const query = termSetQuery(
    field,
    `${field}:ip[${low},${high}]`,
    (terms) => {
      const end = terms.ceiling(high);
      const included = end < terms.size && terms.term(end) === high;
      return { from: terms.ceiling(low), to: included ? end + 1 : end };
    },
    null,
    () => plainShape('PointRangeQuery', `${field}:[${pointAddress(low)} TO ${pointAddress(high)}]`),
  );
  return decorated(query, { mayReach: (test) => test(field) });
}

/** Single addresses are looked up as a set, blocks individually. */
function ipSetQuery(field: MappedFieldType, values: readonly JsonValue[]): BoundQuery {
  const any = constantScoreQuery(anyOf(values.map((value) => ipTermQuery(field, value))));
  if (values.some((value) => String(value).includes('/'))) return any;
  const texts = values.map((value) => ipRangeOf(field, value).low).sort();
  const shape = () => plainShape('PointInSetQuery', `${field.name}:{${texts.map(pointAddress).join(' ')}}`);
  return constantQuery(any.key, (leaf) => any.match(leaf), shape);
}

/** Java's form of an address: IPv6 groups without compression. */
function pointAddress(hex: string): string {
  const text = formatIp(hex);
  if (!text.includes(':')) return text;
  return Array.from({ length: 8 }, (_, i) => parseInt(hex.slice(4 * i, 4 * i + 4), 16).toString(16)).join(
    ':',
  );
}

/** Documents with a value in the field, or in any field below an object. */
export function fieldExistsQuery(context: QueryShardContext, name: string): BoundQuery {
  const names = fieldNamesFor(context, name);
  if (names.length === 0) return matchNoneQuery;
  const flat = context.mapper.field(name);
  if (flat?.flatPath !== undefined) return flatExistsQuery(flat.name, flat.flatPath);
  const metadata = names.find((field) => context.mapper.field(field)?.family === 'metadata');
  if (metadata !== undefined) return metadataExistsQuery(context, metadata);
  return constantScoreQuery(anyOf(hashMapOrder(names).map((field) => oneFieldExists(context, field))));
}

/** Lucene rewrites it to match_all if every document of the shard has the field. */
function oneFieldExists(context: QueryShardContext, field: string): BoundQuery {
  const text = `FieldExistsQuery [field=${field}]`;
  const isIndexed = context.mapper.field(field)?.indexed === true;
  const everywhere = ({ reader }: LeafContext): boolean =>
    (reader.exists(field)?.cardinality() ?? 0) === reader.maxDoc;
  if (isIndexed && context.leaves.every(everywhere)) return withParsedText(matchAllQuery, text);
  return constantQuery(
    `exists(${field})`,
    ({ reader }) => {
      const bits = reader.exists(field);
      return bits === null ? NO_DOCS : docSetOfBits(bits);
    },
    () => plainShape('FieldExistsQuery', text),
  );
}

/** Documents with a value at or below a path in a flat object. */
function flatExistsQuery(field: string, path: string): BoundQuery {
  const select = (terms: TermsReader): Uint32Array => {
    const own = prefixRun(terms, `${path}=`);
    const below = prefixRun(terms, `${path}.`);
    const ords: number[] = [];
    for (const { from, to } of [below, own]) for (let ord = from; ord < to; ord++) ords.push(ord);
    return Uint32Array.from(ords).sort();
  };
  return termSetQuery(field, `${field}:exists(${path})`, select, null, () =>
    plainShape('FieldExistsQuery', `FieldExistsQuery [field=${field}.${path}]`),
  );
}

/** Expands a name, pattern or object to concrete fields. */
export function fieldNamesFor(context: QueryShardContext, name: string): string[] {
  if (name.includes('*')) return context.mapper.matching(name).map((field) => field.name);
  const field = context.anyField === undefined ? context.mapper.field(name) : context.anyField(name);
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
    return shardError(
      context,
      `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${name}]`,
    );
  }
  return illegalArgument(`Field [${name}] of type [${field.typeName}] does not support term queries`);
}

/** An error that names the index, like the original's shard errors. */
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
