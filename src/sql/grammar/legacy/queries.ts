import { SqlError } from '../../errors.ts';
import { parserError } from '../messages.ts';
import { ExpressionReader } from './expressions.ts';
import type { Read } from './tokenReader.ts';
import { aliasNames, bareAliasNames, LEFT_OPEN, trailingAliasNames } from './words.ts';

const SET_OPERATORS = ['EXCEPT', 'INTERSECT', 'MINUS'];
const MODIFIERS = [
  ...['HIGH_PRIORITY', 'STRAIGHT_JOIN', 'SQL_SMALL_RESULT', 'SQL_BIG_RESULT', 'SQL_BUFFER_RESULT'],
  ...['SQL_CACHE', 'SQL_NO_CACHE', 'SQL_CALC_FOUND_ROWS'],
];

/** Queries as parsed by the legacy engine. */
export class QueryReader extends ExpressionReader {
  private level = 0;
  private lacksFrom = false;
  /**
   * What is in FROM where the original expects a name, as it prints it: it looks for an index of that name.
   */
  strangeTable: string | null = null;
  /** Whether indices are joined: the original then looks for all of them before it searches. */
  isJoin = false;

  /**
   * Parses a query to the end of the text or throws SqlError. Returns whether it and all queries combined
   * with it have a FROM.
   */
  whole(): boolean {
    this.expression();
    if (this.token !== 'EOF') throw parserError(`Illegal SQL expression : ${this.scanner.sql}`);
    return !this.lacksFrom;
  }

  /** The end of what was read. */
  get end(): number {
    return this.scanner.endBefore;
  }

  /** What follows a DELETE is not checked. */
  delete(): void {
    this.accept('DELETE');
    this.takes('COMMENT');
    for (const word of ['LOW_PRIORITY', 'QUICK', 'IGNORE']) this.takesWord(word);
    if (this.token === 'IDENTIFIER') {
      this.tableSource();
      if (this.takes('FROM')) this.tableSource();
    } else if (this.takes('FROM')) {
      this.tableSource();
    } else {
      throw parserError('syntax error');
    }
    if (this.takesWord('USING')) this.tableSource();
    if (this.takes('WHERE')) this.expression();
    this.orderBy();
    this.limit();
  }

  /** Errors in clauses of a query quote the text around them; errors inside expressions do not. */
  private acceptClause(token: string): void {
    if (this.takes(token)) return;
    const { sql, mark, text } = this.scanner;
    const from = mark > 5 ? mark - 5 : mark;
    const around = sql.length > mark + 30 ? sql.slice(from, mark + 30) : sql.slice(from);
    throw parserError(`syntax error, error in :'${around}',expect ${token}, actual ${this.token} ${text}`);
  }

  protected override select(): void {
    this.level++;
    if (this.takes('WITH')) this.commonTables();
    this.block();
    this.orderBy();
    while (this.takes('HINT'));
    this.level--;
  }

  private commonTables(): void {
    this.takesWord('RECURSIVE');
    do {
      this.name();
      if (this.takes('LPAREN')) {
        do this.name();
        while (this.takes('COMMA'));
        this.acceptClause('RPAREN');
      }
      this.acceptClause('AS');
      this.acceptClause('LPAREN');
      this.deeper(() => this.select());
      this.acceptClause('RPAREN');
    } while (this.takes('COMMA'));
  }

  private block(): void {
    if (this.takes('LPAREN')) {
      this.deeper(() => this.block());
      this.acceptClause('RPAREN');
      this.setRest();
      return;
    }
    if (this.takes('SELECT')) this.selectList();
    if (this.takes('FROM')) this.tableSource();
    else if (this.level === 1) this.lacksFrom = true;
    if (this.takes('WHERE')) this.expression();
    this.grouping();
    this.orderBy();
    this.limit();
    if (this.token === 'PROCEDURE') {
      throw new SqlError('SqlFeatureNotImplementedException', 'Unsupported feature: PROCEDURE');
    }
    this.into();
    if (this.takes('FOR')) this.acceptClause('UPDATE');
    if (this.takes('LOCK')) {
      this.acceptClause('IN');
      this.acceptWord('SHARE');
      this.acceptWord('MODE');
    }
    this.setRest();
  }

  private selectList(): void {
    while (this.takes('HINT'));
    this.takes('COMMENT');
    if (!this.takes('DISTINCT') && !this.takesWord('DISTINCTROW')) this.takes('ALL');
    for (const word of MODIFIERS) this.takesWord(word);
    do {
      this.takesWord('CONNECT_BY_ROOT');
      this.expression();
      this.alias();
    } while (this.takes('COMMA'));
    this.into();
  }

  private into(): void {
    if (!this.takes('INTO')) return;
    if (this.takesWord('OUTFILE')) this.expression();
    else this.name();
  }

  private grouping(): void {
    if (this.takes('GROUP')) {
      this.acceptClause('BY');
      this.sortedItems();
      if (this.takes('WITH')) this.acceptWord('ROLLUP');
    }
    if (this.takes('HAVING')) this.expression();
  }

  protected override orderBy(): void {
    if (!this.takes('ORDER')) return;
    this.accept('BY');
    this.sortedItems();
  }

  private sortedItems(): void {
    do {
      this.expression();
      if (!this.takes('ASC')) this.takes('DESC');
    } while (this.takes('COMMA'));
  }

  private limit(): void {
    if (!this.takes('LIMIT')) return;
    this.expression();
    if (this.takes('COMMA') || this.takesWord('OFFSET')) this.expression();
  }

  private setRest(): void {
    if (this.takes('UNION')) {
      if (!this.takes('ALL')) this.takes('DISTINCT');
      this.block();
      for (;;) {
        this.limit();
        if (this.token !== 'ORDER') return;
        this.orderBy();
      }
    }
    if (SET_OPERATORS.some((operator) => this.takes(operator))) this.block();
  }

  private tableSource(): void {
    if (this.takes('LPAREN')) {
      if (this.token === 'SELECT' || this.token === 'WITH') {
        this.deeper(() => this.select());
        this.acceptClause('RPAREN');
        this.setRest();
      } else {
        this.deeper(() => this.tableSource());
        this.acceptClause('RPAREN');
      }
    } else if (this.token === 'SELECT') {
      throw parserError(LEFT_OPEN);
    } else if (['LITERAL_ALIAS', 'IDENTIFIED', 'LITERAL_CHARS'].includes(this.token)) {
      const { start } = this.scanner;
      this.name();
      this.names.push({ start, end: this.scanner.endBefore, isWhole: true });
    } else {
      this.tableExpression();
    }
    this.tableRest(true);
  }

  private tableExpression(): void {
    const { start, token } = this.scanner;
    const { kind, text } = this.expression();
    const isFlag = (token === 'TRUE' || token === 'FALSE') && kind === 'other';
    const image = isFlag ? `x${text.toUpperCase()}` : text;
    if (kind === 'number' || STRANGE_TABLE.test(image)) this.strangeTable ??= image;
    if (kind === 'name' || kind === 'call') return;
    this.names.push({ start, end: this.scanner.endBefore, isWhole: true, image });
  }

  private tableRest(mayBeNamed: boolean): void {
    if (this.isWord('USING')) return;
    if (this.takes('USE') || this.takesWord('IGNORE') || this.takesWord('FORCE')) this.indexHint();
    const isJoin =
      ['LEFT', 'RIGHT', 'FULL', 'OUTER'].includes(this.token) ||
      this.isWord('STRAIGHT_JOIN') ||
      this.isWord('CROSS');
    if (mayBeNamed && !isJoin && this.alias()) {
      this.tableRest(false);
      return;
    }
    const isList = this.token === 'COMMA';
    if (!this.joins()) return;
    if (!isList) this.isJoin = true;
    this.tableSource();
    if (this.takes('ON')) this.expression();
    else if (this.takesWord('USING')) this.joinColumns();
    this.tableRest(true);
  }

  private joins(): boolean {
    if (this.takes('LEFT') || this.takes('RIGHT') || this.takes('FULL')) {
      this.takes('OUTER');
      this.acceptClause('JOIN');
      return true;
    }
    if (this.takes('INNER')) {
      this.acceptClause('JOIN');
      return true;
    }
    if (this.takes('JOIN') || this.takes('COMMA') || this.takesWord('STRAIGHT_JOIN')) return true;
    if (this.takesWord('CROSS')) return this.takes('JOIN') || this.takesWord('APPLY');
    return this.takes('OUTER') && this.takesWord('APPLY');
  }

  private joinColumns(): void {
    if (!this.takes('LPAREN')) {
      this.expression();
      return;
    }
    this.list();
    this.acceptClause('RPAREN');
  }

  private indexHint(): void {
    if (!this.takes('INDEX')) this.acceptClause('KEY');
    if (this.takes('FOR') && !this.takes('JOIN')) {
      if (!this.takes('ORDER')) this.acceptClause('GROUP');
      this.acceptClause('BY');
    }
    this.acceptClause('LPAREN');
    if (!this.takes('PRIMARY')) this.list();
    this.acceptClause('RPAREN');
  }

  /** Parses an optional alias; returns whether there is one. */
  private alias(): boolean {
    const isAs = this.takes('AS');
    const isText = ['LITERAL_ALIAS', 'IDENTIFIER', 'LITERAL_CHARS'].includes(this.token);
    if (isAs && !isText && !aliasNames.has(this.token)) {
      if (this.token === 'LPAREN') return false;
      throw parserError(`Error : ${this.token}`);
    }
    if (isAs && !isText) return this.takenName(true) !== '';
    const isNamed = isText || bareAliasNames.has(this.token);
    if (isNamed && this.token.startsWith('LITERAL')) this.scanner.next();
    else if (isNamed) this.takenName(true);
    while (isAs && this.takes('DOT')) this.scanner.next();
    const isTrailing = !isAs && trailingAliasNames.has(this.token);
    if (isTrailing) this.takenName(true);
    return isNamed || isTrailing;
  }

  /** Calls with keywords between their arguments. */
  protected override specialCall(first: Read): Read | null {
    if (this.token !== 'LPAREN' || first.kind !== 'name') return null;
    const name = first.text.toUpperCase();
    const rest = SPECIAL.get(name);
    if (rest === undefined) return null;
    this.scanner.next();
    this[rest]();
    this.accept('RPAREN');
    return { kind: 'call', text: `${first.text}()` };
  }

  extract(): void {
    if (this.token !== 'IDENTIFIER') throw parserError(`Syntax error: ${this.token}`);
    this.unit();
    this.accept('FROM');
    this.expression();
  }

  substring(): void {
    do this.expression();
    while (this.takes('COMMA'));
    if (this.takes('FROM')) {
      this.expression();
      if (this.takes('FOR')) this.expression();
    } else if (this.token !== 'RPAREN') {
      throw parserError(`Syntax error: ${this.token}`);
    }
  }

  trim(): void {
    if (!this.takesWord('LEADING') && !this.takesWord('BOTH')) this.takesWord('TRAILING');
    this.expression();
    if (this.takes('FROM')) this.expression();
  }

  /** MySQL's MATCH … AGAINST; the V2 engine's MATCH never reaches this. */
  match(): void {
    this.list();
    this.accept('RPAREN');
    this.acceptWord('AGAINST');
    this.accept('LPAREN');
    this.expression();
  }

  convert(): void {
    this.list();
    if (!this.takesWord('USING')) return;
    if (this.token !== 'IDENTIFIER') throw parserError(`Syntax error: ${this.token}`);
    this.scanner.next();
  }

  position(): void {
    this.primary();
    this.accept('IN');
    this.expression();
  }
}

/** Numbers, NULL and booleans. */
const STRANGE_TABLE = /^(?:-?[\d.]+|null|xTRUE|xFALSE)$/i;

type Special = 'extract' | 'substring' | 'trim' | 'match' | 'convert' | 'position';

const SPECIAL: ReadonlyMap<string, Special> = new Map([
  ['EXTRACT', 'extract'],
  ['SUBSTRING', 'substring'],
  ['TRIM', 'trim'],
  ['MATCH', 'match'],
  ['CONVERT', 'convert'],
  ['POSITION', 'position'],
]);
