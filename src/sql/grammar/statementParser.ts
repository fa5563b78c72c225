import type { ParserMethod } from 'chevrotain';
import type { DeleteNode, DescribeTablesNode, ShowTablesNode, StatementNode } from '../ast/index.ts';
import { keyword } from './keywords.ts';
import { QueryParser } from './queryParser.ts';
import * as t from './tokens.ts';

type Rule<T> = ParserMethod<[], T>;

/** The complete grammar: queries, SHOW, DESCRIBE, DELETE. One instance parses every statement. */
export class StatementParser extends QueryParser {
  sql = '';

  constructor(validate = false) {
    super(validate);
    this.performSelfAnalysis();
  }

  readonly statement: Rule<StatementNode> = this.RULE('statement', () => {
    const statement = this.OR<StatementNode>([
      { ALT: () => this.SUBRULE(this.show) },
      { ALT: () => this.SUBRULE(this.describe) },
      { ALT: () => this.SUBRULE(this.delete) },
      { ALT: () => this.SUBRULE(this.query) },
    ]);
    this.OPTION(() => this.CONSUME(t.Semicolon));
    return statement;
  });

  readonly show: Rule<ShowTablesNode> = this.RULE('show', () => {
    this.CONSUME(keyword.Show);
    this.CONSUME(keyword.Tables);
    let pattern: string | null = null;
    this.OPTION(() => {
      pattern = this.SUBRULE(this.likePattern);
    });
    return Object.freeze({ kind: 'showTables', pattern, byWords: false });
  });

  readonly describe: Rule<DescribeTablesNode> = this.RULE('describe', () => {
    this.CONSUME(keyword.Describe);
    this.CONSUME(keyword.Tables);
    let pattern: string | null = null;
    let columnPattern: string | null = null;
    this.OPTION(() => {
      pattern = this.SUBRULE(this.likePattern);
      this.OPTION1(() => {
        this.CONSUME(keyword.Columns);
        columnPattern = this.SUBRULE1(this.likePattern);
      });
    });
    return Object.freeze({ kind: 'describeTables', pattern, columnPattern, byWords: false });
  });

  /** LIKE with a quoted pattern or, as in the documentation, a bare one: `'acc%'`, `acc%`. */
  readonly likePattern: Rule<string> = this.RULE('likePattern', () => {
    this.CONSUME(keyword.Like);
    return this.OR([
      { ALT: () => this.SUBRULE(this.stringText) },
      {
        ALT: () => {
          const parts = [this.SUBRULE(this.patternPart)];
          this.MANY({
            GATE: () => this.touches(),
            DEF: () => parts.push(this.SUBRULE1(this.patternPart)),
          });
          return parts.join('');
        },
      },
    ]);
  });

  readonly patternPart: Rule<string> = this.RULE('patternPart', () =>
    this.OR([{ ALT: () => this.CONSUME(t.Percent).image }, { ALT: () => this.SUBRULE(this.indexPart) }]),
  );

  readonly delete: Rule<DeleteNode> = this.RULE('delete', () => {
    this.CONSUME(keyword.Delete);
    this.OPTION3(() => this.CONSUME(keyword.From));
    const table = this.SUBRULE(this.table);
    let where: DeleteNode['where'] = null;
    this.OPTION(() => {
      this.CONSUME(keyword.Where);
      where = this.SUBRULE(this.expression);
    });
    let isTrimmed = false;
    this.OPTION1(() => {
      this.SUBRULE(this.orderBy);
      isTrimmed = true;
    });
    this.OPTION2(() => {
      this.SUBRULE(this.limit);
      isTrimmed = true;
    });
    return Object.freeze({ kind: 'delete', table, where, isTrimmed });
  });
}
