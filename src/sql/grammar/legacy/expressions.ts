import { SqlError } from '../../errors.ts';
import { parserError } from '../messages.ts';
import { OperandReader } from './operands.ts';
import { other, type Read } from './tokenReader.ts';
import { LEFT_OPEN } from './words.ts';

/** Binary operators from the highest precedence; those in one row have equal precedence. */
const MULTIPLICATIVE = new Map([
  ['STAR', '*'],
  ['SLASH', '/'],
  ['PERCENT', '%'],
]);
const ADDITIVE = new Map([
  ['PLUS', '+'],
  ['SUB', '-'],
]);
const SHIFT = new Map([
  ['LTLT', '<<'],
  ['GTGT', '>>'],
]);
const RELATIONAL = new Map([
  ['LTEQ', '<='],
  ['LTEQGT', '<=>'],
  ['GTEQ', '>='],
  ['BANGLT', '!<'],
  ['BANGGT', '!>'],
  ['LTGT', '<>'],
]);

/**
 * Expressions as parsed by the legacy engine: each rule consumes what it can and leaves the rest to its
 * caller.
 */
export abstract class ExpressionReader extends OperandReader {
  expression(): Read {
    if (this.takes('STAR')) {
      if (!this.takes('DOT')) return other('*');
      this.accept('STAR');
      return other('*.*');
    }
    const first = this.primary();
    return this.token === 'COMMA' ? first : this.expressionRest(first);
  }

  protected expressionRest(first: Read): Read {
    const multiplied = this.multiplicativeRest(this.bitXorRest(first));
    const shifted = this.chain(
      this.chain(multiplied, ADDITIVE, () => this.multiplicative()),
      SHIFT,
      () => this.additive(),
    );
    const compared = this.relationalRest(this.inRest(this.bitOrRest(this.bitAndRest(shifted))));
    return this.orRest(this.andRest(this.equalityRest(compared)));
  }

  private chain(first: Read, operators: ReadonlyMap<string, string>, operand: () => Read): Read {
    let read = first;
    for (;;) {
      const operator = operators.get(this.token);
      if (operator === undefined) return read;
      this.scanner.next();
      read = other(`${read.text} ${operator} ${operand().text}`);
    }
  }

  private bitXorRest(first: Read): Read {
    return this.chain(first, new Map([['CARET', '^']]), () => this.primary());
  }

  private multiplicativeRest(first: Read): Read {
    if (!this.takesWord('MOD')) {
      return this.chain(first, MULTIPLICATIVE, () => this.bitXorRest(this.primary()));
    }
    return other(`${first.text} % ${this.relationalRest(this.primary()).text}`);
  }

  private multiplicative(): Read {
    return this.multiplicativeRest(this.bitXorRest(this.primary()));
  }

  private additive(): Read {
    return this.chain(this.multiplicative(), ADDITIVE, () => this.multiplicative());
  }

  private shift(): Read {
    return this.chain(this.additive(), SHIFT, () => this.additive());
  }

  private bitAndRest(first: Read): Read {
    return this.chain(first, new Map([['AMP', '&']]), () => this.shift());
  }

  private bitOrRest(first: Read): Read {
    return this.chain(first, new Map([['BAR', '|']]), () => this.bitAndRest(this.shift()));
  }

  private bitOr(): Read {
    return this.bitOrRest(this.bitAndRest(this.shift()));
  }

  private equalityRest(first: Read): Read {
    if (this.takes('EQ')) {
      const right = this.beforeEnd(`${first.text}=`, () => this.bitOr());
      return other(`${first.text} = ${this.equalityRest(right).text}`);
    }
    if (this.takes('BANGEQ')) return other(`${first.text} != ${this.equalityRest(this.bitOr()).text}`);
    return this.takes('COLONEQ') ? other(`${first.text} := ${this.expression().text}`) : first;
  }

  /** Only after `=` does an error at the end of the text mention what precedes it. */
  private beforeEnd(text: string, read: () => Read): Read {
    try {
      return read();
    } catch (error) {
      const isEnd = error instanceof SqlError && error.type === 'EOFParserException';
      throw isEnd ? parserError(`EOF, ${text}`) : error;
    }
  }

  protected relational(): Read {
    return this.relationalRest(this.equalityRest(this.bitOr()));
  }

  private and(): Read {
    return this.andRest(this.relational());
  }

  private andRest(first: Read): Read {
    let read = first;
    while (this.takes('AND') || this.takes('AMPAMP'))
      read = other(`${read.text}\nAND ${this.relational().text}`);
    return read;
  }

  private orRest(first: Read): Read {
    let read = first;
    for (;;) {
      const isXor = this.token === 'XOR';
      if (!this.takes('OR') && !this.takes('BARBAR') && !this.takes('XOR')) return read;
      read = other(`${read.text}\n${isXor ? 'XOR' : 'OR'} ${this.and().text}`);
    }
  }

  private inRest(first: Read): Read {
    if (!this.takes('IN')) return first;
    if (!this.takes('LPAREN')) return other(`${first.text} IN (${this.primary().text})`);
    const list = this.list();
    this.accept('RPAREN');
    return other(`${first.text} IN (${list})`);
  }

  private relationalRest(first: Read): Read {
    if (this.takesWord('REGEXP') || this.takesWord('RLIKE')) {
      return other(`${first.text} REGEXP ${this.relationalRest(this.equalityRest(this.bitOr())).text}`);
    }
    const operator = RELATIONAL.get(this.token);
    if (operator !== undefined) {
      this.scanner.next();
      return other(`${first.text} ${operator} ${this.bitOr().text}`);
    }
    const sign = this.token === 'LT' ? '<' : '>';
    if (this.takes('LT') || this.takes('GT')) {
      const isOrEqual = this.takes('EQ');
      return other(`${first.text} ${sign}${isOrEqual ? '=' : ''} ${this.bitOr().text}`);
    }
    if (this.takes('LIKE')) {
      const like = other(`${first.text} LIKE ${this.bitOr().text}`);
      if (!this.takes('ESCAPE')) return like;
      this.primary();
      const details = 'No enum constant org.opensearch.sql.legacy.domain.Where.CONN.ESCAPE';
      throw new SqlError('IllegalArgumentException', details);
    }
    if (this.takes('NOT')) return this.negatedRest(first);
    if (this.takes('BETWEEN')) return this.betweenRest(`${first.text} BETWEEN`);
    if (this.takes('IS')) {
      const not = this.takes('NOT') ? 'NOT ' : '';
      return other(`${first.text} IS ${not}${this.primary().text}`);
    }
    return this.inRest(first);
  }

  private betweenRest(before: string): Read {
    const from = this.bitOr();
    this.accept('AND');
    return other(`${before} ${from.text} AND ${this.bitOr().text}`);
  }

  private negatedRest(first: Read): Read {
    if (this.takesWord('REGEXP') || this.takesWord('RLIKE')) {
      return other(`${first.text} NOT REGEXP ${this.relationalRest(this.primary()).text}`);
    }
    if (this.takes('LIKE')) {
      const like = other(`${first.text} NOT LIKE ${this.relational().text}`);
      return this.takes('ESCAPE') ? other(`${like.text} ESCAPE ${this.expression().text}`) : like;
    }
    if (this.takes('IN')) {
      this.accept('LPAREN');
      const list = this.list();
      this.accept('RPAREN');
      return this.relationalRest(other(`${first.text} NOT IN (${list})`));
    }
    if (this.takes('BETWEEN')) return this.betweenRest(`${first.text} NOT BETWEEN`);
    throw parserError(`${LEFT_OPEN} ${this.token}`);
  }
}
