import { compileError } from './errors.ts';

export type TokenKind = 'name' | 'integer' | 'double' | 'string' | 'regex' | 'symbol' | 'end';

export interface PainlessToken {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

/** Longest first, so that `>>>=` takes precedence over `>`. */
const SYMBOLS = (
  '>>>= <<= >>= >>> === !== ==~ ... =~ ++ -- && || == != <= >= += -= *= /= %= &= |= ^= << >> -> ?: ?. :: ' +
  '{ } ( ) [ ] ; , . ? : + - * / % < > ! = & | ^ ~ @'
).split(' ');

const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const NAME = /[A-Za-z_$][\w$]*/y;
const HEX = /0[xX][0-9a-fA-F]+[lL]?/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[lLfFdD]?/y;
/** `/pattern/flags`; a slash inside must be escaped. */
const REGEX = /\/(?:[^/\\\n]|\\.)+\/[cilmsUux]*/y;
/** Only the quote and the backslash can be escaped. */
const STRING = /'(?:[^'\\]|\\['\\])*'|"(?:[^"\\]|\\["\\])*"/y;

function take(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

function numberToken(text: string, offset: number): PainlessToken {
  const isDouble = !/^0[xX]/.test(text) && /[.eEfFdD]/.test(text);
  return { kind: isDouble ? 'double' : 'integer', text, offset };
}

function stringToken(text: string, offset: number): PainlessToken {
  return { kind: 'string', text: text.slice(1, -1).replace(/\\(.)/gs, '$1'), offset };
}

/** Throws script_exception (compile error) for a character that starts no token. */
export function tokenize(source: string): readonly PainlessToken[] {
  const tokens: PainlessToken[] = [];
  let at = 0;
  while (at < source.length) {
    const space = take(SPACE, source, at);
    if (space !== null) {
      at += space.length;
      continue;
    }
    const token = regexAt(source, at, tokens.at(-1)) ?? nextToken(source, at);
    if (token === null) throw compileError(source, at, `unexpected character [${source[at]}].`);
    tokens.push(token.value);
    at += token.length;
  }
  tokens.push({ kind: 'end', text: '<EOF>', offset: source.length });
  return tokens;
}

/** A slash starts a regular expression unless an operand precedes it. */
function regexAt(
  source: string,
  at: number,
  before: PainlessToken | undefined,
): { readonly value: PainlessToken; readonly length: number } | null {
  if (source[at] !== '/') return null;
  const operand = before !== undefined && (before.kind !== 'symbol' || /^[)\]]$/.test(before.text));
  if (operand && !(before.kind === 'name' && before.text === 'return')) return null;
  const text = take(REGEX, source, at);
  return text === null ? null : { value: { kind: 'regex', text, offset: at }, length: text.length };
}

function nextToken(
  source: string,
  at: number,
): { readonly value: PainlessToken; readonly length: number } | null {
  const name = take(NAME, source, at);
  if (name !== null) return { value: { kind: 'name', text: name, offset: at }, length: name.length };
  const number = take(HEX, source, at) ?? take(NUMBER, source, at);
  if (number !== null) return { value: numberToken(number, at), length: number.length };
  const string = take(STRING, source, at);
  if (string !== null) return { value: stringToken(string, at), length: string.length };
  const symbol = SYMBOLS.find((candidate) => source.startsWith(candidate, at));
  if (symbol === undefined) return null;
  return { value: { kind: 'symbol', text: symbol, offset: at }, length: symbol.length };
}
