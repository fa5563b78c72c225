import { illegalArgument, type JsonObject, jsonAt } from '../common/index.ts';
import { rawToken, type TokenContainer, tokenError } from './numberTokens.ts';
import { readBoolean, textAt } from './reader.ts';

/** Reads members like the original's JSON parser, with its errors about tokens. */

/**
 * Throws json_parse_exception unless the value is a boolean or string, illegal_argument_exception for other
 * strings.
 */
export function booleanAt(container: TokenContainer, key: string | number): boolean {
  const value = jsonAt(container, key);
  if (typeof value === 'boolean' || typeof value === 'string') return readBoolean(value);
  throw tokenError(
    'json_parse_exception',
    `Current token (${rawToken(value)}) not of boolean type`,
    container,
    key,
  );
}

/** The `value` of a term-level clause, or its deprecated name; the last one given wins. */
export function patternText(options: JsonObject, oldName = 'value'): string {
  const key = Object.keys(options).findLast((name) => name === 'value' || name === oldName) ?? 'value';
  if ((options[key] ?? null) === null) throw illegalArgument('value cannot be null');
  return textAt(options, key);
}
