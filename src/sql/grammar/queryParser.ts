import type { ParserMethod } from 'chevrotain';
import { limits } from '../../common/index.ts';
import type {
  ExpressionNode,
  OrderNode,
  QueryNode,
  RelationNode,
  SelectItemNode,
  SelectNode,
  SetOperationNode,
  WithNode,
} from '../ast/index.ts';
import { keyword } from './keywords.ts';
import { limitOf, limitValue } from './limitValue.ts';
import { parserError } from './messages.ts';
import { checkRelations, RelationParser } from './relationParser.ts';
import * as t from './tokens.ts';

type Rule<T> = ParserMethod<[], T>;
type Tail = Pick<SelectNode, 'orderBy' | 'limit' | 'offset'>;
type SetOperator = SetOperationNode['operator'];

/** SELECT with all its clauses, set operations, common table expressions. */
export abstract class QueryParser extends RelationParser {
  /** The statement's text, since column names are slices of it. */
  protected abstract readonly sql: string;

  readonly query: Rule<QueryNode> = this.RULE('query', () => {
    const start = this.start();
    const tables: WithNode['tables'][number][] = [];
    this.OPTION({
      GATE: () => this.is(1, keyword.With),
      DEF: () => {
        this.CONSUME(keyword.With);
        this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => tables.push(this.SUBRULE(this.commonTable)) });
      },
    });
    const body = this.SUBRULE(this.setExpression);
    const tail = this.SUBRULE(this.tail);
    const query = this.ACTION(() => withTail(body, tail));
    if (tables.length === 0) return query;
    return Object.freeze({ kind: 'with', tables, body: query, span: this.span(start) });
  });

  readonly commonTable: Rule<WithNode['tables'][number]> = this.RULE('commonTable', () => {
    const name = this.SUBRULE(this.name);
    const columns: string[] = [];
    this.OPTION(() => {
      this.CONSUME(t.LeftParen);
      this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => columns.push(this.SUBRULE1(this.name)) });
      this.CONSUME(t.RightParen);
    });
    this.CONSUME(keyword.As);
    this.CONSUME1(t.LeftParen);
    const query = this.SUBRULE(this.query);
    this.CONSUME1(t.RightParen);
    return Object.freeze({ name, columns: columns.length === 0 ? null : columns, query });
  });

  readonly setExpression: Rule<QueryNode> = this.RULE('setExpression', () => {
    const start = this.start();
    let left = this.SUBRULE(this.setTerm);
    let length = 0;
    this.MANY(() => {
      const operator = this.SUBRULE(this.setOperator);
      const right = this.SUBRULE1(this.setTerm);
      const none = { orderBy: [], limit: null, offset: 0 };
      left = Object.freeze({ kind: 'setOperation', operator, left, right, ...none, span: this.span(start) });
      checkRelations(++length);
    });
    return left;
  });

  readonly setOperator: Rule<SetOperator> = this.RULE('setOperator', () =>
    this.OR<SetOperator>([
      {
        ALT: () => {
          this.CONSUME(keyword.Union);
          let all = false;
          this.OPTION(() => {
            all = this.OR1([
              { ALT: () => this.after(this.CONSUME(keyword.All), true) },
              { ALT: () => this.after(this.CONSUME(keyword.Distinct), false) },
            ]);
          });
          return all ? 'unionAll' : 'union';
        },
      },
      { ALT: () => this.after(this.CONSUME(keyword.Intersect), 'intersect') },
      { ALT: () => this.after(this.CONSUME(keyword.Except), 'minus') },
      { ALT: () => this.after(this.CONSUME(keyword.MinusWord), 'minus') },
    ]),
  );

  readonly setTerm: Rule<QueryNode> = this.RULE('setTerm', () =>
    this.OR<QueryNode>([
      { ALT: () => this.SUBRULE(this.select) },
      {
        ALT: () => {
          this.CONSUME(t.LeftParen);
          const query = this.SUBRULE(this.query);
          this.CONSUME(t.RightParen);
          return query;
        },
      },
    ]),
  );

  readonly select: Rule<SelectNode> = this.RULE('select', () => {
    const start = this.start();
    const hints: string[] = [];
    const items: SelectItemNode[] = [];
    let distinct = false;
    let from: RelationNode | null = null;
    this.CONSUME(keyword.Select);
    this.MANY(() => hints.push(this.CONSUME(t.Hint).image.slice(3, -2)));
    this.OPTION(() => {
      distinct = this.OR([
        { ALT: () => this.after(this.CONSUME(keyword.All), false) },
        { ALT: () => this.after(this.CONSUME(keyword.Distinct), true) },
      ]);
    });
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => items.push(this.SUBRULE(this.selectItem)) });
    checkColumns(items.length);
    this.OPTION1(() => {
      this.CONSUME(keyword.From);
      from = this.SUBRULE(this.relation);
    });
    const clauses = this.SUBRULE(this.filterClauses);
    const none = { orderBy: [], limit: null, offset: 0 };
    return Object.freeze({
      kind: 'select',
      ...{ distinct, items, from, ...clauses, ...none, hints, reading: this.reading },
      span: this.span(start),
    });
  });

  readonly filterClauses: Rule<Pick<SelectNode, 'where' | 'groupBy' | 'having'>> = this.RULE(
    'filterClauses',
    () => {
      let where: ExpressionNode | null = null;
      let having: ExpressionNode | null = null;
      const groupBy: ExpressionNode[] = [];
      this.OPTION(() => {
        this.CONSUME(keyword.Where);
        where = this.SUBRULE(this.expression);
      });
      this.OPTION1(() => {
        this.CONSUME(keyword.Group);
        this.CONSUME(keyword.By);
        this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => groupBy.push(this.SUBRULE1(this.expression)) });
      });
      this.OPTION2(() => {
        this.CONSUME(keyword.Having);
        having = this.SUBRULE2(this.expression);
      });
      return { where, groupBy, having };
    },
  );

  readonly selectItem: Rule<SelectItemNode> = this.RULE('selectItem', () => {
    const start = this.start();
    const expression = this.SUBRULE(this.argument);
    const { end } = this.span(start);
    const alias = this.SUBRULE(this.alias);
    return this.ACTION(() => Object.freeze({ expression, alias, text: this.sql.slice(start, end) }));
  });

  readonly tail: Rule<Tail> = this.RULE('tail', () => {
    let orderBy: readonly OrderNode[] = [];
    let bounds: Pick<Tail, 'limit' | 'offset'> = { limit: null, offset: 0 };
    this.OPTION(() => {
      orderBy = this.SUBRULE(this.orderBy);
    });
    this.OPTION1(() => {
      bounds = this.SUBRULE(this.limit);
    });
    return { orderBy, ...bounds };
  });

  /** `LIMIT n`, `LIMIT offset, n`, `LIMIT n OFFSET offset`. */
  readonly limit: Rule<Pick<Tail, 'limit' | 'offset'>> = this.RULE('limit', () => {
    this.CONSUME(keyword.Limit);
    let limit = this.SUBRULE(this.limitNumber);
    let offset = 0;
    this.OPTION(() =>
      this.OR([
        {
          ALT: () => {
            this.CONSUME(t.Comma);
            offset = limit;
            limit = this.SUBRULE1(this.limitNumber);
          },
        },
        {
          ALT: () => {
            this.CONSUME(keyword.Offset);
            offset = this.SUBRULE2(this.limitNumber);
          },
        },
      ]),
    );
    return { limit, offset };
  });

  /** A number; in the legacy engine anything that prints as one. */
  readonly limitNumber: Rule<number> = this.RULE('limitNumber', () =>
    this.OR<number>([
      {
        GATE: () => this.reading === 'both',
        ALT: () => {
          const token = this.OR1([
            { ALT: () => this.CONSUME(t.Integer) },
            { ALT: () => this.CONSUME(t.Real) },
          ]);
          return this.ACTION(() => limitValue(token.image));
        },
      },
      {
        GATE: () => this.reading === 'legacy',
        ALT: () => {
          const start = this.start();
          const read = this.SUBRULE(this.expression);
          const { end } = this.span(start);
          return this.ACTION(() => limitOf(read, this.sql.slice(start, end)));
        },
      },
    ]),
  );
}

/** ORDER BY and LIMIT after the last SELECT apply to the whole query. */
function withTail(body: QueryNode, tail: Tail): QueryNode {
  if (tail.orderBy.length === 0 && tail.limit === null) return body;
  switch (body.kind) {
    case 'select':
    case 'setOperation':
      return Object.freeze({ ...body, ...tail });
    case 'with':
      return Object.freeze({ ...body, body: withTail(body.body, tail) });
  }
}

function checkColumns(count: number): void {
  const { value } = limits.sqlColumns;
  if (count > value) throw parserError(`SELECT has more than ${value} items`);
}
