import {
  illegalArgument,
  OpenSearchError,
  Regex,
  RegexBudgetError,
  RegexSyntaxError,
} from '../common/index.ts';
import type { ComponentParameters } from './parameters.ts';

/** Java's regular expression flags by name, as used in `flags`: `CASE_INSENSITIVE|DOTALL`. */
const FLAGS: Readonly<Record<string, string>> = {
  CASE_INSENSITIVE: 'i',
  MULTILINE: 'm',
  DOTALL: 's',
  COMMENTS: 'x',
  UNICODE_CASE: '',
  CANON_EQ: '',
  UNIX_LINES: '',
  LITERAL: '',
  UNICODE_CHAR_CLASS: '',
  UNICODE_CHARACTER_CLASS: '',
};

/** The regular expression of `pattern`, with the accompanying `flags`. Throws illegal_argument_exception. */
export function regexParameter(parameters: ComponentParameters, key: string, defaultPattern: string): Regex {
  const pattern = parameters.string(key) ?? defaultPattern;
  const names = (parameters.string('flags') ?? '')
    .toUpperCase()
    .split('|')
    .filter((name) => name !== '');
  const unknown = names.find((name) => !Object.hasOwn(FLAGS, name));
  if (unknown !== undefined) throw illegalArgument(`Unknown regex flag [${unknown}]`);
  return userRegex(pattern, names.map((name) => FLAGS[name]).join(''));
}

export function userRegex(pattern: string, flags = ''): Regex {
  try {
    return new Regex(pattern, { flags });
  } catch (error) {
    if (error instanceof RegexSyntaxError) {
      throw new OpenSearchError('pattern_syntax_exception', error.inJavaWords(pattern));
    }
    throw error;
  }
}

/** A regular expression in Lucene's syntax, for `simple_pattern`; its errors are worded differently. */
export function luceneRegex(pattern: string): Regex {
  try {
    return new Regex(pattern);
  } catch (error) {
    if (error instanceof RegexSyntaxError) throw illegalArgument(luceneWords(pattern, error));
    throw error;
  }
}

function luceneWords(pattern: string, { message, at }: RegexSyntaxError): string {
  if (message === 'Unclosed character class') return `expected ']' at position ${pattern.length}`;
  if (message === 'Unclosed group' && pattern.endsWith('(')) return 'unexpected end-of-string';
  if (message === 'Unclosed group') return `expected ')' at position ${pattern.length}`;
  return message.startsWith('Unmatched closing') ? `end-of-string expected at position ${at}` : message;
}

/** Runs a match; reports an exhausted step budget as a readable error. */
export function withBudget<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RegexBudgetError) throw illegalArgument(error.message);
    throw error;
  }
}
