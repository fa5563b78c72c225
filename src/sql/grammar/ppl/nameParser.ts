import type { IToken, ParserMethod } from 'chevrotain';
import type { ColumnNode, LiteralNode } from '../../ast/index.ts';
import { SqlError, type SqlErrorType } from '../../errors.ts';
import { integerLiteral, literal, unquote } from '../literals.ts';
import { NodeParser } from '../nodeParser.ts';
import * as t from '../tokens.ts';
import { Backtick, Decimal, Id, Name, QuotedName, vocabulary, word } from './tokens.ts';

export type Rule<T> = ParserMethod<[], T>;

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);

/** Tokens after a dot that continue the name before it. */
const PART = [Name, QuotedName, Backtick, t.Dot];

/** Names and plain literals. The layers above are subclasses, one per file. */
export abstract class NameParser extends NodeParser {
  text = '';
  /**
   * An error of the original for text that is syntactically valid; only reported if all of it could be
   * parsed.
   */
  problem: SqlError | null = null;

  constructor(validate: boolean) {
    super(vocabulary, 1, validate);
  }

  protected refuse(type: SqlErrorType, details: string): void {
    this.problem ??= new SqlError(type, details).at(this.span(this.LA(0).startOffset));
  }

  /** As written, including quotes and a leading dot. */
  readonly ident: Rule<string> = this.RULE('ident', () =>
    this.OR([
      { ALT: () => this.CONSUME(Name).image },
      { ALT: () => this.CONSUME(QuotedName).image },
      {
        ALT: () => {
          this.CONSUME(t.Dot);
          return `.${this.CONSUME(Id).image}`;
        },
      },
      {
        ALT: () => {
          this.CONSUME(Backtick);
          const inner = this.SUBRULE(this.ident);
          this.CONSUME1(Backtick);
          return `\`${inner}\``;
        },
      },
    ]),
  );

  /**
   * The parts as written. In an operand the original requires a name after a dot; elsewhere it stops before a
   * trailing one.
   */
  readonly qualifiedName = this.RULE('qualifiedName', (isOperand = false): string[] => {
    const parts = [this.SUBRULE(this.ident)];
    this.MANY({
      GATE: () => isOperand || this.is(2, ...PART),
      DEF: () => {
        this.CONSUME(t.Dot);
        parts.push(this.SUBRULE1(this.ident));
      },
    });
    return parts;
  });

  readonly column = this.RULE('column', (isOperand = false): ColumnNode => {
    const start = this.start();
    const quoted = this.is(1, QuotedName, Backtick);
    const parts = this.SUBRULE(this.qualifiedName, { ARGS: [isOperand] });
    return this.ACTION(() =>
      Object.freeze({ kind: 'column', parts: parts.map(unquoteName), quoted, span: this.span(start) }),
    );
  });

  /** Like `qualifiedName`, with `%` allowed in the parts: for renamed fields and aliases. */
  readonly patternName: Rule<string[]> = this.RULE('patternName', () => {
    const parts = [this.SUBRULE(this.namePattern)];
    this.MANY({
      GATE: () => this.is(2, ...PART),
      DEF: () => {
        this.CONSUME(t.Dot);
        parts.push(this.SUBRULE1(this.namePattern));
      },
    });
    return parts;
  });

  readonly namePattern: Rule<string> = this.RULE('namePattern', () => {
    let pattern = this.SUBRULE(this.ident);
    let isOpen = true;
    this.MANY({
      GATE: () => isOpen,
      DEF: () => {
        this.CONSUME(t.Percent);
        pattern += '%';
        isOpen = false;
        this.OPTION(() => {
          pattern += this.SUBRULE1(this.ident);
          isOpen = true;
        });
      },
    });
    return pattern;
  });

  readonly columns: Rule<ColumnNode[]> = this.RULE('columns', () => {
    const columns: ColumnNode[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => columns.push(this.SUBRULE(this.column)) });
    return columns;
  });

  readonly stringText: Rule<string> = this.RULE('stringText', () => {
    const token = this.OR([
      { ALT: () => this.CONSUME(t.SingleQuoted) },
      { ALT: () => this.CONSUME(t.DoubleQuoted) },
    ]);
    return this.ACTION(() => unquote(token.image, 'both'));
  });

  readonly sign: Rule<string> = this.RULE('sign', () =>
    this.OR([{ ALT: () => this.CONSUME(t.Plus).image }, { ALT: () => this.CONSUME(t.Minus).image }]),
  );

  /** A 32-bit integer, such as a number of rows or groups. */
  readonly wholeNumber: Rule<number> = this.RULE('wholeNumber', () => {
    let sign = '';
    this.OPTION(() => {
      sign = this.SUBRULE(this.sign);
    });
    const digits = this.CONSUME(t.Integer).image;
    return this.ACTION(() => {
      const value = Number(sign + digits);
      if (value !== Math.trunc(value) || (value | 0) !== value) this.refuseNumber(sign + digits);
      return value;
    });
  });

  protected refuseNumber(image: string): void {
    this.refuse('NumberFormatException', `For input string: "${image}"`);
  }

  readonly number: Rule<LiteralNode> = this.RULE('number', () => {
    const start = this.start();
    let sign = '';
    this.OPTION(() => {
      sign = this.SUBRULE(this.sign);
    });
    const token: IToken = this.OR([
      { ALT: () => this.CONSUME(t.Integer) },
      { ALT: () => this.CONSUME(Decimal) },
    ]);
    return this.ACTION(() => {
      const image = sign + token.image;
      const span = this.span(start);
      if (token.tokenType === Decimal) return literal('double', Number(image), span);
      const exact = BigInt(image);
      if (exact > LONG_MAX || exact < LONG_MIN) this.refuseNumber(image);
      return integerLiteral(image, span);
    });
  });

  readonly truth: Rule<boolean> = this.RULE('truth', () =>
    this.OR([
      { ALT: () => this.after(this.CONSUME(word.TRUE), true) },
      { ALT: () => this.after(this.CONSUME(word.FALSE), false) },
    ]),
  );
}

/** Removes quotes around a whole name, not around its parts. */
export function unquoteName(name: string): string {
  return name.startsWith('`') && name.endsWith('`') ? name.slice(1, -1) : name;
}
