import type { JsonObject, JsonValue } from '../../common/index.ts';
import {
  type Bound,
  type BoundCall,
  type BoundLiteral,
  type Column,
  type Field,
  hasSlot,
  isNull,
  referencedColumns,
  slotValue,
  UnfitLiteral,
} from '../binder/index.ts';
import {
  type ComparisonForm,
  type ComparisonSymbol,
  isEquality,
  toEngineWildcard,
} from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import {
  isFloatingType,
  isIntegralType,
  isNumericType,
  SqlTimestamp,
  type SqlValue,
} from '../values/index.ts';
import type { ScanColumn } from './logical.ts';
import { yearComparison, yearRange } from './yearRange.ts';

/**
 * Translates conditions to query DSL clauses. Null when the engine cannot evaluate the condition and the rows
 * must be tested one by one. The original's NOT matches whatever its operand does not match; with corrections
 * it is not true where its operand is NULL.
 */
export function toQuery(
  bound: Bound,
  columns: readonly ScanColumn[],
  corrections: boolean,
): JsonObject | null {
  switch (bound.kind) {
    case 'relevance':
      return bound.query;
    case 'literal':
      return bound.value === true ? { match_all: {} } : { match_none: {} };
    case 'call':
      return callQuery(bound, columns, corrections);
    default:
      return null;
  }
}

function callQuery(
  bound: BoundCall,
  columns: readonly ScanColumn[],
  corrections: boolean,
): JsonObject | null {
  const query = (arg: Bound): JsonObject | null => toQuery(arg, columns, corrections);
  const { search } = bound.fn;
  switch (search?.kind) {
    case undefined:
    case 'year':
      return null;
    case 'and':
      return combine('filter', bound.args.map(query));
    case 'or':
      return termsQuery(bound, columns) ?? combine('should', bound.args.map(query));
    case 'not':
      return corrections ? falsehood(bound.args[0], columns) : combine('must_not', bound.args.map(query));
    case 'isNull':
      return existence(bound.args[0], columns, 'must_not');
    case 'isNotNull':
      return existence(bound.args[0], columns, 'filter');
    case 'like':
      return likeQuery(bound, columns);
    case 'notLike':
      return notLikeQuery(bound, columns);
    case 'comparison':
      return comparisonQuery(bound, search, columns, corrections);
  }
}

/** Matches where a condition is false, but not where it is NULL. */
function falsehood(bound: Bound, columns: readonly ScanColumn[]): JsonObject | null {
  if (bound.kind === 'literal') return bound.value === false ? { match_all: {} } : { match_none: {} };
  const falsehoods = (args: readonly Bound[]): (JsonObject | null)[] =>
    args.map((arg) => falsehood(arg, columns));
  if (bound.kind === 'call') {
    switch (bound.fn.search?.kind) {
      case 'and':
        return combine('should', falsehoods(bound.args));
      case 'or':
        return combine('filter', falsehoods(bound.args));
      case 'not':
        return toQuery(bound.args[0], columns, true);
    }
    const hasNull = bound.args.some((arg) => arg.kind === 'literal' && isNull(arg));
    if (hasNull && isComparison(bound)) return { match_none: {} };
  }
  const truth = toQuery(bound, columns, true);
  if (truth === null || isTwoValued(bound)) return combine('must_not', [truth]);
  const exist = [...referencedColumns(bound)].map((column) =>
    existence({ kind: 'reference', type: column.type, column }, columns, 'filter'),
  );
  return combine('filter', [...exist, { bool: { must_not: [truth] } }]);
}

/** Whether the call is a comparison, which is NULL when an operand is. */
function isComparison({ fn: { search } }: BoundCall): boolean {
  return search?.kind === 'comparison' || search?.kind === 'like' || search?.kind === 'notLike';
}

/** Whether the expression is never NULL. */
function isTwoValued(bound: Bound): boolean {
  if (bound.kind !== 'call') return bound.kind === 'relevance';
  const kind = bound.fn.search?.kind;
  return kind === 'isNull' || kind === 'isNotNull';
}

function combine(clause: string, queries: readonly (JsonObject | null)[]): JsonObject | null {
  return queries.includes(null) ? null : { bool: { [clause]: queries as JsonValue[] } };
}

function fieldOf(bound: Bound, columns: readonly ScanColumn[]): Field | string | null {
  if (bound.kind !== 'reference') return null;
  const source = columns.find(({ column }: { column: Column }) => column === bound.column)?.source;
  if (source?.kind === 'field') return source.field;
  return source?.kind === 'meta' && (source.name === '_id' || source.name === '_index') ? source.name : null;
}

function existence(operand: Bound, columns: readonly ScanColumn[], clause: string): JsonObject | null {
  const field = fieldOf(operand, columns);
  if (field === null || typeof field === 'string' || field.type === 'object' || field.type === 'nested')
    return null;
  return { bool: { [clause]: [{ exists: { field: field.path } }] } };
}

function likeQuery(bound: BoundCall, columns: readonly ScanColumn[]): JsonObject | null {
  const field = fieldOf(bound.args[0], columns);
  const [, pattern] = bound.args;
  if (field === null || pattern.kind !== 'literal') return null;
  const value = wildcardOf(pattern);
  if (value === null) return { match_none: {} };
  const path = typeof field === 'string' ? field : (field.exactPath ?? field.path);
  return { wildcard: { [path]: { value, case_insensitive: true } } };
}

function wildcardOf(pattern: BoundLiteral): JsonValue {
  if (hasSlot(pattern) && typeof pattern.slot.sample === 'string')
    return slotValue(pattern, (text) => toEngineWildcard(String(text)));
  const { value } = pattern;
  return typeof value === 'string' ? toEngineWildcard(value) : null;
}

/** Does not match documents that lack the field. */
function notLikeQuery(bound: BoundCall, columns: readonly ScanColumn[]): JsonObject | null {
  const field = fieldOf(bound.args[0], columns);
  if (field === null || typeof field === 'string' || field.type === 'text') return null;
  if (bound.args[1].kind === 'literal' && isNull(bound.args[1])) return { match_none: {} };
  const matching = likeQuery(bound, columns);
  return matching && { bool: { filter: [{ exists: { field: field.path } }], must_not: [matching] } };
}

const RANGE = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

function comparisonQuery(
  bound: BoundCall,
  { symbol, flipped }: ComparisonForm,
  columns: readonly ScanColumn[],
  corrections: boolean,
): JsonObject | null {
  const [left, right] = bound.args;
  const ofYear = yearComparison(bound);
  if (ofYear !== null) {
    const field = fieldOf(ofYear.of, columns);
    const isDate = field !== null && typeof field !== 'string' && field.type === 'timestamp';
    return isDate ? yearRange(symbol, ofYear.year, field.path) : null;
  }
  if (right.kind === 'literal') return compareField(fieldOf(left, columns), symbol, right, corrections);
  if (left.kind !== 'literal' || (!corrections && narrows(left.type, right.type))) return null;
  return compareField(fieldOf(right, columns), flipped, left, true);
}

/**
 * Whether the right side is cut to the type of the left one, which a search cannot do: `2 = rating` compares integers, and
 * `1 = views` compares integers of 32 bits.
 */
function narrows(left: SqlType, right: SqlType): boolean {
  if (isFloatingType(right)) return isNumericType(left) && left !== 'double';
  if (!isIntegralType(left) || !isIntegralType(right) || left === right) return false;
  return left === 'long' || right === 'long';
}

function compareField(
  field: Field | string | null,
  symbol: ComparisonSymbol,
  literal: BoundLiteral,
  comparesValues: boolean,
): JsonObject | null {
  if (field === null) return null;
  const isText = typeof field !== 'string' && (field.type === 'keyword' || field.type === 'text');
  if (isNull(literal) && (comparesValues || !isText || symbol === '!=')) return { match_none: {} };
  const path = typeof field === 'string' ? field : (field.exactPath ?? field.path);
  // Cast to text, NULL is the word `null`.
  const encoded = isNull(literal) ? { value: 'null', isDate: false } : encode(literal);
  if (encoded === null) return null;
  if (symbol === '!=') {
    if (typeof field === 'string' || field.type === 'text') return null;
    return { bool: { filter: [{ exists: { field: field.path } }], must_not: [equality(path, encoded)] } };
  }
  if (symbol === '=') return equality(path, encoded);
  const bounds: JsonObject = { [RANGE[symbol]]: encoded.value };
  if (encoded.isDate) bounds.format = 'epoch_millis';
  // For ordering comparisons the original searches the terms of a text field; it uses the keyword subfield
  // only for equality.
  return { range: { [typeof field === 'string' || comparesValues ? path : field.path]: bounds } };
}

interface Encoded {
  readonly value: JsonValue;
  readonly isDate: boolean;
}

/** Dates are sent as milliseconds; the engine does not compare at a finer precision. */
function encode(literal: BoundLiteral): Encoded | null {
  const sample = hasSlot(literal) ? encodeValue(literal.slot.sample) : null;
  if (sample === null || !hasSlot(literal)) return encodeValue(literal.value);
  const { isDate } = sample;
  const value = slotValue(literal, (made) => {
    const encoded = encodeValue(made);
    if (encoded?.isDate !== isDate) throw new UnfitLiteral();
    return encoded.value;
  });
  return { value, isDate };
}

function encodeValue(value: SqlValue): Encoded | null {
  if (value instanceof SqlTimestamp) {
    return value.nano % 1_000_000 === 0 ? { value: value.epochMillis, isDate: true } : null;
  }
  return typeof value === 'object' || value === undefined ? null : { value, isDate: false };
}

function equality(path: string, { value, isDate }: Encoded): JsonObject {
  if (isDate) return { range: { [path]: { gte: value, lte: value, format: 'epoch_millis' } } };
  return { term: { [path]: { value } } };
}

/** `f = a OR f = b …` (an IN list) as a single clause. */
function termsQuery(bound: BoundCall, columns: readonly ScanColumn[]): JsonObject | null {
  let path: string | null = null;
  const values: JsonValue[] = [];
  for (const arg of bound.args) {
    if (arg.kind !== 'call' || !isEquality(arg.fn)) return null;
    const [left, right] = arg.args;
    const field = fieldOf(left, columns);
    if (field === null || right.kind !== 'literal' || isNull(right)) return null;
    const own: string = typeof field === 'string' ? field : (field.exactPath ?? field.path);
    const encoded = encode(right);
    if ((path !== null && own !== path) || encoded === null || encoded.isDate) return null;
    path = own;
    values.push(encoded.value);
  }
  return path === null ? null : { terms: { [path]: values } };
}
