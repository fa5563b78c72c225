import type { ParserMethod } from 'chevrotain';
import type {
  BinaryNode,
  BinaryOperator,
  CallNode,
  CaseNode,
  ComparisonNode,
  ComparisonOperator,
  ExpressionNode,
  IntervalNode,
  IsNullNode,
  QuantifiedNode,
} from '../ast/index.ts';
import { CallParser } from './callParser.ts';
import { keyword } from './keywords.ts';
import { literal } from './literals.ts';
import { parserError } from './messages.ts';
import { checkChain } from './nesting.ts';
import { plainCall } from './plainCall.ts';
import * as t from './tokens.ts';

type Rule<T> = ParserMethod<[], T>;
type Comparison = ComparisonNode | QuantifiedNode;

/** Operators, from the highest precedence down to OR. */
export abstract class ExpressionParser extends CallParser {
  readonly atom: Rule<ExpressionNode> = this.RULE('atom', () =>
    this.OR<ExpressionNode>({
      DEF: [
        { ALT: () => this.SUBRULE(this.adjacentTexts), GATE: () => this.isAdjacentTexts() },
        { ALT: () => this.SUBRULE(this.bareQuery), GATE: () => this.reading === 'legacy' },
        { ALT: () => this.SUBRULE(this.constant) },
        { ALT: () => this.SUBRULE(this.negation) },
        { ALT: () => this.SUBRULE(this.braceConstant), GATE: () => !this.is(3, t.LeftParen) },
        { ALT: () => this.SUBRULE(this.braceFunction) },
        { ALT: () => this.SUBRULE(this.parenthesized) },
        { ALT: () => this.SUBRULE(this.exists) },
        { ALT: () => this.SUBRULE(this.caseExpression) },
        { ALT: () => this.SUBRULE(this.cast) },
        { ALT: () => this.SUBRULE(this.extract) },
        { ALT: () => this.SUBRULE(this.position) },
        { ALT: () => this.SUBRULE(this.call) },
        { ALT: () => this.SUBRULE(this.interval), GATE: () => this.startsInterval() },
        { ALT: () => this.SUBRULE(this.column) },
        { ALT: () => this.SUBRULE(this.starColumn), GATE: () => this.reading === 'legacy' },
      ],
      IGNORE_AMBIGUITIES: true,
    }),
  );

  /** `'a' 'b'` is CONCAT('a', 'b') in the legacy engine. */
  readonly adjacentTexts: Rule<CallNode> = this.RULE('adjacentTexts', () => {
    const start = this.start();
    const texts: ExpressionNode[] = [];
    this.AT_LEAST_ONE(() => {
      const place = this.start();
      const text = this.SUBRULE(this.stringText);
      texts.push(literal('string', text, this.span(place)));
    });
    return plainCall('CONCAT', texts, this.span(start));
  });

  protected isAdjacentTexts(): boolean {
    const isSecond = this.is(2, t.SingleQuoted, t.DoubleQuoted);
    return this.reading === 'legacy' && this.is(1, t.SingleQuoted) && isSecond;
  }

  /** A query without parentheses, as an operand of the legacy engine. */
  readonly bareQuery: Rule<ExpressionNode> = this.RULE('bareQuery', () => {
    const start = this.start();
    const query = this.SUBRULE(this.query);
    return Object.freeze({ kind: 'subquery', query, span: this.span(start) });
  });

  /** The legacy engine looks for a column named `*`. */
  readonly starColumn: Rule<ExpressionNode> = this.RULE('starColumn', () => {
    const start = this.start();
    const { image } = this.CONSUME(t.Star);
    return Object.freeze({ kind: 'column', parts: [image], quoted: false, span: this.span(start) });
  });

  /** Distinguishes `INTERVAL 1 DAY` from a column named interval. */
  protected startsInterval(): boolean {
    const value = [t.Integer, t.Real, t.SingleQuoted, keyword.True, keyword.False, keyword.Null];
    const amount = [...value, t.LeftParen, t.Name, t.QuotedIdentifier, t.Minus];
    return this.is(1, keyword.Interval) && this.is(2, ...amount);
  }

  readonly negation: Rule<ExpressionNode> = this.RULE('negation', () => {
    const start = this.start();
    const sign = this.OR([{ ALT: () => this.CONSUME(t.Minus) }, { ALT: () => this.CONSUME(t.Plus) }]);
    const operand = this.SUBRULE(this.atom);
    if (sign.tokenType === t.Plus) return operand;
    return Object.freeze({ kind: 'negate', operand, span: this.span(start) });
  });

  readonly parenthesized: Rule<ExpressionNode> = this.RULE('parenthesized', () => {
    const start = this.start();
    this.CONSUME(t.LeftParen);
    const inner = this.OR<ExpressionNode>([
      {
        GATE: () => this.is(1, keyword.Select),
        ALT: () => {
          const query = this.SUBRULE(this.query);
          return Object.freeze({ kind: 'subquery', query, span: this.span(start) });
        },
      },
      { ALT: () => this.SUBRULE(this.rowOrExpression) },
    ]);
    this.CONSUME(t.RightParen);
    return inner;
  });

  readonly rowOrExpression: Rule<ExpressionNode> = this.RULE('rowOrExpression', () => {
    const start = this.start();
    const items = [this.SUBRULE(this.expression)];
    this.MANY(() => {
      this.CONSUME(t.Comma);
      items.push(this.SUBRULE1(this.expression));
    });
    return items.length === 1 ? items[0] : Object.freeze({ kind: 'row', items, span: this.span(start) });
  });

  readonly exists: Rule<ExpressionNode> = this.RULE('exists', () => {
    const start = this.start();
    this.CONSUME(keyword.Exists);
    this.CONSUME(t.LeftParen);
    const query = this.SUBRULE(this.query);
    this.CONSUME(t.RightParen);
    return Object.freeze({ kind: 'exists', query, span: this.span(start) });
  });

  readonly interval: Rule<IntervalNode> = this.RULE('interval', () => {
    const start = this.start();
    this.CONSUME(keyword.Interval);
    const amount = this.SUBRULE(this.expression);
    const unit = this.CONSUME(t.Name).image.toUpperCase();
    return Object.freeze({ kind: 'interval', amount, unit, span: this.span(start) });
  });

  readonly caseExpression: Rule<CaseNode> = this.RULE('caseExpression', () => {
    const start = this.start();
    const branches: { when: ExpressionNode; then: ExpressionNode }[] = [];
    let operand: ExpressionNode | null = null;
    let otherwise: ExpressionNode | null = null;
    this.CONSUME(keyword.Case);
    this.OPTION(() => {
      operand = this.SUBRULE(this.expression);
    });
    this.AT_LEAST_ONE(() => {
      this.CONSUME(keyword.When);
      const when = this.SUBRULE1(this.expression);
      this.CONSUME(keyword.Then);
      branches.push({ when, then: this.SUBRULE2(this.expression) });
    });
    this.OPTION1(() => {
      this.CONSUME(keyword.Else);
      otherwise = this.SUBRULE3(this.expression);
    });
    this.CONSUME(keyword.End);
    return Object.freeze({ kind: 'case', operand, branches, otherwise, span: this.span(start) });
  });

  /** `a div`: DIV or MOD without an operand after it is a name. */
  protected namesColumn(): boolean {
    const operand = [t.Integer, t.Real, t.LeftParen, t.Minus, t.Plus, t.Name, t.QuotedIdentifier];
    const isOperand = this.is(2, ...operand, keyword.Case, keyword.Cast, keyword.Null);
    return this.is(1, keyword.Div, keyword.Mod) && !isOperand;
  }

  readonly term: Rule<ExpressionNode> = this.RULE('term', () => {
    const start = this.start();
    let left = this.SUBRULE(this.atom);
    let length = 0;
    this.MANY({
      GATE: () => !this.namesColumn(),
      DEF: () => {
        const operator = this.OR([
          { ALT: () => this.CONSUME(t.Star) },
          { ALT: () => this.CONSUME(t.Slash) },
          { ALT: () => this.CONSUME(t.Percent) },
          { ALT: () => this.CONSUME(keyword.Div) },
          { ALT: () => this.CONSUME(keyword.Mod) },
        ]);
        left = this.binary(start, operator.image, left, this.SUBRULE1(this.atom));
        checkChain(++length, parserError);
      },
    });
    return left;
  });

  readonly additive: Rule<ExpressionNode> = this.RULE('additive', () => {
    const start = this.start();
    let left = this.SUBRULE(this.term);
    let length = 0;
    this.MANY(() => {
      const operator = this.OR([
        { ALT: () => this.CONSUME(t.Plus) },
        { ALT: () => this.CONSUME(t.Minus) },
        { ALT: () => this.CONSUME(t.Bars) },
      ]);
      left = this.binary(start, operator.image, left, this.SUBRULE1(this.term));
      checkChain(++length, parserError);
    });
    return left;
  });

  protected binary(start: number, image: string, left: ExpressionNode, right: ExpressionNode): BinaryNode {
    const operator = this.ACTION(() => image.toUpperCase()) as BinaryOperator;
    return Object.freeze({ kind: 'binary', operator, left, right, span: this.span(start) });
  }

  readonly predicate: Rule<ExpressionNode> = this.RULE('predicate', () => {
    const start = this.start();
    let left = this.SUBRULE(this.additive);
    let length = 0;
    this.MANY(() => {
      left = this.OR([
        { ALT: () => this.SUBRULE(this.comparison, { ARGS: [left, start] }) },
        { ALT: () => this.SUBRULE(this.isTest, { ARGS: [left, start] }) },
        { ALT: () => this.SUBRULE(this.rangeTest, { ARGS: [left, start] }) },
      ]);
      checkChain(++length, parserError);
    });
    return left;
  });

  readonly comparison = this.RULE('comparison', (left: ExpressionNode, start: number): Comparison => {
    const token = this.OR([
      { ALT: () => this.CONSUME(t.Equal) },
      { ALT: () => this.CONSUME(t.NotEqual) },
      { ALT: () => this.CONSUME(t.LessGreater) },
      { ALT: () => this.CONSUME(t.LessOrEqual) },
      { ALT: () => this.CONSUME(t.GreaterOrEqual) },
      { ALT: () => this.CONSUME(t.Less) },
      { ALT: () => this.CONSUME(t.Greater) },
      { ALT: () => this.CONSUME(t.NullSafeEqual) },
    ]);
    const operator = token.image as ComparisonOperator;
    return this.OR1<Comparison>([
      {
        GATE: () => this.is(2, t.LeftParen) && this.is(3, keyword.Select, keyword.With),
        ALT: () => {
          const { quantifier, query } = this.SUBRULE(this.quantified);
          const span = this.span(start);
          return Object.freeze({ kind: 'quantified', operand: left, operator, quantifier, query, span });
        },
      },
      {
        ALT: () => {
          const right = this.SUBRULE(this.additive);
          return Object.freeze({ kind: 'comparison', operator, left, right, span: this.span(start) });
        },
      },
    ]);
  });

  readonly quantified: Rule<Pick<QuantifiedNode, 'quantifier' | 'query'>> = this.RULE('quantified', () => {
    const quantifier = this.OR<'any' | 'all'>([
      { ALT: () => this.after(this.CONSUME(keyword.All), 'all') },
      { ALT: () => this.after(this.CONSUME(keyword.Any), 'any') },
      { ALT: () => this.after(this.CONSUME(keyword.Some), 'any') },
    ]);
    this.CONSUME(t.LeftParen);
    const query = this.SUBRULE(this.query);
    this.CONSUME(t.RightParen);
    return { quantifier, query };
  });

  readonly isTest = this.RULE('isTest', (operand: ExpressionNode, start: number): IsNullNode => {
    this.CONSUME(keyword.Is);
    let negated = false;
    this.OPTION(() => {
      this.CONSUME(keyword.Not);
      negated = true;
    });
    const word = this.OR([
      { ALT: () => this.CONSUME(keyword.Null) },
      { ALT: () => this.CONSUME(keyword.Missing) },
      { ALT: () => this.CONSUME(keyword.True) },
      { ALT: () => this.CONSUME(keyword.False) },
    ]);
    const what = this.ACTION(() => word.image.toLowerCase()) as IsNullNode['what'];
    return Object.freeze({ kind: 'isNull', operand, negated, what, span: this.span(start) });
  });

  /** [NOT] BETWEEN, LIKE, REGEXP, IN. */
  readonly rangeTest = this.RULE('rangeTest', (operand: ExpressionNode, start: number): ExpressionNode => {
    let negated = false;
    this.OPTION(() => {
      this.CONSUME(keyword.Not);
      negated = true;
    });
    const tail = this.OR([
      {
        ALT: () => {
          this.CONSUME(keyword.Between);
          const low = this.SUBRULE(this.additive);
          this.CONSUME(keyword.And);
          return { kind: 'between' as const, low, high: this.SUBRULE1(this.additive) };
        },
      },
      {
        ALT: () => {
          this.CONSUME(keyword.Like);
          return { kind: 'like' as const, pattern: this.SUBRULE2(this.additive), regexp: false };
        },
      },
      {
        ALT: () => {
          this.CONSUME(keyword.Regexp);
          return { kind: 'like' as const, pattern: this.SUBRULE3(this.additive), regexp: true };
        },
      },
      { ALT: () => ({ kind: 'in' as const, ...this.SUBRULE(this.inTail) }) },
    ]);
    return Object.freeze({ ...tail, operand, negated, span: this.span(start) });
  });

  readonly not: Rule<ExpressionNode> = this.RULE('not', () =>
    this.OR<ExpressionNode>([
      {
        ALT: () => {
          const start = this.start();
          this.CONSUME(keyword.Not);
          const operand = this.SUBRULE(this.not);
          return Object.freeze({ kind: 'not', operand, span: this.span(start) });
        },
      },
      { ALT: () => this.SUBRULE(this.predicate) },
    ]),
  );

  readonly conjunction: Rule<ExpressionNode> = this.RULE('conjunction', () => {
    const start = this.start();
    const operands = [this.SUBRULE(this.not)];
    this.MANY(() => {
      this.CONSUME(keyword.And);
      operands.push(this.SUBRULE1(this.not));
    });
    if (operands.length === 1) return operands[0];
    return Object.freeze({ kind: 'and', operands, span: this.span(start) });
  });

  readonly expression: Rule<ExpressionNode> = this.RULE('expression', () => {
    const start = this.start();
    const operands = [this.SUBRULE(this.conjunction)];
    this.MANY(() => {
      this.CONSUME(keyword.Or);
      operands.push(this.SUBRULE1(this.conjunction));
    });
    if (operands.length === 1) return operands[0];
    return Object.freeze({ kind: 'or', operands, span: this.span(start) });
  });
}
