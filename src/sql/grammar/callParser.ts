import type { ParserMethod } from 'chevrotain';
import { limits } from '../../common/index.ts';
import type {
  CallNode,
  CastNode,
  ExpressionNode,
  FieldListNode,
  NamedArgument,
  QueryNode,
  WindowNode,
} from '../ast/index.ts';
import { keyword } from './keywords.ts';
import { parserError } from './messages.ts';
import { takesOptions } from './optionFunctions.ts';
import { plainCall } from './plainCall.ts';
import * as t from './tokens.ts';
import { WindowParser } from './windowParser.ts';

type Rule<T> = ParserMethod<[], T>;
type Argument = ExpressionNode;
type InTail = { list: ExpressionNode[] | null; query: QueryNode | null };

/** Everything followed by a parenthesis: calls, CAST, EXTRACT, POSITION, IN lists. */
export abstract class CallParser extends WindowParser {
  abstract readonly additive: Rule<ExpressionNode>;
  abstract readonly atom: Rule<ExpressionNode>;

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
    this.OR<Argument>({
      DEF: [
        {
          ALT: () => {
            const start = this.start();
            this.CONSUME(t.Star);
            return Object.freeze({ kind: 'star', qualifier: null, span: this.span(start) });
          },
        },
        { ALT: () => this.SUBRULE(this.fieldList) },
        { ALT: () => this.SUBRULE(this.expression) },
      ],
      IGNORE_AMBIGUITIES: true,
    }),
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

  /** `EXTRACT(DAY FROM x)`: parsed as a call with the part's name as its first argument. */
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

  readonly inTail: Rule<InTail> = this.RULE('inTail', () => {
    this.CONSUME(keyword.In);
    return this.OR<InTail>([
      { GATE: () => this.isBareIn(), ALT: () => ({ list: [this.SUBRULE(this.atom)], query: null }) },
      { ALT: () => this.SUBRULE(this.inList) },
    ]);
  });

  /** `a IN 3`, which the legacy engine reads as a list of one. */
  protected isBareIn(): boolean {
    return this.reading === 'legacy' && !this.is(1, t.LeftParen);
  }

  readonly inList: Rule<InTail> = this.RULE('inList', () => {
    this.CONSUME(t.LeftParen);
    const tail = this.OR<InTail>([
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
  });
}

function patternOf(column: ExpressionNode): string {
  if (column.kind === 'star') return `${column.qualifier}.*`;
  return column.kind === 'column' ? column.parts.join('.') : '';
}

/** `name = value` arguments are options in relevance and bucket functions, and conditions in all others. */
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
