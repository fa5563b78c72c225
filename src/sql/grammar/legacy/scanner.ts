import { parserError } from '../messages.ts';
import { keywords, signs } from './words.ts';

const BLANKS =
  /(?:[\p{Cc} \xa0\u3000]|--(?!\d)[^\r\n]*|#(?!\{)[^\r\n]*|\/\/[^\r\n]*|\/\* *(?!!|\*\/| )[\s\S]*?\*\/|\/\* *\*\/)*/uy;
const HINT = /\/\* *!([\s\S]*?)\*\//y;
const IDENTIFIER =
  /[A-Za-z_$\u0101-\u2fff\u3001-\uff0b\uff0d-\uffff][\w$*:\-.;\u0101-\u2fff\u3001-\uff0b\uff0d-\uffff]*/y;
const QUOTED = /`[^`]*`/y;
const HEX = /0x[\da-fA-F]*/y;
const REAL = /(?:\d+\.(?!\.)\d*(?:[eE][+-]?\d*)?|\.\d+(?:[eE][+-]?\d*)?|\d+[eE][+-]?\d*)/y;
/** `1abc` is one name. */
const DIGITS = /\d+(?:(?!(?<=(?<!\d)0)b)[A-Za-z_$\u0101-\uffff][\w$\u0101-\uffff]*)?/y;
const CHARS = /N?'((?:\\[\s\S]|''|[^'\\])*)'/y;
const ALIAS = /"((?:\\[\s\S]|[^"\\])*)"/y;
const VARIABLE = /[@:#$]@?(?:`[^`]*`|\{[^}]*\}|[\w$]*)/y;

/** Tokenizes a statement lazily, like the legacy engine: what follows an error is never looked at. */
export class Scanner {
  /** The kind of the last token, as named in messages. */
  token = '';
  /**
   * The text of the last token that has one. Operators and numbers leave it unchanged, and messages quote it.
   */
  text = '';
  /** The end of the last token. */
  position = 0;
  /** The start of the last token. */
  start = 0;
  /** The end of the token before it. */
  endBefore = 0;
  /** The start of the last token that is neither an operator nor a plain string. */
  mark = 0;
  /** The digits of a number. */
  figures = '';
  readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
    this.next();
  }

  next(): void {
    this.endBefore = this.position;
    this.#match(BLANKS);
    this.start = this.position;
    if (this.position >= this.sql.length) this.token = 'EOF';
    else this.#word() || this.#quoted() || this.#number() || this.#sign();
  }

  /** Moves past a match of the pattern at the current position. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.sql);
    if (found !== null) this.position = pattern.lastIndex;
    return found;
  }

  /** Like `#match`, but also records where the match starts. */
  #marked(pattern: RegExp): RegExpExecArray | null {
    const found = this.#match(pattern);
    if (found !== null) this.mark = found.index;
    return found;
  }

  #is(token: string, text: string): true {
    this.token = token;
    this.text = text;
    return true;
  }

  #word(): boolean {
    if (this.sql.startsWith("N'", this.position) || this.sql.startsWith('${', this.position)) return false;
    const word = this.#marked(IDENTIFIER)?.[0];
    if (word === undefined) return false;
    const upper = word.toUpperCase();
    return this.#is(keywords.has(upper) ? upper : 'IDENTIFIER', word);
  }

  #quoted(): boolean {
    const rest = this.sql[this.position];
    if (rest === '`') {
      const name = this.#marked(QUOTED)?.[0];
      if (name === undefined) throw parserError('illegal identifier');
      return this.#is('IDENTIFIER', name);
    }
    if (rest === '"') {
      const alias = this.#marked(ALIAS);
      return alias === null ? this.#unclosed() : this.#is('LITERAL_ALIAS', alias[1].replace(/\\/g, ''));
    }
    if (rest !== "'" && rest !== 'N') return false;
    const chars = this.#match(CHARS);
    if (chars !== null) {
      const text = chars[1].replace(/\\([\s\S])|''/g, (_, escaped?: string) => escaped ?? "'");
      return this.#is(rest === 'N' ? 'LITERAL_NCHARS' : 'LITERAL_CHARS', text);
    }
    if (!this.sql.includes("'", this.position + 1)) throw parserError('unclosed str');
    return this.#unclosed();
  }

  #unclosed(): boolean {
    this.position = this.sql.length;
    this.token = 'ERROR';
    return true;
  }

  #number(): boolean {
    const patterns = [[HEX, 'LITERAL_HEX'] as const, [REAL, 'LITERAL_FLOAT'] as const];
    for (const [pattern, token] of patterns) {
      const found = this.#marked(pattern)?.[0];
      if (found === undefined) continue;
      this.figures = found;
      this.token = token;
      return true;
    }
    const digits = this.#marked(DIGITS)?.[0];
    if (digits === undefined) return false;
    if (!/^\d+$/.test(digits)) return this.#is('IDENTIFIER', digits);
    this.figures = digits;
    this.token = 'LITERAL_INT';
    return true;
  }

  #sign(): void {
    const hint = this.#marked(HINT);
    if (hint !== null) {
      this.#is('HINT', hint[1]);
      return;
    }
    const sql = this.sql;
    const isVariable = /^(?:[@#$]|:(?![=:]))/.test(sql.slice(this.position, this.position + 2));
    const variable = isVariable ? this.#marked(VARIABLE)?.[0] : undefined;
    if (variable !== undefined) {
      this.#is('VARIANT', variable);
      return;
    }
    const sign = signs.find(([text]) => sql.startsWith(text, this.position));
    if (
      sign === undefined &&
      /^[\u0080-\u0100]/.test(sql[this.position]) &&
      /\p{L}/u.test(sql[this.position])
    ) {
      throw parserError('illegal identifier');
    }
    if (sign?.[1] === 'SLASH' && sql[this.position + 1] === '*') {
      this.#unclosed();
      return;
    }
    this.token = sign?.[1] ?? 'ERROR';
    this.position += sign?.[0].length ?? 1;
  }
}
