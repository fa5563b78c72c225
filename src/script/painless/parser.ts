import type { AssignOperator, Expression, FunctionNode, Program, Statement } from './ast.ts';
import { compileError } from './errors.ts';
import type { PainlessToken } from './lexer.ts';
import { literal } from './literal.ts';
import { TokenReader } from './tokenReader.ts';
import { ASSIGNMENTS, BINARY_LEVELS, STATEMENT_WORDS } from './words.ts';

/** A recursive descent parser; nesting is limited by limits.queryDepth. */
export class Parser extends TokenReader {
  program(): Program {
    const functions: FunctionNode[] = [];
    for (let next = this.#function(); next !== null; next = this.#function()) functions.push(next);
    // Scripts of explained SQL may begin with a semicolon.
    this.accept(';');
    const body: Statement[] = [];
    while (this.peek().kind !== 'end') body.push(this.#statement());
    return { functions, body, source: this.source };
  }

  /** `int f(int a, def b) {…}`; on `null` the position is unchanged. */
  #function(): FunctionNode | null {
    const start = this.at;
    const { offset, text } = this.peek();
    const type = STATEMENT_WORDS.has(text) || text === 'else' ? null : this.declaredType();
    if (type === null || this.tokens[this.at + 1].text !== '(') {
      this.at = start;
      return null;
    }
    const name = this.name();
    this.expect('(');
    const parameters: { type: string; name: string }[] = [];
    while (!this.accept(')')) {
      if (parameters.length > 0) this.expect(',');
      const parameterType = this.declaredType();
      if (parameterType === null) throw this.unexpected();
      parameters.push({ type: parameterType, name: this.name() });
    }
    return { type, name, parameters, body: this.#statements(), offset };
  }

  #statement(): Statement {
    return this.nested(() => {
      const token = this.peek();
      if (token.kind === 'name' && STATEMENT_WORDS.has(token.text)) return this.#keyword(token);
      const statement = this.#simple();
      this.endOfStatement();
      return statement;
    });
  }

  #keyword({ text, offset }: PainlessToken): Statement {
    this.at++;
    switch (text) {
      case 'if': {
        const condition = this.#parenthesised();
        const then = this.#trailer();
        const otherwise = this.acceptName('else') ? this.#trailer() : null;
        return { kind: 'if', condition, then, otherwise, offset };
      }
      case 'while':
        return {
          kind: 'while',
          condition: this.#parenthesised(),
          body: this.#loopBody(),
          testFirst: true,
          offset,
        };
      case 'do': {
        const body = this.#block();
        if (!this.acceptName('while')) throw this.unexpected();
        const condition = this.#parenthesised();
        this.endOfStatement();
        return { kind: 'while', condition, body, testFirst: false, offset };
      }
      case 'for':
        return this.#for(offset);
      case 'return': {
        const value = this.is(';') || this.is('}') || this.peek().kind === 'end' ? null : this.#expression();
        this.endOfStatement();
        return { kind: 'return', value, offset };
      }
      case 'try':
        return this.#try(offset);
      case 'throw': {
        const value = this.#expression();
        this.endOfStatement();
        return { kind: 'throw', value, offset };
      }
      default:
        this.endOfStatement();
        return { kind: text === 'break' ? 'break' : 'continue', offset };
    }
  }

  #for(offset: number): Statement {
    this.expect('(');
    const each = this.#forEachHead();
    if (each !== null) {
      const iterable = this.#expression();
      this.expect(')');
      return { kind: 'forEach', ...each, iterable, body: this.#trailer(), offset };
    }
    const init = this.is(';') ? null : this.#simple();
    this.expect(';');
    const condition = this.is(';') ? null : this.#expression();
    this.expect(';');
    const update = this.is(')') ? null : this.#expression();
    this.expect(')');
    return { kind: 'for', init, condition, update, body: this.#loopBody(), offset };
  }

  /** `def x :`, `String x :` or `x in`; on `null` the position is unchanged. */
  #forEachHead(): { readonly type: string; readonly variable: string } | null {
    const start = this.at;
    const [first, second] = this.tokens.slice(this.at, this.at + 2);
    if (first.kind !== 'name') return null;
    if (second.text === 'in') {
      this.at += 2;
      return { type: 'def', variable: first.text };
    }
    const type = this.declaredType();
    if (type !== null) {
      const variable = this.name();
      if (this.accept(':')) return { type, variable };
    }
    this.at = start;
    return null;
  }

  #try(offset: number): Statement {
    const body = this.#block();
    const catches: { type: string; name: string; body: Statement }[] = [];
    while (this.acceptName('catch')) {
      this.expect('(');
      const type = this.typeName();
      const name = this.name();
      this.expect(')');
      catches.push({ type, name, body: this.#block() });
    }
    if (catches.length === 0) throw this.unexpected();
    return { kind: 'try', body, catches, offset };
  }

  /** A block or a single statement. */
  #trailer(): Statement {
    return this.nested(() => (this.is('{') ? this.#block() : this.#within(true, () => this.#statement())));
  }

  /** Sets whether statements are read as the body of `if (…)` without braces. */
  #within<T>(trailer: boolean, read: () => T): T {
    const before = this.inTrailer;
    this.inTrailer = trailer;
    const found = read();
    this.inTrailer = before;
    return found;
  }

  /** Like a trailer, or `;` for an empty body. */
  #loopBody(): Statement {
    const { offset } = this.peek();
    return this.accept(';') ? { kind: 'block', body: [], offset } : this.#trailer();
  }

  #block(): Statement {
    const { offset } = this.peek();
    return { kind: 'block', body: this.#statements(), offset };
  }

  #statements(): readonly Statement[] {
    this.expect('{');
    const body: Statement[] = [];
    while (!this.accept('}')) {
      if (this.peek().kind === 'end') throw this.unexpected();
      body.push(this.#within(false, () => this.#statement()));
    }
    return body;
  }

  /** A declaration or an expression, without the final semicolon. */
  #simple(): Statement {
    const { offset } = this.peek();
    const type = this.declaredType();
    if (type === null) return { kind: 'expression', expression: this.#expression(), offset };
    const variables: { name: string; value: Expression | null; offset: number }[] = [];
    do {
      const at = this.peek().offset;
      const name = this.name();
      variables.push({ name, value: this.accept('=') ? this.#expression() : null, offset: at });
    } while (this.accept(','));
    return { kind: 'declare', type, variables, offset };
  }

  #expression(): Expression {
    return this.nested(() => this.#assignment());
  }

  #assignment(): Expression {
    const { offset } = this.peek();
    const left = this.#conditional();
    const operator = this.peek();
    if (operator.kind !== 'symbol' || !ASSIGNMENTS.has(operator.text)) return left;
    if (left.kind !== 'name' && left.kind !== 'member' && left.kind !== 'index') {
      throw compileError(
        this.source,
        left.offset,
        'invalid assignment: cannot assign a value to this expression',
      );
    }
    this.at++;
    const value = this.#expression();
    return {
      kind: 'assign',
      operator: operator.text as AssignOperator,
      target: left,
      value,
      offset,
    };
  }

  #conditional(): Expression {
    const { offset } = this.peek();
    const condition = this.#binary(0);
    if (this.accept('?')) {
      const then = this.#expression();
      this.expect(':');
      return { kind: 'conditional', condition, then, otherwise: this.#expression(), offset };
    }
    if (this.accept('?:')) return { kind: 'elvis', left: condition, right: this.#expression(), offset };
    return condition;
  }

  #binary(level: number): Expression {
    if (level === BINARY_LEVELS.length) return this.#unary();
    const { offset } = this.peek();
    let left = this.#binary(level + 1);
    for (;;) {
      const { kind, text } = this.peek();
      if (kind === 'end' || kind === 'string' || !BINARY_LEVELS[level].has(text)) return left;
      this.at++;
      if (text === 'instanceof') {
        left = { kind: 'instanceof', operand: left, type: this.typeName(), offset };
        continue;
      }
      const right = this.#binary(level + 1);
      if (text === '&&' || text === '||') left = { kind: text === '&&' ? 'and' : 'or', left, right, offset };
      else left = { kind: 'binary', operator: text as never, left, right, offset };
    }
  }

  #unary(): Expression {
    return this.nested(() => {
      const { kind, text, offset } = this.peek();
      if (kind === 'symbol') {
        if (text === '!' || text === '-' || text === '+' || text === '~') {
          this.at++;
          return { kind: 'unary', operator: text, operand: this.#unary(), offset };
        }
        if (text === '++' || text === '--') {
          this.at++;
          return { kind: 'step', target: this.#unary(), by: text === '++' ? 1 : -1, prefix: true, offset };
        }
        const cast = text === '(' ? this.castType() : null;
        if (cast !== null) return { kind: 'cast', type: cast, operand: this.#unary(), offset };
      }
      return this.#postfix();
    });
  }

  #postfix(): Expression {
    const start = this.peek().offset;
    let value = this.#primary();
    for (;;) {
      const { text, kind, offset } = this.peek();
      if (kind !== 'symbol') return value;
      if (text === '.' || text === '?.') {
        this.at++;
        value = this.#memberOf(value, text === '?.', offset);
      } else if (text === '[') {
        this.at++;
        const index = this.#expression();
        this.expect(']');
        value = { kind: 'index', target: value, index, offset };
      } else if (text === '++' || text === '--') {
        this.at++;
        value = { kind: 'step', target: value, by: text === '++' ? 1 : -1, prefix: false, offset: start };
        return value;
      } else return value;
    }
  }

  #memberOf(target: Expression, nullSafe: boolean, offset: number): Expression {
    const token = this.peek();
    if (token.kind !== 'name' && token.kind !== 'integer') throw this.unexpected();
    this.at++;
    if (!this.is('(')) return { kind: 'member', target, name: token.text, nullSafe, offset };
    return { kind: 'call', target, name: token.text, args: this.#arguments(), nullSafe, offset };
  }

  #primary(): Expression {
    const token = this.peek();
    const { kind, text, offset } = token;
    if (kind === 'integer' || kind === 'double' || kind === 'string') {
      this.at++;
      return literal(token);
    }
    if (kind === 'regex') {
      this.at++;
      const end = text.lastIndexOf('/');
      return { kind: 'regex', pattern: text.slice(1, end), flags: text.slice(end + 1), offset };
    }
    if (this.accept('(')) {
      const inner = this.#expression();
      this.expect(')');
      return inner;
    }
    if (this.accept('[')) return this.#collection(offset);
    if (kind !== 'name') throw this.unexpected();
    this.at++;
    if (text === 'true' || text === 'false') return { kind: 'boolean', value: text === 'true', offset };
    if (text === 'null') return { kind: 'null', offset };
    if (text === 'new') return this.#new(offset);
    if (this.is('('))
      return { kind: 'call', target: null, name: text, args: this.#arguments(), nullSafe: false, offset };
    return { kind: 'name', name: text, offset };
  }

  #new(offset: number): Expression {
    let type = this.name();
    while (this.accept('.')) type += `.${this.name()}`;
    if (!this.is('[')) return { kind: 'new', type, args: this.#arguments(), offset };
    this.at++;
    if (this.accept(']')) {
      this.expect('{');
      return { kind: 'newArray', type: `${type}[]`, items: this.#list('}'), sizes: [], offset };
    }
    const sizes: Expression[] = [];
    do {
      sizes.push(this.#expression());
      this.expect(']');
    } while (this.accept('['));
    return { kind: 'newArray', type: type + '[]'.repeat(sizes.length), items: null, sizes, offset };
  }

  /** `[a, b]`, `[:]` or `['k': v]`, after the opening bracket. */
  #collection(offset: number): Expression {
    if (this.accept(':')) {
      this.expect(']');
      return { kind: 'map', entries: [], offset };
    }
    if (this.accept(']')) return { kind: 'list', items: [], offset };
    const first = this.#expression();
    if (!this.accept(':')) {
      if (this.accept(',')) return { kind: 'list', items: [first, ...this.#list(']')], offset };
      this.expect(']');
      return { kind: 'list', items: [first], offset };
    }
    const entries: [Expression, Expression][] = [[first, this.#expression()]];
    while (this.accept(',')) {
      const key = this.#expression();
      this.expect(':');
      entries.push([key, this.#expression()]);
    }
    this.expect(']');
    return { kind: 'map', entries, offset };
  }

  #arguments(): readonly Expression[] {
    this.expect('(');
    const args: Expression[] = [];
    if (this.accept(')')) return args;
    do args.push(this.#argument());
    while (this.accept(','));
    this.expect(')');
    return args;
  }

  /** Lambdas and method references are only allowed as arguments. */
  #argument(): Expression {
    const { offset, kind } = this.peek();
    if (this.is('(') && this.#lambdaAhead()) {
      this.at++;
      return this.#lambda(offset);
    }
    if (kind !== 'name') return this.#expression();
    if (this.tokens[this.at + 1].text === '->') {
      const name = this.name();
      this.at++;
      return { kind: 'lambda', parameters: [{ type: null, name }], body: this.#lambdaBody(), offset };
    }
    return this.#reference() ?? this.#expression();
  }

  /** `Integer::parseInt`, `this::f`, `int[]::new`; on `null` the position is unchanged. */
  #reference(): Expression | null {
    const start = this.at;
    const { offset } = this.peek();
    const owner = this.typeName();
    if (this.accept('::')) {
      return { kind: 'reference', owner: { kind: 'name', name: owner, offset }, name: this.name(), offset };
    }
    this.at = start;
    return null;
  }

  #list(close: string): readonly Expression[] {
    const items: Expression[] = [];
    if (this.accept(close)) return items;
    do items.push(this.#expression());
    while (this.accept(','));
    this.expect(close);
    return items;
  }

  /** Whether `(` names `) ->` follows. */
  #lambdaAhead(): boolean {
    let at = this.at + 1;
    while (this.tokens[at].kind === 'name' || [',', '.', '[', ']'].includes(this.tokens[at].text)) at++;
    return this.tokens[at].text === ')' && this.tokens[at + 1].text === '->';
  }

  #lambda(offset: number): Expression {
    const parameters: { type: string | null; name: string }[] = [];
    while (!this.accept(')')) {
      if (parameters.length > 0) this.expect(',');
      parameters.push({ type: this.declaredType(), name: this.name() });
    }
    this.expect('->');
    return { kind: 'lambda', parameters, body: this.#lambdaBody(), offset };
  }

  #lambdaBody(): Expression | Statement {
    return this.is('{') ? this.#block() : this.#expression();
  }

  #parenthesised(): Expression {
    this.expect('(');
    const value = this.#expression();
    this.expect(')');
    return value;
  }
}
