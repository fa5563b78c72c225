import { illegalArgument, type JsonObject } from '../common/index.ts';
import { rawToken, tokenError } from './numberTokens.ts';
import { readBoolean, textAt } from './reader.ts';

/** Members as the original's JSON parser hands them out, with its complaints about their tokens. */

/** Throws json_parse_exception for what is neither a boolean nor a text, illegal_argument_exception for other words. */
export function booleanAt(container: JsonObject, key: string): boolean {
  const value = container[key];
  if (typeof value === 'boolean' || typeof value === 'string') return readBoolean(value);
  throw tokenError(
    'json_parse_exception',
    `Current token (${rawToken(value)}) not of boolean type`,
    container,
    key,
  );
}

/** The `value` of a clause that looks for terms, or what it was once called; the last that is given. */
export function patternText(options: JsonObject, oldName = 'value'): string {
  const key = Object.keys(options).findLast((name) => name === 'value' || name === oldName) ?? 'value';
  if ((options[key] ?? null) === null) throw illegalArgument('value cannot be null');
  return textAt(options, key);
}
