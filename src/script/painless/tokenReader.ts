import { limits } from '../../common/index.ts';
import { compileError } from './errors.ts';
import { type PainlessToken, tokenize } from './lexer.ts';
import { whitelist } from './types.ts';
import { PRIMITIVE_TYPES } from './words.ts';

/** Reads tokens, and syntax below the level of expressions: names and types. */
export abstract class TokenReader {
  protected readonly source: string;
  protected readonly tokens: readonly PainlessToken[];
  protected at = 0;
  protected depth = 0;
  /** Whether the current statement is the body of `if (…)` without braces. */
  protected inTrailer = false;

  constructor(source: string) {
    this.source = source;
    this.tokens = tokenize(source);
  }

  protected typeName(): string {
    let type = this.name();
    while (this.is('.') && this.tokens[this.at + 1].kind === 'name') {
      this.at++;
      type += `.${this.name()}`;
    }
    while (this.is('[') && this.tokens[this.at + 1].text === ']') {
      this.at += 2;
      type += '[]';
    }
    return type;
  }

  protected name(): string {
    const token = this.peek();
    if (token.kind !== 'name') throw this.unexpected();
    this.at++;
    return token.text;
  }

  /** The last statement of a block may omit its semicolon, but not the body of `if (…)`. */
  protected endOfStatement(): void {
    if (this.accept(';') || this.peek().kind === 'end') return;
    if (this.is('}') && !this.inTrailer) return;
    throw this.unexpected(" was expecting one of [{<EOF>, ';'}]");
  }

  protected peek(): PainlessToken {
    return this.tokens[this.at];
  }

  protected is(symbol: string): boolean {
    const token = this.peek();
    return token.kind === 'symbol' && token.text === symbol;
  }

  protected accept(symbol: string): boolean {
    if (!this.is(symbol)) return false;
    this.at++;
    return true;
  }

  protected acceptName(word: string): boolean {
    const token = this.peek();
    if (token.kind !== 'name' || token.text !== word) return false;
    this.at++;
    return true;
  }

  protected expect(symbol: string): void {
    if (!this.accept(symbol)) throw this.unexpected();
  }

  protected nested<T>(parse: () => T): T {
    if (++this.depth > limits.scriptDepth.value) {
      throw compileError(this.source, this.peek().offset, 'the script is nested too deeply');
    }
    const result = parse();
    this.depth--;
    return result;
  }

  protected unexpected(expected = ''): Error {
    const { kind, text, offset } = this.peek();
    const what = kind === 'end' ? 'unexpected end of script.' : `unexpected token ['${text}']${expected}.`;
    return compileError(this.source, offset, what);
  }

  /**
   * `def x`, `int x`, `List<String> x`, `double[] x`: two consecutive names; on `null` the position is
   * unchanged.
   */
  protected declaredType(): string | null {
    const start = this.at;
    const first = this.peek();
    if (first.kind !== 'name' || first.text === 'new') return null;
    let type = this.name();
    while (this.is('.') && this.tokens[this.at + 1].kind === 'name') {
      this.at++;
      type += `.${this.name()}`;
    }
    while (this.is('[') && this.tokens[this.at + 1].text === ']') {
      this.at += 2;
      type += '[]';
    }
    const next = this.peek();
    if (next.kind === 'name' && next.text !== 'instanceof' && next.text !== 'in') return type;
    this.at = start;
    return null;
  }

  protected isOperand(): boolean {
    const { kind, text } = this.peek();
    if (kind === 'name') return text !== 'instanceof' && text !== 'in';
    return (kind !== 'symbol' && kind !== 'end') || ['(', '[', '!', '~'].includes(text);
  }

  protected isSign(): boolean {
    return ['-', '+', '++', '--'].includes(this.peek().text);
  }

  /** `(int)`, `(String)`, `(int[])` before an operand; on `null` the position is unchanged. */
  protected castType(): string | null {
    const start = this.at;
    this.at++;
    if (this.peek().kind === 'name') {
      const type = this.typeName();
      if (this.accept(')') && (this.isOperand() || (PRIMITIVE_TYPES.has(type) && this.isSign()))) {
        if (whitelist.resolve(type) !== null) return type;
      }
    }
    this.at = start;
    return null;
  }
}
