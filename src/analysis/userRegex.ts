import {
  illegalArgument,
  OpenSearchError,
  Regex,
  RegexBudgetError,
  RegexSyntaxError,
} from '../common/index.ts';
import type { ComponentParameters } from './parameters.ts';

/** Java's flags by name, as `flags` of pattern components lists them: `CASE_INSENSITIVE|DOTALL`. */
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

/** The regular expression of `pattern` with the `flags` beside it. Throws illegal_argument_exception. */
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
    if (error instanceof RegexSyntaxError) throw syntaxError(pattern, error);
    throw error;
  }
}

/** An expression of `simple_pattern`, whose syntax is Lucene's: its mistakes have other words. */
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

/** As Java words it: with the place, the pattern and a pointer to the place. */
function syntaxError(pattern: string, { message, at }: RegexSyntaxError): OpenSearchError {
  const pointer = at < pattern.length ? `\n${' '.repeat(at)}^` : '';
  return new OpenSearchError('pattern_syntax_exception', `${message} near index ${at}\n${pattern}${pointer}`);
}

/** Runs a match; one that takes too many steps is refused in words. */
export function withBudget<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RegexBudgetError) throw illegalArgument(error.message);
    throw error;
  }
}
