import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  javaClassOf,
  OpenSearchError,
} from '../../common/index.ts';
import { dateFormatter, type MappedFieldType, parseZone, stepIp } from '../../mapper/index.ts';
import type { NumericColumn, TermsReader } from '../../segment/index.ts';
import type { NumericBounds } from '../bound/columnScan.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { decorated } from '../bound/decorated.ts';
import { multiTermQuery } from '../bound/multiTerm.ts';
import { pointForm } from '../bound/pointText.ts';
import type { BoundQuery } from '../bound/query.ts';
import type { TermOrds } from '../bound/termSetQuery.ts';
import { makeBuilder, RewriteFailure } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import {
  failIfNotIndexed,
  fieldExistsQuery,
  hasDecimalPart,
  ipRangeQuery,
  isIntegerField,
  numericBoundsOf,
  numericColumn,
  numericRangeQuery,
} from '../fieldQueries.ts';
import { numberAt } from '../numberTokens.ts';
import { type RangeRelation, rangeOfRangesQuery } from '../rangeFieldQueries.ts';
import {
  type CommonMembers,
  isScalar,
  lastToken,
  parsingErrorAt,
  readCommon,
  readNumber,
  readText,
} from '../reader.ts';
import { booleanAt } from '../tokens.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';

export interface RangeOptions {
  from: JsonValue;
  to: JsonValue;
  includeLower: boolean;
  includeUpper: boolean;
  timeZone: string | null;
  format: string | null;
  relation: RangeRelation;
}

export const RANGE_DEFAULTS: Readonly<RangeOptions> = {
  from: null,
  to: null,
  includeLower: true,
  includeUpper: true,
  timeZone: null,
  format: null,
  relation: 'intersects',
};

export const rangeClause: ClauseType = {
  names: ['range'],
  doc: 'documents with a value in a range: gt, gte, lt, lte, or from/to with include_lower/include_upper; score 1',
  parse(body) {
    const field = fieldOf(body);
    const json = body[field];
    const options = readOptions(json as JsonObject);
    checkZone(options.timeZone);
    if (options.format !== null) dateFormatter(options.format);
    const common = commonOf(body, json as JsonObject);
    return makeBuilder({
      clause: 'range',
      json: body,
      ...common,
      bind: (context) => {
        const isOpen = options.from === null && options.to === null;
        // Without bounds, the original asks whether the field exists.
        if (isOpen && context.mapper.field(field) !== undefined) return fieldExistsQuery(context, field);
        return bindRange(context, field, options);
      },
    });
  },
};

/** Members beside the field take precedence over those among its options. */
function commonOf(body: JsonObject, options: JsonObject): CommonMembers {
  const holder = (key: string): JsonObject =>
    body[key] !== undefined && isScalar(body[key]) ? body : options;
  return {
    boost: readCommon(holder('boost')).boost,
    queryName: readCommon(holder('_name')).queryName,
  };
}

function fieldOf(body: JsonObject): string {
  let field: string | null = null;
  for (const key of Object.keys(body)) {
    const value = body[key];
    if (isJsonObject(value)) {
      if (field !== null) {
        const reason = `[range] query doesn't support multiple fields, found [${field}] and [${key}]`;
        throw parsingErrorAt(reason, body, key);
      }
      field = key;
    } else if (key !== '_name' && key !== 'boost' && value !== null && !isEmptyList(value)) {
      throw parsingErrorAt(`[range] query does not support [${key}]`, body, key);
    }
  }
  if (field === null) throw illegalArgument('field name is null or empty');
  return field;
}

/** The original iterates over a list, and finds nothing in an empty one. */
function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

const BOUNDS: readonly string[] = ['from', 'to', 'gt', 'gte', 'lt', 'lte'];
const FLAGS: readonly string[] = ['include_lower', 'includeLower', 'include_upper', 'includeUpper'];

/**
 * A bound is the text of its last token, which for a list is its end; undefined for values that no option can
 * have.
 */
function optionOf(key: string, value: JsonValue): string | number | bigint | boolean | null | undefined {
  if (isScalar(value)) return value;
  return BOUNDS.includes(key) ? lastToken(value) : undefined;
}

function readOptions(json: JsonObject): RangeOptions {
  const options: RangeOptions = { ...RANGE_DEFAULTS };
  const keys = Object.keys(json);
  for (const [i, key] of keys.entries()) {
    if (key === 'boost') numberAt(json, key);
    if (readOption(options, json, key, FLAGS.includes(key) ? null : optionOf(key, json[key]))) continue;
    // An empty object ends the options for the original, which takes the next one for a field.
    const refused = BOUNDS.includes(key) && isJsonObject(json[key]) ? (keys[i + 1] ?? key) : key;
    throw parsingErrorAt(`[range] query does not support [${refused}]`, json, refused);
  }
  return options;
}

/** Returns false for an unknown option. */
function readOption(
  options: RangeOptions,
  json: JsonObject,
  key: string,
  value: JsonValue | undefined,
): boolean {
  if (value === undefined) return false;
  switch (key) {
    case 'from':
      options.from = value;
      return true;
    case 'to':
      options.to = value;
      return true;
    case 'gt':
    case 'gte':
      options.from = value;
      options.includeLower = key === 'gte';
      return true;
    case 'lt':
    case 'lte':
      options.to = value;
      options.includeUpper = key === 'lte';
      return true;
    case 'include_lower':
    case 'includeLower':
      options.includeLower = booleanAt(json, key);
      return true;
    case 'include_upper':
    case 'includeUpper':
      options.includeUpper = booleanAt(json, key);
      return true;
    case 'time_zone':
      options.timeZone = value === null ? null : readText(value);
      return true;
    case 'format':
      options.format = value === null ? null : readText(value);
      return true;
    case 'relation':
      options.relation = readRelation(readText(value));
      return true;
    default:
      return key === 'boost' || key === '_name';
  }
}

function checkZone(timeZone: string | null): void {
  if (timeZone === null) return;
  try {
    parseZone(timeZone);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw illegalArgument(`${javaClassOf(error)}: ${error.reason}`, error);
  }
}

function readRelation(text: string): RangeOptions['relation'] {
  const relation = text.toLowerCase();
  if (relation === 'intersects' || relation === 'contains' || relation === 'within') return relation;
  if (relation === 'disjoint') throw illegalArgument(`[range] query does not support relation [${text}]`);
  throw illegalArgument(`${text} is not a valid relation`);
}

export function bindRange(context: QueryShardContext, name: string, options: RangeOptions): BoundQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  switch (field.family) {
    case 'numeric':
      failIfNotIndexed(field);
      return numericRange(context, field, options);
    case 'date':
      return dateRange(context, field, options);
    case 'range':
      return rangeOfRangesQuery(field, options, {
        format: options.format,
        timeZone: options.timeZone,
        now: context.now,
      });
    case 'keyword':
    case 'text':
      checkExpensive(context, '[range] queries on [text] or [keyword] fields');
      failIfNotIndexed(field);
      return termRange(context, field, options);
    case 'boolean':
      failIfNotIndexed(field);
      return termRange(context, field, options);
    case 'ip':
      failIfNotIndexed(field);
      return addressRange(context, field, options);
    default:
      throw illegalArgument(
        `Field [${field.name}] of type [${field.typeName}] does not support range queries`,
      );
  }
}

function boundOf(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
  roundUp: boolean,
  options: RangeOptions,
) {
  const { format, timeZone } = options;
  return field.toRangeBound(value, { roundUp, format, timeZone, now: context.now });
}

/** Integer fields compare with a bound's exact fraction; other types round it to their own precision. */
function numericRange(context: QueryShardContext, field: MappedFieldType, options: RangeOptions): BoundQuery {
  const { column } = numericBoundsOf(field);
  return numericRangeQuery(column, boundsOf(context, field, options), pointForm(field));
}

function boundsOf(context: QueryShardContext, field: MappedFieldType, options: RangeOptions): NumericBounds {
  const { format, timeZone } = options;
  const numeric = numericBoundsOf(field);
  const bound = (value: JsonValue, roundUp: boolean): number | bigint =>
    isIntegerField(field) && hasDecimalPart(value)
      ? readNumber(value)
      : numeric.bound(value, { roundUp, format, timeZone, now: context.now });
  return {
    low: options.from === null ? Number.NEGATIVE_INFINITY : bound(options.from, !options.includeLower),
    high: options.to === null ? Number.POSITIVE_INFINITY : bound(options.to, options.includeUpper),
    includeLow: options.includeLower,
    includeHigh: options.includeUpper,
  };
}

/** Date errors are reported before the query is bound, so they are not wrapped. */
function dateRange(context: QueryShardContext, field: MappedFieldType, options: RangeOptions): BoundQuery {
  try {
    const { column } = numericBoundsOf(field);
    const bounds = dateBoundsOf(context, field, options);
    // An unindexed field has no minimum and maximum, so no document can match.
    if (!field.indexed) return matchNoneQuery;
    const disjoint = ({ reader }: LeafContext): boolean =>
      outside(numericColumn(reader.column(column)), bounds);
    return decorated(numericRangeQuery(column, bounds, 'long'), { disjoint });
  } catch (error) {
    if (error instanceof OpenSearchError) throw new RewriteFailure(error);
    throw error;
  }
}

/**
 * Bounds with `now` depend on the time of the search, unless all values of the shard are inside or all are
 * outside.
 */
function dateBoundsOf(
  context: QueryShardContext,
  field: MappedFieldType,
  options: RangeOptions,
): NumericBounds {
  const { settled } = context;
  if (settled === undefined) return boundsOf(context, field, options);
  let asked = false;
  const now = (): number => {
    asked = true;
    return settled.peekNow();
  };
  const bounds = boundsOf({ ...context, now }, field, options);
  if (!asked) return bounds;
  const { column: name } = numericBoundsOf(field);
  const columns = context.leaves.map(({ reader }) => numericColumn(reader.column(name)));
  if (columns.every((column) => outside(column, bounds))) settled.because(`${field.name} outside`);
  else if (columns.every((column) => column === null || inside(column, bounds))) {
    settled.because(`${field.name} inside`);
  } else context.now();
  return bounds;
}

function inside(column: NumericColumn, { low, high, includeLow, includeHigh }: NumericBounds): boolean {
  const afterLow = includeLow ? column.min >= low : column.min > low;
  return afterLow && (includeHigh ? column.max <= high : column.max < high);
}

/** Whether all values of a segment are outside the bounds. */
function outside(column: NumericColumn | null, { low, high }: NumericBounds): boolean {
  return column === null || column.max < low || column.min > high;
}

/** Flat object fields require both bounds; the original fails without one. */
function checkBounds({ from, to }: RangeOptions): void {
  if (from !== null && to !== null) return;
  const reason = 'Cannot invoke "Object.toString()" because "inputValue" is null';
  throw new OpenSearchError('null_pointer_exception', reason);
}

function termRange(context: QueryShardContext, field: MappedFieldType, options: RangeOptions): BoundQuery {
  if (field.typeName === 'flat_object') checkBounds(options);
  const term = (value: JsonValue): string | null =>
    value === null ? null : String(boundOf(context, field, value, false, options));
  const low = term(options.from);
  const high = term(options.to);
  const { includeLower, includeUpper } = options;
  const key = `${field.name}:${includeLower ? '[' : '{'}${JSON.stringify([low, high])}${includeUpper ? ']' : '}'}`;
  const text = `${field.name}:${includeLower ? '[' : '{'}${low ?? '*'} TO ${high ?? '*'}${includeUpper ? ']' : '}'}`;
  const select = (terms: TermsReader): TermOrds => {
    const after = (bound: string, inclusive: boolean): number => {
      const ord = terms.ceiling(bound);
      return inclusive && ord < terms.size && terms.term(ord) === bound ? ord + 1 : ord;
    };
    return {
      from: low === null ? 0 : after(low, !includeLower),
      to: high === null ? terms.size : after(high, includeUpper),
    };
  };
  const test = (term: string): boolean =>
    (low === null || low < term || (includeLower && low === term)) &&
    (high === null || term < high || (includeUpper && high === term));
  return multiTermQuery({ field: field.name, key, text, select, test });
}

function addressRange(context: QueryShardContext, field: MappedFieldType, options: RangeOptions): BoundQuery {
  const bound = (value: JsonValue, otherwise: string, included: boolean, step: 1 | -1): string | null => {
    if (value === null) return otherwise;
    const address = String(boundOf(context, field, value, false, options));
    return included ? address : stepIp(address, step);
  };
  const low = bound(options.from, '0'.repeat(32), options.includeLower, 1);
  const high = bound(options.to, 'f'.repeat(32), options.includeUpper, -1);
  return low === null || high === null || low > high
    ? matchNoneQuery
    : ipRangeQuery(field.name, { low, high });
}
