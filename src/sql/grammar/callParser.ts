import type { ParserMethod } from 'chevrotain';
import { limits } from '../../common/index.ts';
import type {
  CallNode,
  CastNode,
  ExpressionNode,
  FieldListNode,
  FrameBound,
  FrameNode,
  NamedArgument,
  OrderNode,
  QueryNode,
  WindowNode,
} from '../ast/index.ts';
import { AtomParser } from './atomParser.ts';
import { keyword } from './keywords.ts';
import { parserError } from './messages.ts';
import { takesOptions } from './optionFunctions.ts';
import * as t from './tokens.ts';

type Rule<T> = ParserMethod<[], T>;
type Argument = ExpressionNode;

/** Whatever is followed by a parenthesis: calls, CAST, EXTRACT, POSITION, windows, IN lists. */
export abstract class CallParser extends AtomParser {
  abstract readonly additive: Rule<ExpressionNode>;

  readonly call: Rule<CallNode> = this.RULE('call', () => {
    const start = this.start();
    const name = this.SUBRULE(this.name);
    const { args, distinct } = this.SUBRULE(this.callArguments);
    let filter: ExpressionNode | null = null;
    let over: WindowNode | null = null;
    this.OPTION({
      GATE: () => this.is(2, t.LeftParen),
      DEF: () => {
        filter = this.SUBRULE(this.filterClause);
      },
    });
    this.OPTION1({
      GATE: () => this.is(2, t.LeftParen),
      DEF: () => {
        over = this.SUBRULE(this.window);
      },
    });
    const split = this.ACTION(() => splitOptions(name, args));
    return Object.freeze({ kind: 'call', name, ...split, distinct, filter, over, span: this.span(start) });
  });

  readonly callArguments: Rule<{ args: Argument[]; distinct: boolean }> = this.RULE('callArguments', () => {
    const args: Argument[] = [];
    let distinct = false;
    this.CONSUME(t.LeftParen);
    this.OPTION(() => {
      this.CONSUME(keyword.Distinct);
      distinct = true;
    });
    this.MANY_SEP({ SEP: t.Comma, DEF: () => args.push(this.SUBRULE(this.argument)) });
    this.CONSUME(t.RightParen);
    return { args, distinct };
  });

  readonly argument: Rule<Argument> = this.RULE('argument', () =>
    this.OR<Argument>([
      {
        ALT: () => {
          const start = this.start();
          this.CONSUME(t.Star);
          return Object.freeze({ kind: 'star', qualifier: null, span: this.span(start) });
        },
      },
      { ALT: () => this.SUBRULE(this.fieldList) },
      { ALT: () => this.SUBRULE(this.expression) },
    ]),
  );

  /** `['a'^2, "b*" 1.5, c]`. */
  readonly fieldList: Rule<FieldListNode> = this.RULE('fieldList', () => {
    const start = this.start();
    const fields: { name: string; boost: number | null }[] = [];
    this.CONSUME(t.LeftBracket);
    this.AT_LEAST_ONE_SEP({
      SEP: t.Comma,
      DEF: () => {
        const name = this.SUBRULE(this.fieldPattern);
        let boost: number | null = null;
        this.OPTION(() => {
          this.OPTION1(() => this.CONSUME(t.Caret));
          const number = this.SUBRULE(this.number);
          boost = this.ACTION(() => Number(number.value));
        });
        fields.push({ name, boost });
      },
    });
    this.CONSUME(t.RightBracket);
    return Object.freeze({ kind: 'fieldList', fields, span: this.span(start) });
  });

  readonly fieldPattern: Rule<string> = this.RULE('fieldPattern', () =>
    this.OR([
      { ALT: () => this.SUBRULE(this.stringText) },
      {
        ALT: () => {
          const column = this.SUBRULE(this.column);
          return this.ACTION(() => patternOf(column));
        },
      },
      { ALT: () => this.CONSUME(t.Star).image },
    ]),
  );

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

  readonly cast: Rule<CastNode> = this.RULE('cast', () => {
    const start = this.start();
    this.CONSUME(keyword.Cast);
    this.CONSUME(t.LeftParen);
    const operand = this.SUBRULE(this.expression);
    this.CONSUME(keyword.As);
    const type = this.CONSUME(t.Name).image;
    this.CONSUME(t.RightParen);
    return Object.freeze({ kind: 'cast', operand, type, span: this.span(start) });
  });

  /** `EXTRACT(DAY FROM x)`: a call with the part's name as its first argument. */
  readonly extract: Rule<CallNode> = this.RULE('extract', () => {
    const start = this.start();
    const name = this.CONSUME(keyword.Extract).image;
    this.CONSUME(t.LeftParen);
    const part = this.SUBRULE(this.column);
    this.CONSUME(keyword.From);
    const from = this.SUBRULE(this.expression);
    this.CONSUME(t.RightParen);
    return plainCall(name, [part, from], this.span(start));
  });

  /** `POSITION('a' IN x)`. */
  readonly position: Rule<CallNode> = this.RULE('position', () => {
    const start = this.start();
    const name = this.CONSUME(keyword.Position).image;
    this.CONSUME(t.LeftParen);
    const part = this.SUBRULE(this.additive);
    this.OR([{ ALT: () => this.CONSUME(keyword.In) }, { ALT: () => this.CONSUME(t.Comma) }]);
    const text = this.SUBRULE1(this.additive);
    this.CONSUME(t.RightParen);
    return plainCall(name, [part, text], this.span(start));
  });

  /** ODBC's `{fn NAME(…)}`. */
  readonly braceFunction: Rule<CallNode> = this.RULE('braceFunction', () => {
    this.CONSUME(t.LeftBrace);
    this.CONSUME(t.Name);
    const call = this.SUBRULE(this.call);
    this.CONSUME(t.RightBrace);
    return call;
  });

  readonly inTail: Rule<{ list: ExpressionNode[] | null; query: QueryNode | null }> = this.RULE(
    'inTail',
    () => {
      this.CONSUME(keyword.In);
      this.CONSUME(t.LeftParen);
      const tail = this.OR<{ list: ExpressionNode[] | null; query: QueryNode | null }>([
        {
          GATE: () => this.is(1, keyword.Select),
          ALT: () => ({ list: null, query: this.SUBRULE(this.query) }),
        },
        {
          ALT: () => {
            const list: ExpressionNode[] = [];
            this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => list.push(this.SUBRULE(this.expression)) });
            if (list.length > limits.sqlListItems.value) {
              throw parserError(`IN list has more than ${limits.sqlListItems.value} items`);
            }
            return { list, query: null };
          },
        },
      ]);
      this.CONSUME(t.RightParen);
      return tail;
    },
  );
}

function patternOf(column: ExpressionNode): string {
  if (column.kind === 'star') return `${column.qualifier}.*`;
  return column.kind === 'column' ? column.parts.join('.') : '';
}

function bound(kind: FrameBound['kind'], offset: ExpressionNode | null): FrameBound {
  return { kind, offset };
}

function plainCall(name: string, args: readonly ExpressionNode[], span: CallNode['span']): CallNode {
  return Object.freeze({
    kind: 'call',
    name,
    args,
    options: [],
    distinct: false,
    filter: null,
    over: null,
    span,
  });
}

/** `name = value` arguments of relevance and bucket functions are options, of all others conditions. */
function splitOptions(
  name: string,
  args: readonly Argument[],
): { args: readonly ExpressionNode[]; options: readonly NamedArgument[] } {
  if (!takesOptions(name)) return { args, options: [] };
  const positional: ExpressionNode[] = [];
  const options: NamedArgument[] = [];
  for (const argument of args) {
    const option = asOption(argument);
    if (option === null) positional.push(argument);
    else options.push(option);
  }
  return { args: positional, options };
}

function asOption(argument: Argument): NamedArgument | null {
  if (argument?.kind !== 'comparison' || argument.operator !== '=') return null;
  const { left, right } = argument;
  if (left.kind === 'literal' && left.type === 'string') return { name: String(left.value), value: right };
  if (left.kind === 'column' && left.parts.length === 1) return { name: left.parts[0], value: right };
  return null;
}
