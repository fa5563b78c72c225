import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likeMatches, scalarFunctions } from '../../../src/sql/functions/index.ts';
import { compileRegexp } from '../../../src/sql/functions/regexp.ts';
import { roundHalfUp, truncateDecimal } from '../../../src/sql/functions/rounding.ts';
import {
  civilOf,
  dayOfYear,
  epochDayOf,
  isoDayOfWeek,
  parseStoredDate,
  parseTimestamp,
  plusMonths,
  SqlTimestamp,
} from '../../../src/sql/values/index.ts';
import { query } from './support/emptyEngine.ts';

describe('the examples of the function tables', () => {
  const examples = scalarFunctions.flatMap(({ examples: rows }) => rows);
  it.each(examples)('%s is %s', async (sql, value) => {
    const { rows } = await query(`SELECT ${sql}`);
    expect(String(rows[0][0])).toBe(value);
  });

  it('every function has a name in small letters, a sentence, an example, an overload', () => {
    for (const { names, doc, examples: rows, signatures } of scalarFunctions) {
      expect(names.join()).toBe(names.join().toLowerCase());
      expect(doc).toMatch(/\.\)?$/);
      expect(rows.length, names[0]).toBeGreaterThan(0);
      expect(signatures.length, names[0]).toBeGreaterThan(0);
    }
  });

  it('no two functions share a name', () => {
    const names = scalarFunctions.flatMap((fn) => fn.names);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('values and types', () => {
  it.each([
    ['2147483647 + 1', 'integer', -2147483648],
    ['-2147483648 - 1', 'integer', 2147483647],
    ['2147483647 * 2147483647', 'integer', 1],
    ['9223372036854775807 + 1', 'long', -9223372036854775808n],
    ['9007199254740993 * 1', 'long', 9007199254740993n],
    ['2147483648 * 2', 'long', 4294967296],
    ['-7 / 2', 'integer', -3],
    ['-7 % 5', 'integer', -2],
    ['7.0 / 0', 'double', null],
    ['1 = 1.5', 'boolean', true],
    ['1.5 = 1', 'boolean', false],
    ["'True' = true", 'boolean', true],
    ['NULL = NULL', 'boolean', null],
    ['NULL + 1', 'integer', null],
    ['CAST(3000000000 AS INT)', 'integer', -1294967296],
    ['CAST(3e9 AS INT)', 'integer', 2147483647],
    ["REPLACE('a.b', '.', '-')", 'keyword', '---'],
    ["REPLACE('aab', '(a+)', '[$1]')", 'keyword', '[aa]b'],
    ['TYPEOF(1, 2)', 'keyword', 'INTEGER'],
    ["CONV('ff', 16, 37)", 'keyword', '255'],
    ["CONV('ff', 16, -2)", 'keyword', '255'],
    ['CAST(1.0 AS STRING)', 'keyword', '1.0'],
    ['CAST(0.1 AS FLOAT)', 'float', 0.1],
    ['ROUND(-2.5)', 'double', -3],
    ['ABS(-2147483648)', 'integer', -2147483648],
    ["SUBSTRING('hello', 0)", 'keyword', ''],
    ["SUBSTRING('hello', -9)", 'keyword', ''],
    ["RIGHT('hello', 9)", 'keyword', 'hello'],
    ["LENGTH('é')", 'integer', 2],
    ["LOCATE('x', 'hello')", 'integer', 0],
    ["DATE_FORMAT('2020-08-26', '%j %U %u %V %v %w %x %D %%')", 'keyword', '239 34 35 34 35 3 2020 26th %'],
    ["DATE_ADD(DATE '2024-01-31', INTERVAL 1 MONTH)", 'datetime', '2024-02-29 00:00:00'],
    ["TIMESTAMPDIFF(MONTH, '2024-01-31 00:00:00', '2024-02-29 00:00:00')", 'datetime', 0],
    ["TIMESTAMPDIFF(YEAR, '2024-03-01 00:00:00', '2020-02-28 00:00:00')", 'datetime', -4],
    ["WEEK('2019-01-05', 0)", 'integer', 0],
    ["WEEK('2019-01-05', 2)", 'integer', 52],
    ["YEARWEEK('2019-01-05')", 'integer', 201852],
    ['UNIX_TIMESTAMP(20771122143845)', 'double', 3404817525],
    ['MAKEDATE(0, 366)', 'date', '2000-12-31'],
    ['MAKEDATE(2021, 366)', 'date', '2022-01-01'],
    ["STR_TO_DATE('Aug 26 2020', '%b %d %Y')", 'datetime', '2020-08-26 00:00:00'],
    ["TIME_FORMAT('10:11:12', '%M')", 'keyword', null],
    ["CONVERT_TZ('2024-07-01 12:00:00', 'UTC', 'Europe/Lisbon')", 'datetime', '2024-07-01 13:00:00'],
    ['CASE WHEN NULL THEN 1 ELSE 2 END', 'integer', 2],
  ])('%s is %s %s', async (sql, type, value) => {
    const { schema, rows } = await query(`SELECT ${sql}`);
    expect([schema[0].type, rows[0][0]]).toEqual([type, value]);
  });

  it.each([
    [
      "DATE '2020-02-30'",
      'SemanticCheckException',
      'date:2020-02-30 in unsupported format, please use yyyy-MM-dd',
    ],
    [
      "TIME '24:00:00'",
      'SemanticCheckException',
      'time:24:00:00 in unsupported format, please use HH:mm:ss[.SSSSSSSSS]',
    ],
    [
      'ABS(1, 2)',
      'ExpressionEvaluationException',
      /^abs function expected \{\[BYTE\],.*\}, but get \[INTEGER,INTEGER\]$/,
    ],
    ["'1' + 1", 'ExpressionEvaluationException', /but get \[STRING,INTEGER\]$/],
    ["CAST('x' AS INT)", 'NumberFormatException', 'For input string: "x"'],
    ["CASE WHEN TRUE THEN 1 ELSE 'a' END", 'SemanticCheckException', /found \[INTEGER, STRING\]$/],
    ["'a' REGEXP '('", 'IllegalArgumentException', /unclosed group$/],
    [
      "CONCAT('a', 1)",
      'ExpressionEvaluationException',
      'invalid to get stringValue from value of type INTEGER',
    ],
  ])('%s is refused', async (sql, type, details) => {
    const matching = typeof details === 'string' ? details : expect.stringMatching(details);
    await expect(query(`SELECT ${sql}`)).rejects.toMatchObject({ type, details: matching });
  });
});

describe('LIKE', () => {
  it('is what its definition by cases says', () => {
    const simple = (text: string, pattern: string): boolean => {
      if (pattern === '') return text === '';
      if (pattern[0] === '%')
        return simple(text, pattern.slice(1)) || (text !== '' && simple(text.slice(1), pattern));
      return (
        text !== '' &&
        (pattern[0] === '_' || pattern[0] === text[0]) &&
        simple(text.slice(1), pattern.slice(1))
      );
    };
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_'), maxLength: 7 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }), letters, (text, pattern) => {
        expect(likeMatches(text, pattern)).toBe(simple(text, pattern));
      }),
    );
  });

  it('takes linear time for a hostile pattern', () => {
    expect(likeMatches('a'.repeat(20_000), '%a%a%a%a%b')).toBe(false);
  });
});

describe('regular expressions', () => {
  it('agree with the language’s own on the common core', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(ab|c)', '\\d', '(a|b)');
    const part = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}')).map((p) => p.join(''));
    const pattern = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), maxLength: 8 }),
        (p, text) => {
          expect(compileRegexp(p)(text)).toBe(new RegExp(`^(?:${p})$`).test(text));
        },
      ),
    );
  });

  it('take linear time for a hostile pattern', () => {
    expect(compileRegexp('(a*)*b')('a'.repeat(2000))).toBe(false);
  });
});

describe('the calendar', () => {
  const days = fc.integer({ min: -680_000, max: 2_900_000 });

  it('agrees with Date', () => {
    fc.assert(
      fc.property(days, (day) => {
        const date = new Date(day * 86_400_000);
        const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        expect(civilOf(day)).toEqual(civil);
        expect(isoDayOfWeek(day) % 7).toBe(date.getUTCDay());
        expect(epochDayOf(civil.year, civil.month, civil.day)).toBe(day);
        expect(dayOfYear(day)).toBe((day * 86_400_000 - Date.UTC(civil.year, 0, 1)) / 86_400_000 + 1);
      }),
    );
  });

  it('adds months and comes back, but for the ends of months', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -5000, max: 5000 }), (day, months) => {
        const back = plusMonths(plusMonths(day, months), -months);
        expect(day - back).toBeGreaterThanOrEqual(0);
        expect(day - back).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('prints timestamps that it reads again', () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: 86_399 }),
        fc.integer({ min: 0, max: 999_999_999 }),
        (day, second, nano) => {
          fc.pre(civilOf(day).year > 0 && civilOf(day).year < 10_000);
          const timestamp = new SqlTimestamp(day * 86_400 + second, nano);
          expect(parseTimestamp(String(timestamp))).toEqual(timestamp);
        },
      ),
    );
  });

  it.each([
    ['2024-02-29T12:30:45.123Z', '2024-02-29 12:30:45.123'],
    ['2024-02-29', '2024-02-29 00:00:00'],
    ['2024-02', '2024-02-01 00:00:00'],
    ['2024', '2024-01-01 00:00:00'],
    ['2024-02-29T12:30:45+02:00', '2024-02-29 10:30:45'],
    ['1709251200000', '2024-03-01 00:00:00'],
    [0, '1970-01-01 00:00:00'],
    [-1, '1969-12-31 23:59:59.999'],
    ['2023-02-29', 'null'],
    ['yesterday', 'null'],
  ])('reads the stored date %s', (stored, printed) => {
    expect(String(parseStoredDate(stored))).toBe(printed);
  });
});

describe('rounding', () => {
  it.each([
    [1.005, 2, 1],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [1250, -2, 1300],
    [-1250, -2, -1300],
    [0.4, 0, 0],
  ])('%d at %d decimals is %d', (value, digits, expected) => {
    expect(roundHalfUp(value, digits) + 0).toBe(expected);
  });

  it.each([
    [3.999, 1, 3.9],
    [-3.999, 1, -3.9],
    [56.78, -1, 50],
    [0.1, 5, 0.1],
    [123, -3, 0],
  ])('%d cut at %d decimals is %d', (value, digits, expected) => {
    expect(truncateDecimal(value, digits)).toBe(expected);
  });
});
