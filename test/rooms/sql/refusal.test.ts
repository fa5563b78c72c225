import { describe, expect, it } from 'vitest';
import { bypasses, bypassOf } from '../../../src/sql/dialects/bypasses.ts';
import { v2Refusal, v2Refusals } from '../../../src/sql/dialects/v2/refusal.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';
import { parseCall, type StatementCall } from '../../../src/sql/protocol/index.ts';

/** Which of the original's two engines a statement goes to. */

function refusal(sql: string): string | null {
  return v2Refusal(parseStatement(sql).tree, sql);
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
    'SELECT `range`, year AS abs FROM t WHERE day > 1 GROUP BY left ORDER BY log10',
    'SELECT a AS `filter` FROM t',
    "SHOW TABLES LIKE 'a'",
    "SELECT a FROM t WHERE b = MATCHQUERY('x') AND MULTI_MATCH('query'='x', 'fields'='b')",
    "SELECT a FROM t WHERE QUERY('b:x') AND MATCH('b', c)",
  ])('%s', (sql) => {
    expect(refusal(sql)).toBeNull();
  });
});

describe('V2 leaves to the legacy engine', () => {
  it.each(v2Refusals)('$name: $example', ({ name, example }) => {
    expect(refusal(example)).toBe(name);
  });

  it.each([
    'SELECT a FROM t WHERE b && c',
    "SELECT a FROM t WHERE MATCH(UPPER(b), 'x')",
    "SELECT a FROM t WHERE MATCH(b, 'x', 5)",
    "SELECT a FROM t WHERE b = WILDCARD_QUERY('x*')",
    'SELECT a FROM t, s',
    'SELECT a FROM idx/type',
    'SELECT a || b FROM t',
    'SELECT cosh FROM t',
    'SELECT a boost FROM t',
    'SELECT 2*3 AS v',
    'SELECT PERCENTILES(a, 50) FROM t',
    'SELECT NOPE(1)',
    'SELECT a FROM (SELECT -b AS a FROM t) s',
    'SELECT SUM(a) FILTER(WHERE NOPE(b)) FROM t',
    'SELECT RANK() OVER (PARTITION BY -a ORDER BY b) FROM t',
    'SELECT ABS(-a) FROM t',
    'SELECT a FROM t GROUP BY -a',
    'SELECT a FROM t GROUP BY a HAVING -a > 1',
    'SELECT a FROM t ORDER BY -a',
  ])('%s', (sql) => {
    expect(refusal(sql)).not.toBeNull();
  });
});

describe('V2 is not asked', () => {
  const callOf = (body: object): StatementCall => {
    const parts = { sqlParameter: null, parameters: new Map(), contentType: 'application/json' };
    return parseCall({ operation: 'query', body: JSON.stringify(body), ...parts }, false) as StatementCall;
  };

  it.each(bypasses)('with $name', ({ name, example: { body, format = 'jdbc' } }) => {
    expect(bypassOf(callOf(body), format)).toBe(name);
  });

  it.each([{}, { fetch_size: 0 }, { parameters: [] }])('otherwise it is: %j', (members) => {
    expect(bypassOf(callOf({ query: 'SELECT a FROM t', ...members }), 'csv')).toBeNull();
  });
});
