import { illegalArgument, limits } from '../../common/index.ts';

/** Tokens of the Lucene query syntax. Offsets are columns less one. */
export type QueryTokenKind =
  | 'and'
  | 'or'
  | 'not'
  | 'plus'
  | 'minus'
  | 'bareOperator'
  | 'open'
  | 'close'
  | 'colon'
  | 'star'
  | 'caret'
  | 'quoted'
  | 'term'
  | 'fuzzySlop'
  | 'prefix'
  | 'wildcard'
  | 'regexp'
  | 'range'
  | 'end';

export interface QueryToken {
  readonly kind: QueryTokenKind;
  /** As written, escapes included. */
  readonly text: string;
  readonly offset: number;
}

/** A character that cannot begin a token here. */
export class LexicalError extends Error {
  readonly offset: number;
  readonly character: string;

  constructor(offset: number, character: string) {
    super(`Lexical error at ${offset}`);
    this.offset = offset;
    this.character = character;
  }
}

const SPACE = ' \t\n\r\u3000';
const NOT_IN_TERM = `${SPACE}!():^[]"{}~/`;
const SINGLES: Readonly<Record<string, QueryTokenKind>> = {
  '(': 'open',
  ')': 'close',
  ':': 'colon',
  '^': 'caret',
  '!': 'not',
  '+': 'plus',
  '-': 'minus',
};

/** A clause has a few tokens: field, colon, value, boost, parentheses. */
const MAX_TOKENS = 16 * limits.boolClauses.value;

/** Throws LexicalError for unterminated quotes, ranges, regular expressions and escapes. */
export function tokenizeQuery(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let open = 0;
  let at = 0;
  while (at < text.length) {
    if (SPACE.includes(text[at])) {
      at++;
      continue;
    }
    const token = nextToken(text, at);
    tokens.push(token);
    if (token.kind === 'open' && ++open > limits.queryDepth.value) {
      throw illegalArgument('the query is nested too deep');
    }
    if (token.kind === 'close') open--;
    if (tokens.length > MAX_TOKENS) {
      throw illegalArgument(`maxClauseCount is set to ${limits.boolClauses.value}`);
    }
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '', offset: text.length });
  return tokens;
}

function nextToken(text: string, at: number): QueryToken {
  const c = text[at];
  const two = text.slice(at, at + 2);
  if (two === '&&') return { kind: 'and', text: two, offset: at };
  if (two === '||') return { kind: 'or', text: two, offset: at };
  if ((c === '+' || c === '-' || c === '!') && SPACE.includes(text[at + 1] ?? 'x')) {
    return { kind: 'bareOperator', text: c, offset: at };
  }
  if (Object.hasOwn(SINGLES, c)) return { kind: SINGLES[c], text: c, offset: at };
  if (c === '"') return delimited(text, at, '"', 'quoted');
  if (c === '/') return delimited(text, at, '/', 'regexp');
  if (c === '[' || c === '{') return rangeToken(text, at);
  if (c === '~') return { kind: 'fuzzySlop', text: text.slice(at, numberEnd(text, at + 1)), offset: at };
  if (c === ']' || c === '}') throw new LexicalError(at, c);
  return word(text, at);
}

function numberEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && ((text[end] >= '0' && text[end] <= '9') || text[end] === '.')) end++;
  return end;
}

function delimited(text: string, at: number, mark: string, kind: QueryTokenKind): QueryToken {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === mark) return { kind, text: text.slice(at, end + 1), offset: at };
  }
  throw new LexicalError(text.length, '<EOF>');
}

function rangeToken(text: string, at: number): QueryToken {
  let quoted = false;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '"') quoted = !quoted;
    else if (!quoted && (text[end] === ']' || text[end] === '}')) {
      return { kind: 'range', text: text.slice(at, end + 1), offset: at };
    }
  }
  throw new LexicalError(text.length, '<EOF>');
}

function word(text: string, at: number): QueryToken {
  let end = at;
  let stars = 0;
  let wild = false;
  for (; end < text.length; end++) {
    const c = text[end];
    if (c === '\\') {
      if (end + 1 >= text.length) throw new LexicalError(text.length, '<EOF>');
      end++;
    } else if (NOT_IN_TERM.includes(c)) break;
    else if (c === '*') stars++;
    else if (c === '?') wild = true;
  }
  const own = text.slice(at, end);
  return { kind: wordKind(own, stars, wild), text: own, offset: at };
}

function wordKind(text: string, stars: number, wild: boolean): QueryTokenKind {
  if (text === 'AND') return 'and';
  if (text === 'OR') return 'or';
  if (text === 'NOT') return 'not';
  if (text === '*') return 'star';
  if (wild || stars > 1 || (stars === 1 && !endsWithStar(text))) return 'wildcard';
  return stars === 1 ? 'prefix' : 'term';
}

function endsWithStar(text: string): boolean {
  return text.endsWith('*') && !text.endsWith('\\*');
}

/** The text without its escapes; `\u0041` is a character. */
export function unescapeQuery(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\' || i + 1 >= text.length) {
      out += text[i];
      continue;
    }
    const code = text[i + 1] === 'u' ? Number.parseInt(text.slice(i + 2, i + 6), 16) : Number.NaN;
    if (Number.isNaN(code)) out += text[++i];
    else {
      out += String.fromCharCode(code);
      i += 5;
    }
  }
  return out;
}
