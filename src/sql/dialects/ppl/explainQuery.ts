import { type JsonObject, type JsonValue, jsonDouble } from '../../../common/index.ts';
import type { Bound, BoundCall, BoundLiteral } from '../../binder/index.ts';
import {
  type ComparisonSymbol,
  casts,
  type EvaluationContext,
  type ScalarFunction,
  toEngineWildcard,
} from '../../functions/index.ts';
import type { ScanColumn } from '../../plan/logical.ts';
import { SqlTimestamp, type SqlValue } from '../../values/index.ts';
import { bool, printedClause, range, term } from '../legacy/translate/index.ts';
import { pairs, prefixText } from './explainText.ts';

/** What the fields of a search are called in it. */
export interface Searched {
  readonly columns: readonly ScanColumn[];
  readonly evaluation: EvaluationContext;
}

/** A condition as the original's search has it, whatever ours does with it. */
export function originalQuery(bound: Bound, searched: Searched): JsonObject {
  if (bound.kind === 'relevance') return printedClause(bound.query);
  return (bound.kind === 'call' && callQuery(bound, searched)) || scriptQuery(bound);
}

function callQuery(call: BoundCall, searched: Searched): JsonObject | null {
  const { search } = call.fn;
  const query = (arg: Bound): JsonObject => originalQuery(arg, searched);
  switch (search?.kind) {
    case 'and':
      return bool({ filter: (pairs(call) ?? call).args.map(query) });
    case 'or':
      return bool({ should: (pairs(call) ?? call).args.map(query) });
    case 'not':
      return bool({ must_not: call.args.map(query) });
    case 'like':
      return fieldQuery(call, 'like', searched);
    case 'comparison':
      return fieldQuery(call, search.symbol, searched);
    default:
      return null;
  }
}

/** A field against a literal, or the cast of one: all else is a script. */
function fieldQuery(
  { args: [left, right] }: BoundCall,
  symbol: ComparisonSymbol | 'like',
  searched: Searched,
): JsonObject | null {
  const value = literalValue(right, searched.evaluation);
  if (left.kind !== 'reference' || value === undefined || symbol === '!=') return null;
  const field = fieldName(left, searched.columns);
  if (symbol === 'like') {
    const wildcard = toEngineWildcard(String(value));
    return { wildcard: { [field]: { wildcard, case_insensitive: true, boost: 1 } } };
  }
  // Ranges alone are of the texts themselves.
  return symbol === '=' ? term(field, value) : range(left.column.name, boundsOf(symbol, value));
}

function boundsOf(symbol: '<' | '<=' | '>' | '>=', value: JsonValue): Parameters<typeof range>[1] {
  const isLower = symbol[0] === '>';
  const from = isLower ? value : null;
  const to = isLower ? null : value;
  return { from, to, includeLower: symbol !== '>', includeUpper: symbol !== '<' };
}

const CASTS: ReadonlySet<ScalarFunction> = new Set(casts.values());

function literalValue(bound: Bound, context: EvaluationContext): JsonValue | undefined {
  if (bound.kind === 'literal') return jsonOf(bound.value, bound);
  if (bound.kind !== 'call' || !CASTS.has(bound.fn)) return undefined;
  const [operand] = bound.args;
  if (operand.kind !== 'literal') return undefined;
  return jsonOf(bound.signature.evaluate([operand.value], context), bound);
}

function jsonOf(value: SqlValue, { type }: Pick<BoundLiteral, 'type'>): JsonValue | undefined {
  if (value instanceof SqlTimestamp && type === 'timestamp') return value.epochMillis;
  if (typeof value === 'object' && value !== null) return String(value);
  if (typeof value !== 'number') return value;
  return type === 'double' || type === 'float' ? (jsonDouble(value) as unknown as JsonValue) : value;
}

/** The original's script is its expression in bytes of Java; here it can be read. */
export function script(bound: Bound): JsonObject {
  return { source: prefixText(bound), lang: 'opensearch_query_expression' };
}

function scriptQuery(bound: Bound): JsonObject {
  return { script: { script: script(bound), boost: 1 } };
}

/** What a search knows a column by: texts by their keywords. */
export function fieldName(bound: Bound & { kind: 'reference' }, columns: readonly ScanColumn[]): string {
  const source = columns.find(({ column }) => column === bound.column)?.source;
  return source?.kind === 'field' ? (source.field.exactPath ?? source.field.path) : bound.column.name;
}
