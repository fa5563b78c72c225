import { limits } from '../../../common/index.ts';
import type { Span } from '../../ast/index.ts';
import { parserError } from '../messages.ts';
import { Scanner } from './scanner.ts';

/** What later rules need to know about a parsed expression, and how messages print it. */
export interface Read {
  readonly kind: 'name' | 'chars' | 'hex' | 'number' | 'call' | 'other';
  readonly text: string;
}

/** Where a name stands. */
export interface NameSpan extends Span {
  /** Whether its dots belong to it, as those of an alias or a function do: `FROM staff s.age`. */
  readonly isWhole: boolean;
  /** The name, where it is not the text there. */
  readonly image?: string;
}

export const other = (text: string): Read => ({ kind: 'other', text });
export const named = (text: string): Read => ({ kind: 'name', text });

/** Consumes the text token by token; the rules are in its subclasses. */
export abstract class TokenReader {
  protected readonly scanner: Scanner;
  /** The tokens that stand for names, whatever words they are. */
  readonly names: NameSpan[] = [];
  private depth = 0;

  constructor(sql: string) {
    this.scanner = new Scanner(sql);
  }

  protected get token(): string {
    return this.scanner.token;
  }

  protected isWord(word: string): boolean {
    return this.token === 'IDENTIFIER' && this.scanner.text.toUpperCase() === word;
  }

  /** Consumes the token if it is the next one. */
  protected takes(token: string): boolean {
    if (this.token !== token) return false;
    this.scanner.next();
    return true;
  }

  protected takesWord(word: string): boolean {
    return this.isWord(word) && this.takes('IDENTIFIER');
  }

  protected accept(token: string): void {
    if (this.takes(token)) return;
    throw parserError(`syntax error, expect ${token}, actual ${this.token} ${this.scanner.text}`);
  }

  protected acceptWord(word: string): void {
    if (!this.takesWord(word)) throw parserError(`syntax error, expect ${word}, actual ${this.token}`);
  }

  /** Consumes the token and returns its text. */
  protected taken(): string {
    const { text } = this.scanner;
    this.scanner.next();
    return text;
  }

  /** Consumes the token as a name and returns its text. */
  protected takenName(isWhole = false): string {
    const { mark, position } = this.scanner;
    this.names.push({ start: mark, end: position, isWhole });
    return this.taken();
  }

  /** The rules are recursive, so text that is nested too deeply is rejected before it is parsed. */
  protected deeper<T>(read: () => T): T {
    const { value } = limits.sqlNesting;
    if (++this.depth > value) throw parserError(`statement is nested deeper than the limit of ${value}`);
    try {
      return read();
    } finally {
      this.depth--;
    }
  }
}
