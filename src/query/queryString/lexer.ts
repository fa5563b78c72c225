import { illegalArgument, limits } from '../../common/index.ts';
import { LexicalError } from './syntaxErrors.ts';
import type { QueryToken, QueryTokenKind } from './tokens.ts';

const SPACE = ' \t\n\r\u3000';
const NO_TERM_START = `${SPACE}+-!():^[]"{}~*?\\/`;
const SINGLES: Readonly<Record<string, QueryTokenKind>> = {
  '(': 'open',
  ')': 'close',
  ':': 'colon',
  '^': 'caret',
  '!': 'not',
  '+': 'plus',
  '-': 'minus',
  '[': 'rangeOpen',
  '{': 'rangeOpenExclusive',
};
const OPERATORS: Readonly<Record<string, QueryTokenKind>> = {
  AND: 'and',
  '&&': 'and',
  OR: 'or',
  '||': 'or',
  NOT: 'not',
};

/** A clause consists of a few tokens: field, colon, value, boost, parentheses. */
const MAX_TOKENS = 16 * limits.boolClauses.value;

/** What may follow: a number after `^`, the words of a range after `[` or `{`, otherwise anything. */
type LexicalState = 'plain' | 'boost' | 'range';

/** Tokenizes on demand, so that the parser reports its errors before lexical ones further on. */
export class QueryLexer {
  readonly #text: string;
  #at = 0;
  #state: LexicalState = 'plain';
  #open = 0;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Throws LexicalError if no token matches. */
  next(): QueryToken {
    if (this.#state !== 'boost') this.#skipSpace();
    const at = this.#at;
    if (at >= this.#text.length) return { kind: 'end', text: '', offset: at };
    const token = this.#tokenAt(at);
    this.#at += token.text.length;
    this.#state = stateAfter(token.kind, this.#state);
    this.#checkSize(token.kind);
    return token;
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && SPACE.includes(this.#text[this.#at])) {
      // A word in a range may begin with any whitespace except a plain space.
      if (this.#state === 'range' && rangeWordEnd(this.#text, this.#at) > this.#at + 1) return;
      this.#at++;
    }
  }

  #checkSize(kind: QueryTokenKind): void {
    if (kind === 'open' && ++this.#open > limits.queryDepth.value) {
      throw illegalArgument('the query is nested too deep');
    }
    if (kind === 'close') this.#open--;
    if (++this.#count > MAX_TOKENS) {
      throw illegalArgument(`maxClauseCount is set to ${limits.boolClauses.value}`);
    }
  }

  #tokenAt(at: number): QueryToken {
    const [kind, end] =
      this.#state === 'plain'
        ? plainToken(this.#text, at)
        : this.#state === 'boost'
          ? boostToken(this.#text, at)
          : rangeToken(this.#text, at);
    return { kind, text: this.#text.slice(at, end), offset: at };
  }
}

function stateAfter(kind: QueryTokenKind, before: LexicalState): LexicalState {
  if (kind === 'caret') return 'boost';
  if (kind === 'rangeOpen' || kind === 'rangeOpenExclusive') return 'range';
  const ended = kind === 'rangeClose' || kind === 'rangeCloseExclusive' || kind === 'number';
  return ended ? 'plain' : before;
}

/** The type and end of a token. */
type Cut = readonly [QueryTokenKind, number];

function boostToken(text: string, at: number): Cut {
  const whole = digitsEnd(text, at);
  if (whole === at) throw new LexicalError(text, at, at + 1, 'boost');
  const fraction = text[whole] === '.' ? digitsEnd(text, whole + 1) : whole + 1;
  return ['number', fraction > whole + 1 ? fraction : whole];
}

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (text[end] >= '0' && text[end] <= '9') end++;
  return end;
}

function rangeToken(text: string, at: number): Cut {
  if (text[at] === ']') return ['rangeClose', at + 1];
  if (text[at] === '}') return ['rangeCloseExclusive', at + 1];
  const end = rangeWordEnd(text, at);
  const quoted = text[at] === '"' ? delimitedEnd(text, at, 1) : -1;
  if (quoted >= end) return ['rangeQuoted', quoted];
  return [text.slice(at, end) === 'TO' ? 'rangeTo' : 'rangeWord', end];
}

function rangeWordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !' ]}'.includes(text[end])) end++;
  return end;
}

function plainToken(text: string, at: number): Cut {
  const c = text[at];
  if ((c === '+' || c === '-' || c === '!') && at + 1 < text.length && SPACE.includes(text[at + 1])) {
    return ['bareOperator', at + 2];
  }
  if (Object.hasOwn(SINGLES, c)) return [SINGLES[c], at + 1];
  if (c === '"') return ['quoted', quotedEnd(text, at)];
  if (c === '/') {
    const end = delimitedEnd(text, at, 0);
    if (end < 0) throw new LexicalError(text, at, text.length, 'plain');
    return ['regexp', end];
  }
  if (c === '~') return ['fuzzySlop', termEnd(text, at + 1, false)];
  return word(text, at);
}

function quotedEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '"') return end + 1;
  }
  throw new LexicalError(text, at, text.length, 'plain');
}

/**
 * The end of a text between two delimiters: the last possible closing one. After a backslash it may be part
 * of the text as well. -1 if there is none.
 */
function delimitedEnd(text: string, at: number, shortest: number): number {
  const mark = text[at];
  let last = -1;
  for (let end = text.indexOf(mark, at + 1); end >= 0; end = text.indexOf(mark, end + 1)) {
    const escaped = end > at + 1 && text[end - 1] === '\\';
    if (end - at - 1 >= shortest) last = end + 1;
    if (!escaped) break;
  }
  return last;
}

/** The end of a term; `wild` includes `*` and `?`. */
function termEnd(text: string, from: number, wild: boolean): number {
  let end = from;
  for (; end < text.length; end++) {
    const c = text[end];
    if (c === '\\') {
      if (end + 1 >= text.length) break;
      end++;
    } else if (NO_TERM_START.includes(c) && c !== '+' && c !== '-' && !(wild && (c === '*' || c === '?'))) {
      break;
    }
  }
  return end;
}

function word(text: string, at: number): Cut {
  const plain = termEnd(text, at, false);
  const whole = termEnd(text, at, true);
  if (whole === at) throw new LexicalError(text, at, at + 1, 'plain');
  if (plain === whole) {
    const own = text.slice(at, whole);
    return [Object.hasOwn(OPERATORS, own) ? OPERATORS[own] : 'term', whole];
  }
  if (whole === plain + 1 && text[plain] === '*') return [plain === at ? 'star' : 'prefix', whole];
  return ['wildcard', whole];
}
