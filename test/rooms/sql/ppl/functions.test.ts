import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/common/index.ts';
import { query } from '../support/emptyEngine.ts';
import { pipe, rowsOf } from '../support/pipeline.ts';
import { StaticClient } from '../support/staticClient.ts';

const mapping = {
  n: { type: 'long' },
  x: { type: 'double' },
  s: { type: 'keyword' },
  at: { type: 'date' },
  b: { type: 'boolean' },
  o: { type: 'object', properties: { zip: { type: 'keyword' } } },
};
const documents = [
  { n: -7, x: -7.5, s: 'p0@quiet.example', at: '1969-12-31T23:00:00Z', b: true },
  { n: 7, x: 7.5, s: 'x-1 "y z"', at: '2024-02-29T12:34:56Z', b: false },
];
const tables = {
  t: { mapping, documents },
  holes: { mapping, documents: [{ n: 1 }, { n: null }, { n: 1 }] },
};

const answer = (commands: string): Promise<unknown> => rowsOf(`source=${commands}`, new StaticClient(tables));

/** The body of the search that a pipeline runs. */
async function grouping(commands: string): Promise<unknown> {
  const client = new StaticClient(tables);
  await pipe(`source=t | ${commands}`, client);
  const { aggregations } = client.bodies[0] as { aggregations: Record<string, { composite: unknown }> };
  return Object.values(aggregations)[0];
}

describe('parts of texts', () => {
  it.each([
    [
      "parse s '(?<u>.+)@(?<h>.+)' | fields u, h",
      [
        ['p0', 'quiet.example'],
        ['', ''],
      ],
    ],
    [
      "parse s '(?<a>p)?(?<b>.*)' | fields a, b",
      [
        ['p', '0@quiet.example'],
        [null, 'x-1 "y z"'],
      ],
    ],
    ["parse s '(?<s>.)@.+' | fields s", [[''], ['']]],
    ["parse s '(?<u>.+)@.+' | eval c = concat(u, '!') | fields c", [['p0!'], ['!']]],
    ["parse s '(?<u>.+)@.+' | fields u | head 2", [['p0'], ['']]],
    ["parse s '(?<u>.+)@.+' | rename u as v | fields v", [[null], [null]]],
    [
      "grok s '%{USERNAME:u}@%{HOSTNAME:h}' | fields u, h",
      [
        ['p0', 'quiet.example'],
        ['', ''],
      ],
    ],
    [
      "grok s '%{INT:i} %{QUOTEDSTRING:q}' | fields i, q",
      [
        ['', ''],
        ['-1', 'y z'],
      ],
    ],
    ["grok s '%{WORD:a}.%{WORD:a}' | fields a", [['[p0, quiet]'], ['[x, 1]']]],
    ["grok s '%{INT:i:int}' | fields `i:int`", [[''], ['']]],
    ["grok s '%{TWO=[0-9]}@' | fields `TWO=[0-9]`", [['0'], ['']]],
    ['patterns s | fields patterns_field', [['@.'], ['- " "']]],
    ["patterns new_field='p' pattern='[a-z.@]+' s | fields p", [['0'], ['-1 " "']]],
  ])('%s', async (commands, rows) => expect(await answer(`t | ${commands}`)).toEqual(rows));

  it.each([
    ["parse n '(?<a>.)' | fields a", 'SemanticCheckException: failed to parse field "n" with type [LONG]'],
    ["parse s '(?<a>[)'", 'PatternSyntaxException: Unclosed character class near index 6\n(?<a>[)\n      ^'],
    [
      "parse s '(?<a>.)(?<a>.)'",
      'PatternSyntaxException: Named capturing group <a> is already defined near index 12\n' +
        '(?<a>.)(?<a>.)\n            ^',
    ],
    [
      "parse s '(?<a>.+)' | parse a '(?<c>.).*' | fields c",
      'ExpressionEvaluationException: can resolve expression: RegexExpression(regexPattern=(?<a>.+))',
    ],
    ["eval v = conv('1', 0, 2)", 'NumberFormatException: radix 0 less than Character.MIN_RADIX'],
    ["eval v = conv('1', 37, 2)", 'NumberFormatException: radix 37 greater than Character.MAX_RADIX'],
    ["grok s ''", 'IllegalArgumentException: {pattern} should not be empty or null'],
    [
      "grok s '%{EMAILADDRESS:e}'",
      "IllegalArgumentException: No definition for key 'EMAILADDRESS' found, aborting",
    ],
    ["grok s '%{A=%{B}}'", "IllegalArgumentException: No definition for key 'B' found, aborting"],
    ["grok s '%{A b}' ", 'PatternSyntaxException: Illegal repetition near index 2\n%{A b}\n  ^'],
  ])('%s is refused', async (commands, refusal) => expect(await answer(`t | ${commands}`)).toBe(refusal));

  it('rows without the text lack its columns, as the original has it', async () => {
    expect(await answer("holes | parse s '(?<a>.)' | fields n, a | head 2")).toEqual([[1], [null]]);
    expect(await answer("t | eval z = n | parse s '(?<a>.)@.*' | fields z, a")).toEqual([
      [-7, ''],
      [7, ''],
    ]);
    expect(await answer("t | parse s '(?<a>.).*' | fields n, a")).toEqual([[-7], [7]]);
    expect(await answer("t | parse s '(?<a>.).*' | fields n, a, s | fields a")).toEqual([['p'], ['x']]);
  });

  it('name columns of top by how they are made', async () => {
    const client = new StaticClient(tables);
    const names = async (text: string): Promise<readonly string[]> =>
      (await pipe(`source=t | ${text}`, client)).schema.map(({ name }) => name);
    expect(await names("parse s '(?<u>.+)@.+' | top u")).toEqual([
      'RegexExpression(regexPattern=(?<u>.+)@.+)',
    ]);
    expect(await names('patterns s | rare patterns_field')).toEqual([
      'PatternsExpression(useCustomPattern=false, pattern=null)',
    ]);
  });

  it('a pattern that never ends is refused', async () => {
    expect(await answer("t | parse s '(?<a>(.*)*(.*)*(.*)*(.*)*q)' | fields a")).toBe(
      'IllegalArgumentException: the regular expression takes too many steps',
    );
  });
});

describe('spans of rows', () => {
  it.each([
    [
      'n',
      'span(v, 5)',
      [
        [1, -10],
        [1, 5],
      ],
    ],
    [
      'x',
      'span(v, 5)',
      [
        [1, -5],
        [1, 5],
      ],
    ],
    [
      'n',
      'span(v, 2.5)',
      [
        [1, -5],
        [1, 5],
      ],
    ],
    [
      'n',
      'span(v, 3d)',
      [
        [1, -9],
        [1, 6],
      ],
    ],
    [
      'at',
      'span(v, 1h)',
      [
        [1, '1969-12-31 23:00:00'],
        [1, '2024-02-29 12:00:00'],
      ],
    ],
    [
      'at',
      'span(v, 2d)',
      [
        [1, '1970-01-01 00:00:00'],
        [1, '2024-02-29 00:00:00'],
      ],
    ],
    [
      'at',
      'span(v, 1w)',
      [
        [1, '1969-12-29 00:00:00'],
        [1, '2024-02-26 00:00:00'],
      ],
    ],
    [
      'at',
      'span(v, 5M)',
      [
        [1, '1969-08-01 00:00:00'],
        [1, '2023-10-01 00:00:00'],
      ],
    ],
    [
      'at',
      'span(v, 2q)',
      [
        [1, '1969-07-01 00:00:00'],
        [1, '2024-01-01 00:00:00'],
      ],
    ],
    [
      'at',
      'span(v, 10y)',
      [
        [1, '1970-01-01 00:00:00'],
        [1, '2020-01-01 00:00:00'],
      ],
    ],
    [
      'date(at)',
      'span(v, 1year)',
      [
        [1, '1969-01-01'],
        [1, '2024-01-01'],
      ],
    ],
    [
      'time(at)',
      'span(v, 6h)',
      [
        [1, '12:00:00'],
        [1, '18:00:00'],
      ],
    ],
    ['time(at)', 'span(v, 1d)', 'ExpressionEvaluationException: Unable to set span unit d for TIME type'],
    ['at', 'span(v, 10)', 'IllegalArgumentException: Unable to resolve unit '],
    ['n', 'span(v, 0)', 'ArithmeticException: / by zero'],
  ])('%s in %s', async (value, span, rows) => {
    expect(await answer(`t | eval v = ${value} | stats count() by ${span}`)).toEqual(rows);
  });

  it('what is absent is in none', async () => {
    expect(await answer('holes | eval v = n | stats count() by span(v, 5)')).toBe(
      'ExpressionEvaluationException: invalid to get longValue from value of type UNDEFINED',
    );
    const corrected = await pipe(
      'source=holes | eval v = n | stats count() by span(v, 5)',
      new StaticClient(tables),
      true,
    );
    expect(new Set(corrected.rows.map(String))).toEqual(new Set(['1,', '2,0']));
  });
});

describe('spans in a search', () => {
  const common = { missing_bucket: true, missing_order: 'first', order: 'asc' };
  it.each([
    ['span(n, 5)', { histogram: { field: 'n', ...common, interval: 5 } }],
    ['span(x, 0.5)', { histogram: { field: 'x', ...common, interval: 0.5 } }],
    ['span(at, 90m)', { date_histogram: { field: 'at', ...common, fixed_interval: '90m' } }],
    ['span(at, 1month)', { date_histogram: { field: 'at', ...common, calendar_interval: '1M' } }],
    ['span(at, 1.5y)', { date_histogram: { field: 'at', ...common, calendar_interval: '1y' } }],
  ])('%s', async (span, source) => {
    const { composite } = (await grouping(`stats count() by ${span}`)) as {
      composite: { sources: object[] };
    };
    expect(composite.sources.flatMap(Object.values)).toEqual([source]);
  });

  it.each([
    ['span(at, 2w)', 'The supplied interval [2w] could not be parsed as a calendar interval.'],
    ['span(at, 2w), b', 'The supplied interval [2w] could not be parsed as a calendar interval.'],
    ['span(n, 0)', '[interval] must be greater than 0 for [histogram] source'],
  ])('%s is refused', async (span, why) => {
    expect(await answer(`t | stats count() by ${span}`)).toBe(`IllegalArgumentException: ${why}`);
  });

  it('what a search cannot group goes down with its numbers, and the absent stay together', async () => {
    const spans = 'where abs(n) < 9 | stats take(s, 1) as s by span(x, 5) as v | fields v';
    expect(await answer(`t | ${spans}`)).toEqual([[-10], [5]]);
  });
});

describe('aggregates of PPL alone', () => {
  it.each([
    ['head 2 | stats take(s)', [[['p0@quiet.example', 'x-1 "y z"']]]],
    ['head 2 | stats take(s, 1)', [[['p0@quiet.example']]]],
    ['head 2 | stats take(s, 0)', 'IllegalArgumentException: size must be greater than 0'],
    [
      'stats take(s, -1)',
      'IllegalArgumentException: [size] must be greater than or equal to 0. Found [-1] in [take(s, -1)]',
    ],
    [
      'stats take(n, 3)',
      'ExpressionEvaluationException: take function expected {[STRING,INTEGER]}, but get [LONG,INTEGER]',
    ],
    ['stats percentile<50>(n)', 'SemanticCheckException: Unsupported aggregation function percentile'],
    [
      'stats count(), count()',
      'IllegalArgumentException: Two sibling aggregations cannot have the same name: [count()]',
    ],
    [
      'stats count() by s, s',
      'IllegalArgumentException: Composite source names must be unique, found duplicates: [s]',
    ],
  ])('%s', async (commands, rows) => expect(await answer(`t | ${commands}`)).toEqual(rows));

  it('take asks a search for documents', async () => {
    const hits = (source: JsonObject): JsonObject => ({ _source: source });
    const m0: JsonObject = {
      hits: { hits: [hits({ s: 'a' }), hits({}), hits({ s: null }), hits({ o: { zip: '1' } })] },
    };
    const client = new StaticClient(tables, { m0 });
    expect((await pipe('source=t | stats take(s, 4)', client)).rows).toEqual([[['a', null, {}]]]);
    expect(client.bodies[0].aggregations).toEqual({
      m0: { top_hits: { size: 4, _source: { includes: ['s'] } } },
    });
  });
});

describe('xor', () => {
  it.each([
    ['b = true xor n < 0', [false, false]],
    ['b = true xor n > 0', [true, true]],
    ['b = true xor o.zip > 1', [true, null]],
  ])('%s', async (condition, values) => {
    const text = condition.replace('o.zip > 1', "o.zip = 'a'");
    expect(await answer(`t | eval v = ${text} | fields v`)).toEqual(values.map((value) => [value]));
  });
});

describe('rows that commands leave', () => {
  it.each([
    ['dedup n | head 1 | fields n', [[7]]],
    ['dedup n | fields n | head 1', [[7]]],
    ['eval v = n | where v < 9 | head 1 | fields v', [[7]]],
    ['eval v = n | head 1 | fields v', [[-7]]],
    [
      'head 2 | stats count() by s',
      [
        [1, 'p0@quiet.example'],
        [1, 'x-1 "y z"'],
      ],
    ],
  ])('%s', async (commands, rows) => expect(await answer(`t | ${commands}`)).toEqual(rows));

  it.each([
    ['fields n | eval v = isnull(s) | fields v', [[false], [false]]],
    ['where abs(n) < 9 | stats take(s, 1) as c by n | sort - s | fields n', [[-7], [7]]],
  ])('%s: what is gone is not NULL', async (commands, rows) => {
    expect(await answer(`t | ${commands}`)).toEqual(rows);
  });

  it('a row that is lost over two heads is counted by neither', async () => {
    const documents = [1, 2, 3, 4, 5].map((n) => ({ n }));
    const client = new StaticClient({ t: { mapping, documents } });
    const rows = (heads: string) => rowsOf(`source=t | dedup n | ${heads} | fields n`, client);
    expect(await rows('head 2 | head 8')).toEqual([[3], [4]]);
    expect(await rows('head 3 | eval v = 1 | head 8 from 1')).toEqual([[4], [5]]);
  });

  it('top tells NULL from what is not there', async () => {
    expect(await answer('holes | fields n | top n')).toEqual([[1], [null]]);
    const rows: JsonObject[] = [{ n: null }, {}, { n: null }];
    const client = new StaticClient({ t: { mapping, documents: rows } });
    expect(await rowsOf('source=t | top n', client)).toEqual([[null], [null]]);
  });
});

describe('SQL does not know', () => {
  it.each(["REGEX('a', 'b', 'c', 'd')", "SPAN(1, 2, '')", 'TAKE(1, 2)'])('%s', async (call) => {
    await expect(query(`SELECT ${call}`)).rejects.toThrow(/unsupported function name/);
  });
});
