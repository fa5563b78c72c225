import type { BinaryOperator, ExpressionNode, LiteralNode } from '../../ast/index.ts';
import { literal } from '../literals.ts';
import { checkChain } from '../nesting.ts';
import * as t from '../tokens.ts';
import { callOf } from './calls.ts';
import { NameParser, type Rule } from './nameParser.ts';
import { syntaxError } from './syntaxError.ts';
import { Name, role, word } from './tokens.ts';

/** Values that are not conditions: literals, fields, calls, arithmetic. */
export abstract class ValueParser extends NameParser {
  abstract readonly expression: Rule<ExpressionNode>;

  /** `DATE '…'` and the like are plain strings here. */
  readonly literal: Rule<ExpressionNode> = this.RULE('literal', () => {
    const start = this.start();
    const text = (value: string): LiteralNode => literal('string', value, this.span(start));
    return this.OR<ExpressionNode>([
      { ALT: () => text(this.SUBRULE(this.stringText)) },
      { ALT: () => this.SUBRULE(this.number) },
      {
        ALT: () => {
          const value = this.SUBRULE(this.truth);
          return literal('boolean', value, this.span(start));
        },
      },
      { ALT: () => this.SUBRULE(this.interval) },
      { ALT: () => this.after(this.CONSUME(word.DATE), text(this.SUBRULE1(this.stringText))) },
      { ALT: () => this.after(this.CONSUME(word.TIME), text(this.SUBRULE2(this.stringText))) },
      { ALT: () => this.after(this.CONSUME(word.TIMESTAMP), text(this.SUBRULE3(this.stringText))) },
    ]);
  });

  readonly interval: Rule<ExpressionNode> = this.RULE('interval', () => {
    const start = this.start();
    this.CONSUME(word.INTERVAL);
    const amount = this.SUBRULE(this.value);
    const unit = this.CONSUME(role.IntervalUnit).image.toUpperCase();
    return Object.freeze({ kind: 'interval', amount, unit, span: this.span(start) });
  });

  readonly cast: Rule<ExpressionNode> = this.RULE('cast', () => {
    const start = this.start();
    this.CONSUME(word.CAST);
    this.CONSUME(t.LeftParen);
    const operand = this.SUBRULE(this.expression);
    this.CONSUME(word.AS);
    const type = this.CONSUME(role.CastType).image;
    this.CONSUME(t.RightParen);
    return Object.freeze({ kind: 'cast', operand, type, span: this.span(start) });
  });

  readonly call: Rule<ExpressionNode> = this.RULE('call', () => {
    const start = this.start();
    const name = this.CONSUME(role.EvalFunction).image;
    const args: ExpressionNode[] = [];
    this.CONSUME(t.LeftParen);
    this.OPTION(() => {
      args.push(this.SUBRULE(this.argument));
      let isPosition = false;
      this.OPTION1({
        GATE: () => name.toUpperCase() === 'POSITION',
        DEF: () => {
          this.CONSUME(word.IN);
          args.push(this.SUBRULE1(this.argument));
          isPosition = true;
        },
      });
      this.MANY({
        GATE: () => !isPosition,
        DEF: () => {
          this.CONSUME(t.Comma);
          args.push(this.SUBRULE2(this.argument));
        },
      });
    });
    this.CONSUME(t.RightParen);
    return callOf(name, args, this.span(start));
  });

  /** The original parses `name = value` and ignores the name. */
  readonly argument: Rule<ExpressionNode> = this.RULE('argument', () => {
    this.OPTION({
      GATE: () => this.is(2, t.Equal) || (this.is(1, t.Dot) && this.is(3, t.Equal)),
      DEF: () => {
        this.SUBRULE(this.ident);
        this.CONSUME(t.Equal);
      },
    });
    return this.SUBRULE(this.value);
  });

  protected startsCall(): boolean {
    return this.is(1, role.EvalFunction) && this.is(2, t.LeftParen);
  }

  protected startsTypedText(): boolean {
    return this.is(1, word.DATE, word.TIME, word.TIMESTAMP) && this.is(2, t.SingleQuoted, t.DoubleQuoted);
  }

  readonly primary: Rule<ExpressionNode> = this.RULE('primary', () =>
    this.OR<ExpressionNode>({
      DEF: [
        { GATE: () => this.startsCall(), ALT: () => this.SUBRULE(this.call) },
        { ALT: () => this.SUBRULE(this.cast) },
        {
          GATE: () => !this.is(1, Name) || this.startsTypedText(),
          ALT: () => this.SUBRULE(this.literal),
        },
        { ALT: () => this.SUBRULE(this.column, { ARGS: [true] }) },
        { ALT: () => this.SUBRULE(this.parenthesized) },
      ],
      IGNORE_AMBIGUITIES: true,
    }),
  );

  readonly parenthesized: Rule<ExpressionNode> = this.RULE('parenthesized', () => {
    this.CONSUME(t.LeftParen);
    const inner = this.SUBRULE(this.value);
    this.CONSUME(t.RightParen);
    return inner;
  });

  readonly term: Rule<ExpressionNode> = this.RULE('term', () => {
    const start = this.start();
    let left = this.SUBRULE(this.primary);
    let length = 0;
    this.MANY(() => {
      const { image } = this.OR([
        { ALT: () => this.CONSUME(t.Star) },
        { ALT: () => this.CONSUME(t.Slash) },
        { ALT: () => this.CONSUME(t.Percent) },
      ]);
      left = this.binary(start, image, left, this.SUBRULE1(this.primary));
      checkChain(++length, syntaxError);
    });
    return left;
  });

  readonly value: Rule<ExpressionNode> = this.RULE('value', () => {
    const start = this.start();
    let left = this.SUBRULE(this.term);
    let length = 0;
    this.MANY(() => {
      const operator = this.SUBRULE(this.sign);
      left = this.binary(start, operator, left, this.SUBRULE1(this.term));
      checkChain(++length, syntaxError);
    });
    return left;
  });

  private binary(
    start: number,
    operator: string,
    left: ExpressionNode,
    right: ExpressionNode,
  ): ExpressionNode {
    const span = this.span(start);
    return Object.freeze({ kind: 'binary', operator: operator as BinaryOperator, left, right, span });
  }
}
