import { describe, expect, it } from 'vitest';
import { v2Refusal } from '../../src/sql/dialects/v2/refusal.ts';
import { parseStatement } from '../../src/sql/grammar/index.ts';

/** Which of the original's two engines a statement goes to. */

function refusal(sql: string): string | null {
  return v2Refusal(parseStatement(sql), sql);
}

describe('V2 takes', () => {
  it.each([
    'SELECT 1',
    'SELECT * FROM t',
    'SELECT *, a FROM t',
    'SELECT t.a b FROM t LIMIT 1',
    'SELECT a FROM logs-*',
    'SELECT a FROM `logs-2026.01`',
    'SELECT a FROM .hidden',
    'SELECT a.b.c FROM t AS x',
    'SELECT COUNT(*), SUM(a) FILTER(WHERE b > 1) FROM t GROUP BY c',
    'SELECT COUNT(DISTINCT a) FROM t',
    'SELECT ROW_NUMBER() OVER (ORDER BY a) FROM t',
    "SELECT TIMESTAMPDIFF(DAY, a, b), EXTRACT(MONTH FROM a), GET_FORMAT(DATE, 'USA') FROM t",
    'SELECT nested(a.b), nested(a.c, a) FROM t',
    'SELECT a FROM (SELECT b AS a FROM t) s',
    "SELECT a FROM t WHERE MATCH(b, 'x', operator='AND')",
    'SELECT 7%3, 7.0/2, a * b FROM t',
    'SELECT `date`, `year` FROM t',
    "SHOW TABLES LIKE 'a'",
    "SELECT a FROM t WHERE b = MATCHQUERY('x') AND MULTI_MATCH('query'='x', 'fields'='b')",
    "SELECT a FROM t WHERE QUERY('b:x') AND MATCH('b', c)",
  ])('%s', (sql) => {
    expect(refusal(sql)).toBeNull();
  });
});

describe('V2 leaves to the legacy engine', () => {
  it.each([
    'SELECT t.* FROM t',
    'SELECT a FROM t FOR UPDATE',
    'SELECT a FROM t WHERE b && c',
    "SELECT TIMESTAMPADD(DAY_HOUR, 1, '2024-01-01')",
    'SELECT a FROM t WHERE MATCH(b)',
    "SELECT a FROM t WHERE MATCH(UPPER(b), 'x')",
    "SELECT a FROM t WHERE MATCH(b, 'x', 5)",
    "SELECT a FROM t WHERE b = WILDCARD_QUERY('x*')",
    'SELECT a, * FROM t',
    'SELECT a FROM logs-2026.01',
    'SELECT a FROM t, s',
    'SELECT a FROM t JOIN s ON t.i = s.i',
    'SELECT a FROM idx/type',
    'SELECT a FROM (SELECT b FROM t)',
    'SELECT a FROM t UNION SELECT a FROM s',
    'SELECT a FROM t WHERE b IN (SELECT c FROM s)',
    'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM s)',
    'SELECT -a FROM t',
    'SELECT a DIV 2 FROM t',
    'SELECT a || b FROM t',
    'SELECT a FROM t WHERE (a, b) = (1, 2)',
    'SELECT a FROM t WHERE a > ALL (SELECT b FROM s)',
    'SELECT 2*3 AS v',
    'SELECT SUM(DISTINCT a) FROM t',
    'SELECT PERCENTILES(a, 50) FROM t',
    'SELECT COALESCE(a, 1) FROM t',
    'SELECT NOPE(1)',
    'SELECT a FROM t WHERE a IS MISSING',
    'SELECT a FROM t WHERE nested(a.b) = 1',
    'SELECT nested(a.*) FROM t',
    'SELECT date FROM t',
    "SELECT a AS 'b' FROM t",
    'SELECT CAST(a AS VARCHAR) FROM t',
    'SELECT 1 WHERE 1 = 1',
    'DELETE FROM t',
  ])('%s', (sql) => {
    expect(refusal(sql)).not.toBeNull();
  });
});
