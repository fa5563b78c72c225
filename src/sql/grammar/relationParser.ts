import type { ParserMethod } from 'chevrotain';
import { limits } from '../../common/index.ts';
import type { ExpressionNode, JoinNode, RelationNode, TableNode } from '../ast/index.ts';
import { ExpressionParser } from './expressionParser.ts';
import { keyword } from './keywords.ts';
import { unquote } from './literals.ts';
import { parserError } from './messages.ts';
import { isSchema } from './schemas.ts';
import * as t from './tokens.ts';

type Rule<T> = ParserMethod<[], T>;

/** Chains of joins and set operations are nested as deep as they are long. */
/** What follows FROM: index expressions, subqueries, joins. */
export abstract class RelationParser extends ExpressionParser {
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
              { ALT: () => this.SUBRULE(this.quotedAlias) },
            ]);
          },
        },
        { ALT: () => this.SUBRULE1(this.quotedAlias), GATE: () => this.reading === 'legacy' },
        { ALT: () => this.CONSUME(t.BareAlias).image },
        { ALT: () => this.CONSUME(t.QuotedIdentifier).image.slice(1, -1) },
      ]);
    });
    return alias;
  });

  /** The legacy engine keeps the quotes. */
  readonly quotedAlias: Rule<string> = this.RULE('quotedAlias', () => {
    const token = this.OR([
      { ALT: () => this.CONSUME(t.SingleQuoted) },
      { ALT: () => this.CONSUME(t.DoubleQuoted) },
    ]);
    return this.ACTION(() => (this.reading === 'legacy' ? token.image : unquote(token.image, this.reading)));
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
    let on: ExpressionNode | null = null;
    let using: JoinNode['using'] = null;
    this.OPTION1({
      GATE: () => !this.is(2, keyword.Cross),
      DEF: () => {
        this.CONSUME(keyword.Natural);
        using = 'natural';
      },
    });
    const saysInner = this.is(1, keyword.Inner);
    const type = this.SUBRULE(this.joinType);
    const right = this.SUBRULE(this.source);
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
    let alias: string | null = null;
    this.OPTION2({
      GATE: () => this.reading === 'legacy',
      DEF: () => {
        alias = this.SUBRULE(this.alias);
      },
    });
    const span = this.span(start);
    return Object.freeze({ kind: 'join', type, saysInner, left, right, on, using, alias, span });
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
    const isQuoted = this.is(1, t.QuotedIdentifier);
    const parts = this.SUBRULE(this.indexExpression);
    const alias = this.SUBRULE(this.alias);
    return this.ACTION(() => {
      const [first] = parts;
      const keepsQuotes = this.reading === 'legacy' && isQuoted && first.includes('.');
      const name = keepsQuotes ? ['`', first, '`', ...parts.slice(1)].join('') : parts.join('');
      const unqualified = hasSchema(parts) ? parts.slice(2).join('') : name;
      return Object.freeze({ kind: 'table', name, unqualified, alias, span: this.span(start) });
    });
  });

  /** `logs-2026.0*`, `idx/type`, `` `a,b` ``, `.hidden`: adjacent tokens without whitespace. */
  readonly indexExpression: Rule<string[]> = this.RULE('indexExpression', () => {
    const parts = [this.SUBRULE(this.indexPart)];
    this.MANY({
      GATE: () => this.touches(),
      DEF: () => parts.push(this.SUBRULE1(this.indexPart)),
    });
    return parts;
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
}

function hasSchema([schema, dot, ...rest]: readonly string[]): boolean {
  return dot === '.' && rest.length > 0 && isSchema(schema);
}

export function checkRelations(length: number): void {
  const { value } = limits.sqlRelations;
  if (length > value) throw parserError(`more than ${value} joins or set operations in a row`);
}
