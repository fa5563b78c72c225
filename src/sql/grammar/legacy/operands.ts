import { SqlError } from '../../errors.ts';
import { parserError } from '../messages.ts';
import { named, other, type Read, TokenReader } from './tokenReader.ts';
import { aggregates, expressionNames, keywords, LEFT_OPEN, plainNames } from './words.ts';

type Primary =
  | 'query'
  | 'not'
  | 'cast'
  | 'sign'
  | 'tilde'
  | 'bang'
  | 'braces'
  | 'brackets'
  | 'exists'
  | 'values';
type Primaries =
  | Primary
  | 'caseWhen'
  | 'quantified'
  | 'interval'
  | 'binary'
  | 'groupName'
  | 'dotName'
  | 'parenthesized';

/** The rule that parses an operand, by its first token. */
const PRIMARIES: Readonly<Record<string, Primaries>> = {
  LPAREN: 'parenthesized',
  LBRACE: 'braces',
  LBRACKET: 'brackets',
  NOT: 'not',
  BANG: 'bang',
  TILDE: 'tilde',
  SUB: 'sign',
  PLUS: 'sign',
  SELECT: 'query',
  EXISTS: 'exists',
  ANY: 'quantified',
  SOME: 'quantified',
  ALL: 'quantified',
  CASE: 'caseWhen',
  CAST: 'cast',
  INTERVAL: 'interval',
  VALUES: 'values',
  BINARY: 'binary',
  GROUP: 'groupName',
  CACHE: 'groupName',
  DOT: 'dotName',
};

const UNITS =
  /^(?:YEAR|YEAR_MONTH|QUARTER|MONTH|WEEK|DAY|DAY_HOUR|DAY_MINUTE|DAY_SECOND|DAY_MICROSECOND|HOUR|HOUR_MINUTE|HOUR_SECOND|HOUR_MICROSECOND|MINUTE|MINUTE_SECOND|MINUTE_MICROSECOND|SECOND|SECOND_MICROSECOND|MICROSECOND)$/;

/** Operands as parsed by the legacy engine: names, literals, calls, and parenthesized expressions. */
export abstract class OperandReader extends TokenReader {
  abstract expression(): Read;
  protected abstract relational(): Read;
  protected abstract select(): void;
  protected abstract orderBy(): void;

  protected primary(): Read {
    const read = PRIMARIES[this.token];
    if (read !== undefined) return this.deeper(() => this[read]());
    return this.primaryRest(this.leaf());
  }

  /** Comma-separated expressions; possibly none before the closing token. */
  protected list(): string {
    if (['RPAREN', 'RBRACKET', 'EOF'].includes(this.token)) return '';
    const items = [this.expression().text];
    while (this.takes('COMMA')) items.push(this.expression().text);
    return items.join(', ');
  }

  protected leaf(): Read {
    const { token, figures } = this.scanner;
    if (expressionNames.has(token) || token === 'IDENTIFIER' || token === 'VARIANT')
      return named(this.takenName());
    if (token === 'LITERAL_CHARS' || token === 'LITERAL_ALIAS' || token === 'LITERAL_NCHARS') {
      return { kind: 'chars', text: `'${this.taken()}'` };
    }
    if (this.takes('LITERAL_INT')) return { kind: 'number', text: figures };
    if (this.takes('LITERAL_FLOAT')) return other(figures);
    if (this.takes('LITERAL_HEX')) return { kind: 'hex', text: figures };
    if (token === 'DEFAULT') return named(this.takenName());
    if (['NULL', 'TRUE', 'FALSE', 'QUES'].includes(token)) return other(this.taken());
    if (token === 'EOF') throw new SqlError('EOFParserException', 'EOF');
    throw parserError(`ERROR. token : ${token}, pos : ${this.scanner.position}`);
  }

  /** GROUP and CACHE take the next word as their name without consuming it. */
  groupName(): Read {
    this.scanner.next();
    return this.primaryRest(named(this.scanner.text));
  }

  dotName(): Read {
    this.scanner.next();
    return this.primaryRest(named(`.${this.scanner.text}`));
  }

  parenthesized(): Read {
    this.scanner.next();
    const first = this.expression();
    const items = [first.text];
    while (this.takes('COMMA')) items.push(this.expression().text);
    this.accept('RPAREN');
    const isName = items.length === 1 && first.kind === 'name';
    return this.primaryRest(isName ? first : other(items.length > 1 ? `(${items.join(', ')})` : first.text));
  }

  braces(): Read {
    this.scanner.next();
    if (this.scanner.text !== 'ts') throw parserError('Error. Unable to parse ODBC Literal Timestamp');
    while (this.token !== 'RBRACE') {
      if (this.token === 'EOF') throw parserError('Error. Unable to find closing RBRACE');
      this.scanner.next();
    }
    return other(`{ts '${this.taken()}'}`);
  }

  brackets(): Read {
    this.scanner.next();
    const names: string[] = [];
    while (this.token !== 'RBRACKET') {
      if (!['IDENTIFIER', 'INDEX', 'LITERAL_CHARS'].includes(this.token)) {
        throw parserError(`All items between Brackets should be identifiers , got:${this.token}`);
      }
      names.push(this.taken());
    }
    this.scanner.next();
    return named(names.join(' '));
  }

  not(): Read {
    this.scanner.next();
    if (this.token === 'EXISTS') return this.exists();
    if (!this.takes('LPAREN')) return other(`NOT ${this.relational().text}`);
    const target = this.expression();
    this.accept('RPAREN');
    return this.primaryRest(other(`NOT ${target.text}`));
  }

  bang(): Read {
    this.scanner.next();
    return this.primaryRest(other(`!${this.primary().text}`));
  }

  tilde(): Read {
    this.scanner.next();
    return this.primaryRest(other(`~${this.expression().text}`));
  }

  exists(): Read {
    this.scanner.next();
    this.subquery();
    return this.primaryRest(other('EXISTS'));
  }

  quantified(): Read {
    const word = this.taken();
    if (this.token !== 'LPAREN' && word.toUpperCase() === 'ANY') return this.primaryRest(named(word));
    this.subquery();
    return this.primaryRest(other(word));
  }

  private subquery(): void {
    this.accept('LPAREN');
    this.select();
    this.accept('RPAREN');
  }

  query(): Read {
    this.select();
    return this.primaryRest(other('SELECT'));
  }

  caseWhen(): Read {
    this.scanner.next();
    if (this.token !== 'WHEN') this.expression();
    if (this.token !== 'WHEN') this.accept('WHEN');
    while (this.takes('WHEN')) {
      this.expression();
      this.accept('THEN');
      this.expression();
    }
    if (this.takes('ELSE')) this.expression();
    this.accept('END');
    return this.primaryRest(other('CASE'));
  }

  cast(): Read {
    this.scanner.next();
    this.accept('LPAREN');
    const operand = this.expression();
    this.accept('AS');
    const type = this.name();
    if (this.takes('LPAREN')) {
      this.list();
      this.accept('RPAREN');
    }
    this.accept('RPAREN');
    return this.primaryRest(other(`CAST(${operand.text} AS ${type})`));
  }

  sign(): Read {
    const isMinus = this.token === 'SUB';
    this.scanner.next();
    const { token, figures } = this.scanner;
    const before = isMinus ? '-' : '';
    if (this.takes('LITERAL_INT')) return this.primaryRest({ kind: 'number', text: before + figures });
    if (this.takes('LITERAL_FLOAT')) return this.primaryRest(other(before + figures));
    if (token === 'IDENTIFIER') return this.primaryRest(other((isMinus ? '-' : '+') + this.taken()));
    if (!this.takes('LPAREN')) throw parserError(isMinus ? `${LEFT_OPEN} : ${token}` : LEFT_OPEN);
    const operand = this.expression();
    this.accept('RPAREN');
    return this.primaryRest(other(`${isMinus ? '-' : '+'}${operand.text}`));
  }

  interval(): Read {
    this.scanner.next();
    if (this.takes('LPAREN')) {
      const list = this.list();
      this.accept('RPAREN');
      return this.primaryRest(this.primaryRest({ kind: 'call', text: `INTERVAL(${list})` }));
    }
    const value = this.expression();
    if (this.token !== 'IDENTIFIER') throw parserError(`Syntax error: ${this.token}`);
    return this.primaryRest(other(`INTERVAL ${value.text} ${this.unit()}`));
  }

  protected unit(): string {
    const unit = this.taken().toUpperCase();
    if (UNITS.test(unit)) return unit;
    const details = `No enum constant com.alibaba.druid.sql.dialect.mysql.ast.expr.MySqlIntervalUnit.${unit}`;
    throw new SqlError('IllegalArgumentException', details);
  }

  values(): Read {
    this.scanner.next();
    if (this.token !== 'LPAREN') throw parserError(`Syntax error: ${this.token}`);
    return this.callRest(named('VALUES'));
  }

  binary(): Read {
    this.scanner.next();
    if (['COMMA', 'SEMI', 'EOF'].includes(this.token)) return named('BINARY');
    return this.primaryRest(other(`BINARY ${this.expression().text}`));
  }

  protected primaryRest(first: Read): Read {
    const behind = this.literalRest(first) ?? this.specialCall(first);
    if (behind !== null) return this.primaryRest(behind);
    if (this.token === 'ERROR') {
      const { text, position } = this.scanner;
      throw parserError(`Syntax error, token: ERROR ${text}, pos: ${position}`);
    }
    if (this.takes('DOT')) return this.primaryRest(this.dotRest(first));
    return this.token === 'LPAREN' ? this.callRest(first) : first;
  }

  /** `x'1f'`, `'a' 'b'`, COLLATE. */
  private literalRest(first: Read): Read | null {
    if (this.token === 'LITERAL_CHARS') {
      if (first.kind === 'chars') return this.concatenated(first);
      if (first.kind !== 'name' || !/^(?:[xb]|_.*)$/i.test(first.text)) return null;
      return { kind: 'hex', text: this.taken() };
    }
    if (first.kind === 'hex' || !this.takesWord('COLLATE')) return null;
    this.takes('EQ');
    if (this.token !== 'IDENTIFIER') throw parserError(`Syntax error: ${this.token}`);
    return other(`${first.text} COLLATE ${this.taken()}`);
  }

  private concatenated(first: Read): Read {
    const texts = [first.text];
    while (this.token === 'LITERAL_CHARS' || this.token === 'LITERAL_ALIAS') texts.push(`'${this.taken()}'`);
    return { kind: 'call', text: `CONCAT(${texts.join(', ')})` };
  }

  protected abstract specialCall(first: Read): Read | null;

  private dotRest(owner: Read): Read {
    if (this.takes('STAR')) return named(`${owner.text}.*`);
    const isName = ['IDENTIFIER', 'LITERAL_CHARS', 'LITERAL_ALIAS'].includes(this.token);
    if (!isName && !keywords.has(this.token)) throw parserError(`error : ${this.scanner.text}`);
    return named(`${owner.text}.${this.taken()}`);
  }

  private callRest(callee: Read): Read {
    this.scanner.next();
    if (callee.kind !== 'name') throw parserError(`Syntax error: ${this.token}`);
    const last = this.names.at(-1);
    if (last !== undefined && callee.text.includes('.')) this.names.push({ ...last, isWhole: true });
    if (aggregates.has(callee.text.toUpperCase())) return this.aggregateRest(callee.text.toUpperCase());
    const list = this.deeper(() => this.list());
    this.accept('RPAREN');
    return this.primaryRest({ kind: 'call', text: `${callee.text}(${list})` });
  }

  private aggregateRest(name: string): Read {
    if (!this.takes('ALL') && !this.takes('DISTINCT')) this.takesWord('DEDUPLICATION');
    const list = this.list();
    this.orderBy();
    if (this.takesWord('SEPARATOR')) this.primary();
    this.accept('RPAREN');
    if (this.takes('OVER')) this.window();
    return other(`${name}(${list})`);
  }

  private window(): void {
    this.accept('LPAREN');
    if (this.takesWord('PARTITION')) {
      this.accept('BY');
      const isWrapped = this.takes('LPAREN');
      this.list();
      if (isWrapped) this.accept('RPAREN');
    }
    this.orderBy();
    this.accept('RPAREN');
  }

  protected name(): string {
    const isName = ['LITERAL_ALIAS', 'IDENTIFIER', 'LITERAL_CHARS', 'VARIANT'].includes(this.token);
    if (!isName && !plainNames.has(this.token)) throw parserError(`error ${this.token}`);
    let name = this.taken();
    while (this.takes('DOT')) {
      const isPart =
        this.token === 'LITERAL_ALIAS' || this.token === 'IDENTIFIER' || keywords.has(this.token);
      if (!isPart) throw parserError(`error, ${this.token}`);
      name += `.${this.taken()}`;
    }
    return name;
  }
}
