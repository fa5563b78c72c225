import { EOF } from 'chevrotain';
import { limits } from '../../../common/index.ts';
import type { ComparisonOperator, ExpressionNode } from '../../ast/index.ts';
import { checkChain } from '../nesting.ts';
import { plainCall } from '../plainCall.ts';
import * as t from '../tokens.ts';
import { conditionOf } from './calls.ts';
import type { Rule } from './nameParser.ts';
import { RelevanceParser } from './relevanceParser.ts';
import { syntaxError } from './syntaxError.ts';
import { Pipe, word } from './tokens.ts';

const CONDITION_CALLS = [word.LIKE, word.IF, word.ISNULL, word.ISNOTNULL, word.IFNULL, word.NULLIF];

const COMPARING = [
  ...[t.Equal, t.NotEqual, t.Less, t.LessOrEqual, t.Greater, t.GreaterOrEqual],
  ...[word.REGEXP, word.IN],
];
const BEHIND_OPERAND = [...COMPARING, t.Plus, t.Minus, t.Star, t.Slash, t.Percent];
const BEHIND_CONDITION = [Pipe, EOF, t.Comma, t.RightParen, word.AND, word.OR, word.XOR];

/** Precedence from high to low: `not`, `or`, `and` (which may be omitted), `xor`. */
export abstract class ConditionParser extends RelevanceParser {
  /** Where the source starts if it follows a condition. */
  sourceStart = -1;
  /** Whether this is the condition of `search`, whose end depends on all of it. */
  isSearch = false;
  /** Whether the last thing parsed is a value, which no logical operator may follow. */
  private isValue = false;

  /** A condition, or a value if `mayBeValue` is set. */
  readonly condition = this.RULE('condition', (mayBeValue: boolean): ExpressionNode => {
    const start = this.start();
    let left = this.SUBRULE(this.conjunction, { ARGS: [mayBeValue] });
    let length = 0;
    this.MANY({
      GATE: () => !this.isValue,
      DEF: () => {
        this.CONSUME(word.XOR);
        left = plainCall('xor', [left, this.SUBRULE1(this.conjunction, { ARGS: [false] })], this.span(start));
        checkChain(++length, syntaxError);
      },
    });
    return left;
  });

  readonly expression: Rule<ExpressionNode> = this.RULE('expression', () =>
    this.SUBRULE(this.condition, { ARGS: [true] }),
  );

  readonly conjunction = this.RULE('conjunction', (mayBeValue: boolean): ExpressionNode => {
    const start = this.start();
    const operands = [this.SUBRULE(this.disjunction, { ARGS: [mayBeValue] })];
    this.MANY({
      GATE: () => !this.isValue && !this.endsCondition(),
      DEF: () => {
        this.OPTION(() => this.CONSUME(word.AND));
        operands.push(this.SUBRULE1(this.disjunction, { ARGS: [false] }));
      },
    });
    if (operands.length === 1) return operands[0];
    return Object.freeze({ kind: 'and', operands, span: this.span(start) });
  });

  /**
   * Whether the next token could both start a condition and follow one: the pattern of a command, or the
   * source of a search.
   */
  private endsCondition(): boolean {
    if (this.isSearch) return this.LA(1).startOffset === this.sourceStart;
    if (this.is(1, t.SingleQuoted, t.DoubleQuoted)) return !this.is(2, ...BEHIND_OPERAND);
    if (!this.is(1, word.SOURCE, word.INDEX)) return false;
    return this.is(2, t.Equal) ? this.is(3, ...BEHIND_CONDITION) : !this.is(2, t.Dot, ...BEHIND_OPERAND);
  }

  readonly disjunction = this.RULE('disjunction', (mayBeValue: boolean): ExpressionNode => {
    const start = this.start();
    const operands = [this.SUBRULE(this.negation, { ARGS: [mayBeValue] })];
    this.MANY({
      GATE: () => !this.isValue,
      DEF: () => {
        this.CONSUME(word.OR);
        operands.push(this.SUBRULE1(this.negation, { ARGS: [false] }));
      },
    });
    if (operands.length === 1) return operands[0];
    return Object.freeze({ kind: 'or', operands, span: this.span(start) });
  });

  readonly negation = this.RULE(
    'negation',
    (mayBeValue: boolean): ExpressionNode =>
      this.OR<ExpressionNode>([
        {
          ALT: () => {
            const start = this.start();
            this.CONSUME(word.NOT);
            const operand = this.SUBRULE(this.negation, { ARGS: [false] });
            return Object.freeze({ kind: 'not', operand, span: this.span(start) });
          },
        },
        {
          ALT: () => {
            const search = this.SUBRULE(this.relevance);
            this.isValue = false;
            return search;
          },
        },
        { ALT: () => this.SUBRULE(this.comparison, { ARGS: [mayBeValue] }) },
      ]),
  );

  readonly comparison = this.RULE('comparison', (mayBeValue: boolean): ExpressionNode => {
    const start = this.start();
    const mayBeCondition = this.is(1, ...CONDITION_CALLS) && this.is(2, t.LeftParen);
    const left = this.SUBRULE(this.value);
    const isCondition = mayBeCondition && left.kind !== 'binary';
    const whole = this.OR<ExpressionNode>([
      { ALT: () => this.SUBRULE(this.comparisonTail, { ARGS: [left, start] }) },
      { ALT: () => this.SUBRULE(this.listTail, { ARGS: [left, start] }) },
      {
        GATE: () => isCondition || mayBeValue,
        ALT: () => (isCondition ? conditionOf(left) : left),
      },
    ]);
    this.isValue = whole === left && !isCondition;
    return whole;
  });

  readonly comparisonTail = this.RULE(
    'comparisonTail',
    (left: ExpressionNode, start: number): ExpressionNode => {
      const token = this.OR([
        { ALT: () => this.CONSUME(t.Equal) },
        { ALT: () => this.CONSUME(t.NotEqual) },
        { ALT: () => this.CONSUME(t.Less) },
        { ALT: () => this.CONSUME(t.LessOrEqual) },
        { ALT: () => this.CONSUME(t.Greater) },
        { ALT: () => this.CONSUME(t.GreaterOrEqual) },
        { ALT: () => this.CONSUME(word.REGEXP) },
      ]);
      const right = this.SUBRULE(this.value);
      const span = this.span(start);
      if (token.tokenType === word.REGEXP) {
        return Object.freeze({
          kind: 'like',
          operand: left,
          pattern: right,
          negated: false,
          regexp: true,
          span,
        });
      }
      const operator = token.image as ComparisonOperator;
      return Object.freeze({ kind: 'comparison', operator, left, right, span });
    },
  );

  readonly listTail = this.RULE('listTail', (operand: ExpressionNode, start: number): ExpressionNode => {
    const list: ExpressionNode[] = [];
    this.CONSUME(word.IN);
    this.CONSUME(t.LeftParen);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => list.push(this.SUBRULE(this.literal)) });
    this.CONSUME(t.RightParen);
    if (list.length > limits.sqlListItems.value) {
      throw syntaxError(`IN list has more than ${limits.sqlListItems.value} items`);
    }
    return Object.freeze({ kind: 'in', operand, list, query: null, negated: false, span: this.span(start) });
  });
}
