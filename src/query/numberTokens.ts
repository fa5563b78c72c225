import {
  illegalArgument,
  type JsonObject,
  type JsonValue,
  jsonAt,
  numberFormat,
  OpenSearchError,
  tokenName,
} from '../common/index.ts';

/** Reads numbers like the original's JSON parser, with its errors for other tokens. */

/** Where a token is: in an object, or in an array. */
export type TokenContainer = JsonObject | readonly JsonValue[];

const SOURCE = '\n at [Source: (org.opensearch.common.io.stream.InputStreamStreamInput); line: 1, column: 1]';
const NOT_NUMERIC = 'not numeric, can not use numeric value accessors';
const MAX_INT = 2 ** 31 - 1;

/** Truncates fractions; accepts a number in a string. */
export function intAt(container: TokenContainer, key: string | number): number {
  const value = jsonAt(container, key);
  const number = Math.trunc(numberAt(container, key));
  if (number >= -MAX_INT - 1 && number <= MAX_INT) return number;
  if (typeof value === 'string') {
    const reason = `Value [${value}] is out of range for an integer`;
    throw illegalArgument(reason).placedAt({ container, key, edge: 'value' });
  }
  const reason = `Numeric value (${value}) out of range of int (${-MAX_INT - 1} - ${MAX_INT})`;
  throw tokenError('input_coercion_exception', reason, container, key);
}

/** Throws number_format_exception for a string that is not a number, json_parse_exception for other types. */
export function numberAt(container: TokenContainer, key: string | number): number {
  const value = jsonAt(container, key);
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') {
    throw tokenError(
      'json_parse_exception',
      `Current token (${rawToken(value)}) ${NOT_NUMERIC}`,
      container,
      key,
    );
  }
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) throw numberFormat(value).placedAt({ container, key, edge: 'value' });
  return number;
}

/** The place follows in the message. */
export function tokenError(
  type: 'json_parse_exception' | 'input_coercion_exception',
  reason: string,
  container: TokenContainer,
  key: string | number,
): OpenSearchError {
  return new OpenSearchError(type, reason + SOURCE, { at: { container, key, edge: 'after' } });
}

/** Jackson's token names, which are more specific than the content parser's. */
export function rawToken(value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'VALUE_TRUE' : 'VALUE_FALSE';
  if (typeof value === 'number') return Number.isInteger(value) ? 'VALUE_NUMBER_INT' : 'VALUE_NUMBER_FLOAT';
  return typeof value === 'bigint' ? 'VALUE_NUMBER_INT' : tokenName(value);
}
