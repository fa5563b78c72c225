import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelationNode, SelectNode, StatementNode } from '../../../src/sql/ast/index.ts';
import { SqlError } from '../../../src/sql/errors.ts';
import { legacyReading, parseStatement } from '../../../src/sql/grammar/index.ts';
import { StatementParser } from '../../../src/sql/grammar/statementParser.ts';
import { order, show } from './support/showTree.ts';

function relation(node: RelationNode): string {
  if (node.kind === 'join') {
    const using = node.using === null ? '' : ` using ${node.using}`;
    const on = node.on === null ? using : ` on ${show(node.on)}`;
    return `(${node.type} ${relation(node.left)} ${relation(node.right)}${on})`;
  }
  const name = node.kind === 'table' ? node.name : `(${statement(node.query)})`;
  return node.alias === null ? name : `${name} as ${node.alias}`;
}

function statement(node: StatementNode): string {
  switch (node.kind) {
    case 'setOperation':
      return `(${node.operator} ${statement(node.left)} ${statement(node.right)})`;
    case 'with':
      return `with ${node.tables.map(({ name, query }) => `${name} (${statement(query)})`).join()} ${statement(node.body)}`;
    case 'showTables':
      return `show ${node.pattern}`;
    case 'describeTables':
      return `describe ${node.pattern} ${node.columnPattern}`;
    case 'delete':
      return `delete ${relation(node.table)}${node.where === null ? '' : ` where ${show(node.where)}`}`;
    case 'select':
      return select(node);
  }
}

function select(node: SelectNode): string {
  const items = node.items.map(
    ({ expression, alias }) => show(expression) + (alias === null ? '' : `~${alias}`),
  );
  return [
    node.distinct ? 'distinct ' : '',
    items.join(', '),
    node.from === null ? '' : ` from ${relation(node.from)}`,
    node.where === null ? '' : ` where ${show(node.where)}`,
    node.groupBy.length === 0 ? '' : ` group ${node.groupBy.map(show).join(' ')}`,
    node.having === null ? '' : ` having ${show(node.having)}`,
    node.orderBy.length === 0 ? '' : ` order ${order(node.orderBy).join(', ')}`,
    node.limit === null ? '' : ` limit ${node.offset},${node.limit}`,
  ].join('');
}

describe('expressions', () => {
  it.each([
    ['1 + 2 * 3 - 4', '(- (+ 1 (* 2 3)) 4)'],
    ['a - 2 - 1', '(- (- a 2) 1)'],
    ['(1+2)*3', '(* (+ 1 2) 3)'],
    ['-5 + 3', '(+ -5 3)'],
    ['-age', '(- age)'],
    ['10 -2', '(- 10 2)'],
    ['a-b', 'a-b'],
    ['NOT a = 1 AND b OR c', '(or (and (not (= a 1)) b) c)'],
    ['a AND b AND c', '(and a b c)'],
    ['a BETWEEN 1 AND 2 AND b', '(and (between a 1 2) b)'],
    ['a NOT IN (1, 2)', '(not in a 1 2)'],
    ["a NOT LIKE 'x%'", '(not like a x%)'],
    ['a IS NOT NULL', '(is not null a)'],
    ['a <=> NULL', '(<=> a null)'],
    ['a DIV 2 + b mod 3', '(+ (DIV a 2) (MOD b 3))'],
    ["a + 1 || 'x'", '(|| (+ a 1) x)'],
    ['(a, 1) IN ((b, 2), (3, 4))', '(in (row a 1) (row b 2) (row 3 4))'],
    ['a >= ALL (SELECT b FROM s)', '(>= all a)'],
    ['a = SOME (SELECT b FROM s)', '(= any a)'],
    ['2147483647', '2147483647'],
    ['2147483648', '2147483648L'],
    ['9007199254740993', '9007199254740993L'],
    ['1.5e3', '1500'],
    ['.5', '0.5'],
    ["'it''s \\'so\\''", "it's \\'so\\'"],
    ["'100\\%'", '100\\%'],
    ['"a ""b"""', 'a "b"'],
    ["DATE '2020-01-02'", '2020-01-02'],
    ["{ts '2020-01-02 03:04:05'}", '2020-01-02 03:04:05'],
    ['{fn ABS(1)}', 'ABS(1)'],
    ['INTERVAL 1 DAY', '(interval 1 DAY)'],
    ['CASE WHEN a THEN 1 ELSE 2 END', '(case a?1 :2)'],
    ['CASE a WHEN 1 THEN 2 END', '(case a 1?2)'],
    ['CAST(a AS LONG)', '(cast a LONG)'],
    ["POSITION('a' IN b)", 'POSITION(a b)'],
    ['EXTRACT(DAY FROM d)', 'EXTRACT(DAY d)'],
    ['COUNT(DISTINCT a)', 'COUNT(distinct a)'],
    ['COUNT(*) FILTER(WHERE a > 1)', 'COUNT(*) filter (> a 1)'],
    ['SUM(a) OVER (PARTITION BY b ORDER BY c DESC)', 'SUM(a) over [b c desc]'],
    ["MATCH(a, 'x', operator='AND')", 'MATCH(a x operator=AND)'],
    ["MULTI_MATCH(['a'^2, b*, \"c\" 1.5], 'x')", 'MULTI_MATCH([a^2 b* c^1.5] x)'],
    ['IF(a = 1, b, c)', 'IF((= a 1) b c)'],
    ['nested(l.*)', 'nested(l.*)'],
    ['`a b`.c', 'a b.c'],
    ['LEFT(a, 2)', 'LEFT(a 2)'],
  ])('%s', (sql, expected) => {
    const node = parseStatement(`SELECT ${sql} FROM t`).tree as SelectNode;
    expect(show(node.items[0].expression)).toBe(expected);
  });
});

describe('statements', () => {
  it.each([
    ['select a b, c as `d e` from t;', 'a~b, c~d e from t'],
    [
      'SELECT DISTINCT a FROM t x WHERE b GROUP BY 1 HAVING c ORDER BY d DESC NULLS LAST, e LIMIT 5, 3',
      'distinct a from t as x where b group 1 having c order d desc nulls last, e limit 5,3',
    ],
    ['SELECT a FROM t LIMIT 3 OFFSET 5', 'a from t limit 5,3'],
    ['SELECT a FROM logs-2026.0*', 'a from logs-2026.0*'],
    ['SELECT a FROM logs-2026.01, logs-2026.02', 'a from (comma logs-2026.01 logs-2026.02)'],
    ['SELECT a FROM `x,y` AS z', 'a from x,y as z'],
    ['SELECT a FROM idx/type', 'a from idx/type'],
    ['SELECT l.a FROM t e, e.lines l', 'l.a from (comma t as e e.lines as l)'],
    [
      'SELECT a FROM x LEFT OUTER JOIN y ON x.i = y.i CROSS JOIN z',
      'a from (cross (left x y on (= x.i y.i)) z)',
    ],
    ['SELECT a FROM x JOIN y USING (i)', 'a from (inner x y using i)'],
    ['SELECT a FROM x NATURAL LEFT JOIN y', 'a from (left x y using natural)'],
    ['SELECT a div, b mod FROM t any', 'a~div, b~mod from t as any'],
    ['SELECT a FROM (SELECT b FROM t) AS s', 'a from (b from t) as s'],
    [
      'SELECT a FROM t UNION ALL SELECT b FROM s MINUS SELECT c FROM r',
      '(minus (unionAll a from t b from s) c from r)',
    ],
    ['WITH c AS (SELECT 1) SELECT * FROM c', 'with c (1) * from c'],
    ['SELECT a FROM t WHERE b IN (SELECT c FROM s)', 'a from t where (in b query)'],
    ['SHOW TABLES LIKE acc%', 'show acc%'],
    ["DESCRIBE TABLES LIKE 'a' COLUMNS LIKE '%n'", 'describe a %n'],
    ['DELETE FROM t WHERE a = 1', 'delete t where (= a 1)'],
    ['DELETE t WHERE a = 1 b c', 'delete t where (= a 1)'],
    ['DELETE FROM t ) WHERE a = 1', 'delete t'],
    ['SELECT a -- rest\nFROM /* no */ t # end', 'a from t'],
    ['SELECT /*! USE_NL */ a FROM t', 'a from t'],
    ['SELECT limit, t.in FROM t', 'limit, t.in from t'],
    ['SELECT order FROM t', 'order from t'],
    ['SELECT a /*! no hint */ FROM t', 'a from t'],
    ['SELECT a FROM default.t', 'a from default.t'],
    ['SELECT a FROM t WHERE b && c || d', 'a from t where (or (and b c) d)'],
    ['SELECT a "x" FROM t \'y\'', 'a~"x" from t as \'y\''],
    ['SELECT a FROM t LIMIT (2), +1', 'a from t limit 2,1'],
    ['SELECT a FROM t LIMIT -1', 'a from t limit 0,10'],
    ['SELECT a FROM t ORDER BY *, a', 'a from t order *, a'],
    ['SELECT a\u00a0FROM\u3000t', 'a from t'],
    ['SELECT a INTO b FROM t GROUP BY a WITH ROLLUP FOR UPDATE', 'a from t group a'],
    ['SELECT a FROM t LIMIT 1 LOCK IN SHARE MODE', 'a from t limit 0,1'],
    ['SELECT group, a FROM t WHERE group = 1', 'group, a from t where (= group 1)'],
    ['SELECT a, group FROM t', 'a, FROM from t'],
  ])('%s', (sql, expected) => {
    expect(statement(parseStatement(sql).tree)).toBe(expected);
  });

  it.each([
    ["SELECT 'it\\'s'", "it\\'s", "it's"],
    ["SELECT 'a\\\\b\\%'", 'a\\\\b\\%', 'a\\b%'],
    ['SELECT "a\\"b"', 'a\\"b', 'a"b'],
    ["SELECT a AS 'b' FROM t", 'a~b from t', "a~'b' from t"],
    ['SELECT a || b FROM t', '(|| a b) from t', '(or a b) from t'],
  ])('%s is another one for the legacy engine', (sql, both, legacy) => {
    const node = parseStatement(sql);
    expect(statement(node.tree)).toBe(both);
    expect(statement(legacyReading(node).tree)).toBe(legacy);
  });

  it('keeps the text and the span of columns', () => {
    const sql = 'SELECT  a  +  1 AS b FROM t';
    const node = parseStatement(sql).tree as SelectNode;
    expect(node.items[0].text).toBe('a  +  1');
    const { span } = node.items[0].expression;
    expect(sql.slice(span.start, span.end)).toBe('a  +  1');
  });
});

const NO_STATEMENT =
  'Cannot invoke "org.opensearch.sql.ast.statement.Statement.accept(org.opensearch.sql.ast.AbstractNodeVisitor, Object)" because "statement" is null';

describe('what is no SQL', () => {
  it.each([
    ['SELECT', 'EOFParserException', 'EOF'],
    [
      'SELEC 1',
      'SQLFeatureNotSupportedException',
      'Query must start with SELECT, DELETE, SHOW or DESCRIBE: SELEC 1',
    ],
    ['SELECT a FROM t WHERE b =', 'ParserException', 'EOF, b='],
    ['SELECT a FROM t WHERE (b = 1', 'ParserException', 'syntax error, expect RPAREN, actual EOF b'],
    ["SELECT 'unclosed", 'ParserException', 'unclosed str'],
    ['SELECT k, by FROM t', 'ParserException', 'ERROR. token : BY, pos : 12'],
    ["SELECT a FROM t LIMIT 'x'", 'NumberFormatException', `For input string: "'x'"`],
    ['SELECT a FROM t LIMIT 1 + b', 'NumberFormatException', 'For input string: "1 + b"'],
    ['/* no */ -- statement', 'NullPointerException', NO_STATEMENT],
    ['SELECT a FROM t LIMIT 99999999999', 'NumberFormatException', 'For input string: "99999999999"'],
    ['SELECT a ~ b', 'ParserException', 'Illegal SQL expression : SELECT a ~ b'],
    ['SELECT a " b', 'ParserException', 'Syntax error, token: ERROR a, pos: 12'],
    ['SELECT a b c FROM t', 'ParserException', 'Illegal SQL expression : SELECT a b c FROM t'],
    ['SELECT a FROM t WHERE t.b =', 'ParserException', 'EOF, t.b='],
    ['SELECT a FROM t WHERE b >', 'EOFParserException', 'EOF'],
    ['SELECT a FROM t ORDER a', 'ParserException', 'syntax error, expect BY, actual IDENTIFIER a'],
    [
      'SELECT a FROM t GROUP a, b',
      'ParserException',
      "syntax error, error in :'ROUP a, b',expect BY, actual IDENTIFIER a",
    ],
    [
      'SELECT CASE WHEN a 30 THEN 1 END FROM t',
      'ParserException',
      'syntax error, expect THEN, actual LITERAL_INT a',
    ],
    ['SELECT a FROM t WHERE f(b NOT 1)', 'ParserException', `${'TO'}DO LITERAL_INT`],
    [
      'SELECT a FROM t WHERE DATE 1',
      'ParserException',
      'Illegal SQL expression : SELECT a FROM t WHERE DATE 1',
    ],
  ])('%s', (sql, type, details) => {
    expect(() => parseStatement(sql)).toThrowError(expect.objectContaining({ type, details }));
  });

  it('is refused when it is nested or chained without end', () => {
    const hostile = [
      `SELECT ${'('.repeat(5000)}1`,
      `SELECT ${'NOT '.repeat(5000)}TRUE`,
      `SELECT ${'-'.repeat(200)} 1`,
      `SELECT ${'CASE WHEN '.repeat(500)}1`,
      `SELECT 1${' + 1'.repeat(5000)}`,
      `SELECT 1${' = 1'.repeat(5000)}`,
      `SELECT 1 IN (${Array.from({ length: 10_001 }, (_, i) => i).join()})`,
      `SELECT a FROM t${', t'.repeat(500)}`,
    ];
    for (const sql of hostile) expect(() => parseStatement(sql)).toThrowError(SqlError);
  });

  it('never crashes the parser', () => {
    const words =
      'SELECT,FROM,WHERE,a,b.c,`d`,*,(,),[,],{,},AND,OR,NOT,IN,LIKE,BETWEEN,CASE,WHEN,THEN,END,AS,BY'
        .split(',')
        .concat([
          '=',
          '<>',
          '+',
          '-',
          ',',
          "'s'",
          '"d"',
          '1',
          '2.5',
          'NULL',
          'GROUP',
          'ORDER',
          'LIMIT',
          'OVER',
          ';',
        ]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), (tokens) => {
        try {
          parseStatement(`SELECT ${tokens.join(' ')}`);
        } catch (error) {
          expect(error).toBeInstanceOf(SqlError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never crashes the lexer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        try {
          parseStatement(`SELECT ${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(SqlError);
        }
      }),
    );
  });
});

it('is a grammar without ambiguities', () => {
  expect(() => new StatementParser(true)).not.toThrow();
});
