import type { ParserMethod } from 'chevrotain';
import type { ExpressionNode, FrameBound, FrameNode, OrderNode, WindowNode } from '../ast/index.ts';
import { AtomParser } from './atomParser.ts';
import { keyword } from './keywords.ts';
import * as t from './tokens.ts';

type Rule<T> = ParserMethod<[], T>;

/** What follows a call: FILTER, OVER; and ORDER BY, which windows share with queries. */
export abstract class WindowParser extends AtomParser {
  /** `FILTER(WHERE condition)`. */
  readonly filterClause: Rule<ExpressionNode> = this.RULE('filterClause', () => {
    this.CONSUME(keyword.Filter);
    this.CONSUME(t.LeftParen);
    this.CONSUME(keyword.Where);
    const condition = this.SUBRULE(this.expression);
    this.CONSUME(t.RightParen);
    return condition;
  });

  readonly window: Rule<WindowNode> = this.RULE('window', () => {
    const partitionBy: ExpressionNode[] = [];
    let orderBy: readonly OrderNode[] = [];
    let frame: FrameNode | null = null;
    this.CONSUME(keyword.Over);
    this.CONSUME(t.LeftParen);
    this.OPTION(() => {
      this.CONSUME(keyword.Partition);
      this.CONSUME(keyword.By);
      this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => partitionBy.push(this.SUBRULE(this.expression)) });
    });
    this.OPTION1(() => {
      orderBy = this.SUBRULE(this.orderBy);
    });
    this.OPTION2(() => {
      frame = this.SUBRULE(this.frame);
    });
    this.CONSUME(t.RightParen);
    return Object.freeze({ partitionBy, orderBy, frame });
  });

  readonly frame: Rule<FrameNode> = this.RULE('frame', () => {
    const unit = this.OR([
      { ALT: () => this.after(this.CONSUME(keyword.Rows), 'rows' as const) },
      { ALT: () => this.after(this.CONSUME(keyword.Range), 'range' as const) },
    ]);
    const current: FrameBound = { kind: 'currentRow', offset: null };
    return this.OR1([
      {
        ALT: () => {
          this.CONSUME(keyword.Between);
          const start = this.SUBRULE(this.frameBound);
          this.CONSUME(keyword.And);
          return Object.freeze({ unit, start, end: this.SUBRULE1(this.frameBound) });
        },
      },
      { ALT: () => Object.freeze({ unit, start: this.SUBRULE2(this.frameBound), end: current }) },
    ]);
  });

  readonly frameBound: Rule<FrameBound> = this.RULE('frameBound', () =>
    this.OR({
      DEF: [
        {
          ALT: (): FrameBound => {
            this.CONSUME(keyword.Current);
            this.CONSUME(keyword.Row);
            return { kind: 'currentRow', offset: null };
          },
        },
        {
          ALT: (): FrameBound => {
            this.CONSUME(keyword.Unbounded);
            return this.OR1([
              { ALT: () => this.after(this.CONSUME(keyword.Preceding), bound('unboundedPreceding', null)) },
              { ALT: () => this.after(this.CONSUME(keyword.Following), bound('unboundedFollowing', null)) },
            ]);
          },
        },
        {
          ALT: (): FrameBound => {
            const offset = this.SUBRULE(this.number);
            return this.OR2([
              { ALT: () => this.after(this.CONSUME1(keyword.Preceding), bound('preceding', offset)) },
              { ALT: () => this.after(this.CONSUME1(keyword.Following), bound('following', offset)) },
            ]);
          },
        },
      ],
    }),
  );

  /** `ORDER BY a DESC NULLS LAST, …`. */
  readonly orderBy: Rule<OrderNode[]> = this.RULE('orderBy', () => {
    const orders: OrderNode[] = [];
    this.CONSUME(keyword.Order);
    this.CONSUME(keyword.By);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => orders.push(this.SUBRULE(this.orderItem)) });
    return orders;
  });

  readonly orderItem: Rule<OrderNode> = this.RULE('orderItem', () => {
    const expression = this.SUBRULE(this.expression);
    let direction: OrderNode['direction'] = 'asc';
    let nulls: OrderNode['nulls'] = null;
    this.OPTION(() => {
      direction = this.OR([
        { ALT: () => this.after(this.CONSUME(keyword.Asc), 'asc' as const) },
        { ALT: () => this.after(this.CONSUME(keyword.Desc), 'desc' as const) },
      ]);
    });
    this.OPTION1(() => {
      this.CONSUME(keyword.Nulls);
      nulls = this.OR1([
        { ALT: () => this.after(this.CONSUME(keyword.First), 'first' as const) },
        { ALT: () => this.after(this.CONSUME(keyword.Last), 'last' as const) },
      ]);
    });
    return Object.freeze({ expression, direction, nulls });
  });
}

function bound(kind: FrameBound['kind'], offset: ExpressionNode | null): FrameBound {
  return { kind, offset };
}
