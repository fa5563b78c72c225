import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { Tokenizer } from '../stream.ts';
import { bufferSize } from './bufferSize.ts';
import { charTokenizer, isDigit, isLetter, isPunctuation, isSymbol, isWhitespace } from './simple.ts';

const CLASSES: Readonly<Record<string, (codePoint: number) => boolean>> = {
  letter: isLetter,
  digit: isDigit,
  whitespace: isWhitespace,
  punctuation: isPunctuation,
  symbol: isSymbol,
};

/** `char_group`: splits at listed characters (`-`, `\n`, `\u0020`) and character classes. */
export function charGroupTokenizer(parameters: ComponentParameters): Tokenizer {
  const separators = new Set<number>();
  const tests: ((codePoint: number) => boolean)[] = [];
  for (const entry of parameters.list('tokenize_on_chars') ?? []) {
    if (entry === '') throw illegalArgument('[tokenize_on_chars] cannot contain empty characters');
    if (entry.length === 1) separators.add(entry.codePointAt(0) ?? 0);
    else if (entry.startsWith('\\')) separators.add(unescapeChar(entry));
    else if (Object.hasOwn(CLASSES, entry)) tests.push(CLASSES[entry]);
    else throw invalidEscape('', entry);
  }
  const maxTokenLength = bufferSize(parameters, 'max_token_length', 255);
  return charTokenizer(
    (codePoint) => !separators.has(codePoint) && !tests.some((test) => test(codePoint)),
    maxTokenLength,
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
};

function unescapeChar(entry: string): number {
  const kind = entry[1] ?? '';
  if (kind === 'u' && /^\\u[0-9A-Fa-f]{4}$/.test(entry)) return Number.parseInt(entry.slice(2), 16);
  if (Object.hasOwn(ESCAPES, kind)) return ESCAPES[kind].charCodeAt(0);
  throw invalidEscape(`${kind} `, entry);
}

function invalidEscape(char: string, entry: string): OpenSearchError {
  return new OpenSearchError('runtime_exception', `Invalid escaped char ${char}in [${entry}]`, {
    status: 400,
  });
}
