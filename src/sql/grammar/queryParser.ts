import type { ParserMethod } from 'chevrotain';
import type {
  ExpressionNode,
  JoinNode,
  OrderNode,
  QueryNode,
  RelationNode,
  SelectItemNode,
  SelectNode,
  SetOperationNode,
  TableNode,
  WithNode,
} from '../ast/index.ts';
import { ExpressionParser } from './expressionParser.ts';
import { keyword } from './keywords.ts';
import { limitValue } from './limitValue.ts';
import { parserError } from './messages.ts';
import * as t from './tokens.ts';

type Rule<T> = ParserMethod<[], T>;
type Tail = Pick<SelectNode, 'orderBy' | 'limit' | 'offset'>;
type SetOperator = SetOperationNode['operator'];

/** Joins and set operations in a row nest as deep as they are many. */
const MAX_RELATIONS = 100;

/** SELECT with all its clauses, set operations, common table expressions. */
export abstract class QueryParser extends ExpressionParser {
  /** The statement's text: names of columns are slices of it. */
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
    this.MANY(() => hints.push(this.CONSUME(t.Hint).image.slice(3, -2).trim()));
    this.OPTION(() => {
      distinct = this.OR([
        { ALT: () => this.after(this.CONSUME(keyword.All), false) },
        { ALT: () => this.after(this.CONSUME(keyword.Distinct), true) },
      ]);
    });
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => items.push(this.SUBRULE(this.selectItem)) });
    this.OPTION1(() => {
      this.CONSUME(keyword.From);
      from = this.SUBRULE(this.relation);
    });
    const clauses = this.SUBRULE(this.filterClauses);
    const none = { orderBy: [], limit: null, offset: 0 };
    return Object.freeze({
      kind: 'select',
      ...{ distinct, items, from, ...clauses, ...none, hints },
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

  /** `AS name`, `AS 'name'`, a bare name; null when there is none. */
  readonly alias: Rule<string | null> = this.RULE('alias', () => {
    let alias: string | null = null;
    this.OPTION(() => {
      alias = this.OR([
        {
          ALT: () => {
            this.CONSUME(keyword.As);
            return this.OR1([
              { ALT: () => this.SUBRULE(this.name) },
              { ALT: () => this.SUBRULE(this.stringText) },
            ]);
          },
        },
        { ALT: () => this.CONSUME(t.BareAlias).image },
        { ALT: () => this.CONSUME(t.QuotedIdentifier).image.slice(1, -1) },
      ]);
    });
    return alias;
  });

  readonly relation: Rule<RelationNode> = this.RULE('relation', () => {
    const start = this.start();
    let left = this.SUBRULE(this.source);
    let length = 0;
    this.MANY(() => {
      left = this.SUBRULE(this.join, { ARGS: [left, start] });
      checkRelations(++length);
    });
    return left;
  });

  readonly join = this.RULE('join', (left: RelationNode, start: number): JoinNode => {
    const type = this.SUBRULE(this.joinType);
    const right = this.SUBRULE(this.source);
    let on: ExpressionNode | null = null;
    let using: string[] | null = null;
    this.OPTION(() =>
      this.OR([
        {
          ALT: () => {
            this.CONSUME(keyword.On);
            on = this.SUBRULE(this.expression);
          },
        },
        {
          ALT: () => {
            const columns: string[] = [];
            this.CONSUME(keyword.Using);
            this.CONSUME(t.LeftParen);
            this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => columns.push(this.SUBRULE(this.name)) });
            this.CONSUME(t.RightParen);
            using = columns;
          },
        },
      ]),
    );
    return Object.freeze({ kind: 'join', type, left, right, on, using, span: this.span(start) });
  });

  readonly joinType: Rule<JoinNode['type']> = this.RULE('joinType', () => {
    const outer = (type: JoinNode['type']): JoinNode['type'] => {
      this.OPTION(() => this.CONSUME(keyword.Outer));
      this.CONSUME(keyword.Join);
      return type;
    };
    return this.OR<JoinNode['type']>([
      { ALT: () => this.after(this.CONSUME(t.Comma), 'comma') },
      { ALT: () => this.after(this.CONSUME1(keyword.Join), 'inner') },
      { ALT: () => this.after([this.CONSUME(keyword.Inner), this.CONSUME2(keyword.Join)], 'inner') },
      { ALT: () => this.after([this.CONSUME(keyword.Cross), this.CONSUME3(keyword.Join)], 'cross') },
      {
        ALT: () => {
          const side = this.OR1<JoinNode['type']>([
            { ALT: () => this.after(this.CONSUME(keyword.Left), 'left') },
            { ALT: () => this.after(this.CONSUME(keyword.Right), 'right') },
            { ALT: () => this.after(this.CONSUME(keyword.Full), 'full') },
          ]);
          return outer(side);
        },
      },
    ]);
  });

  readonly source: Rule<RelationNode> = this.RULE('source', () =>
    this.OR<RelationNode>([
      {
        ALT: () => {
          const start = this.start();
          this.CONSUME(t.LeftParen);
          const query = this.SUBRULE(this.query);
          this.CONSUME(t.RightParen);
          const alias = this.SUBRULE(this.alias);
          return Object.freeze({ kind: 'derived', query, alias, span: this.span(start) });
        },
      },
      { ALT: () => this.SUBRULE(this.table) },
    ]),
  );

  readonly table: Rule<TableNode> = this.RULE('table', () => {
    const start = this.start();
    const name = this.SUBRULE(this.indexExpression);
    const alias = this.SUBRULE(this.alias);
    return Object.freeze({ kind: 'table', name, alias, span: this.span(start) });
  });

  /** `logs-2026.0*`, `idx/type`, `` `a,b` ``, `.hidden`: tokens that touch each other. */
  readonly indexExpression: Rule<string> = this.RULE('indexExpression', () => {
    const parts = [this.SUBRULE(this.indexPart)];
    this.MANY({
      GATE: () => this.touches(),
      DEF: () => parts.push(this.SUBRULE1(this.indexPart)),
    });
    return parts.join('');
  });

  readonly indexPart: Rule<string> = this.RULE('indexPart', () =>
    this.OR([
      { ALT: () => this.SUBRULE(this.name) },
      { ALT: () => this.CONSUME(t.Star).image },
      { ALT: () => this.CONSUME(t.Dot).image },
      { ALT: () => this.CONSUME(t.Real).image },
      { ALT: () => this.CONSUME(t.Integer).image },
      { ALT: () => this.CONSUME(t.Minus).image },
      { ALT: () => this.CONSUME(t.Slash).image },
      { ALT: () => this.CONSUME(t.Colon).image },
    ]),
  );

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

  readonly limitNumber: Rule<number> = this.RULE('limitNumber', () => {
    const token = this.OR([
      { ALT: () => this.CONSUME(t.Integer) },
      { ALT: () => this.CONSUME(t.Real) },
      { ALT: () => this.CONSUME(t.SingleQuoted) },
      { ALT: () => this.CONSUME(t.DoubleQuoted) },
    ]);
    return this.ACTION(() => limitValue(token.image));
  });
}

function checkRelations(length: number): void {
  if (length > MAX_RELATIONS)
    throw parserError(`more than ${MAX_RELATIONS} joins or set operations in a row`);
}

/** ORDER BY and LIMIT behind the last SELECT belong to the whole query. */
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
