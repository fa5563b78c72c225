import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandNode, PipelineNode } from '../../../../src/sql/ast/index.ts';
import { SqlError } from '../../../../src/sql/errors.ts';
import { parsePipeline } from '../../../../src/sql/grammar/ppl/index.ts';
import { PipelineParser } from '../../../../src/sql/grammar/ppl/pipelineParser.ts';
import { show } from '../support/showTree.ts';

/** Commands as S-expressions. */
function command(node: CommandNode): string {
  switch (node.kind) {
    case 'where':
      return `where ${show(node.condition)}`;
    case 'fields':
      return `fields ${node.excludes ? '- ' : ''}${node.fields.map(show).join()}`;
    case 'rename':
      return `rename ${node.pairs.map(({ from, to }) => `${show(from)}~${to}`).join()}`;
    case 'stats': {
      const bucket = node.bucket === null ? [] : [bucketOf(node.bucket)];
      const groups = [...bucket, ...node.by.map(({ field, name }) => `${show(field)}~${name}`)];
      const by = groups.length === 0 ? '' : ` by ${groups.join()}`;
      return `stats ${node.aggregates.map(({ call, name }) => `${show(call)}~${name}`).join()}${by}`;
    }
    case 'dedup':
      return `dedup ${node.count} ${node.fields.map(show).join()} ${node.keepsEmpty} ${node.consecutive}`;
    case 'sort':
      return `sort ${node.keys.map(({ field, descending }) => `${descending ? '-' : ''}${show(field)}`).join()}`;
    case 'eval':
      return `eval ${node.assignments.map(({ name, expression }) => `${name}=${show(expression)}`).join()}`;
    case 'head':
      return `head ${node.size} ${node.from}`;
    case 'rareTop':
      return `${node.which} ${node.count} ${node.fields.map(show).join()} by ${node.by.map(show).join()}`;
    case 'parse':
      return `${node.method} ${show(node.field)} ${node.pattern} ${node.newField}`;
    case 'machineLearning':
      return node.command;
  }
}

function bucketOf({ field, amount, unit, name, alias }: NonNullable<StatsBucket>): string {
  return `(${show(field)} ${show(amount)}${unit})~${name}~${alias}`;
}
type StatsBucket = Extract<CommandNode, { kind: 'stats' }>['bucket'];

function pipeline({ source, commands }: PipelineNode): string {
  const name = source.kind === 'datasources' ? '' : ` ${source.name}`;
  return [`${source.kind}${name}`, ...commands.map(command)].join(' | ');
}

function read(text: string): string {
  try {
    return pipeline(parsePipeline(text).tree);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    return `${error.type}: ${error.message}`;
  }
}

describe('sources', () => {
  it.each([
    ['source=t', 'relation t'],
    ['SEARCH Source = t', 'relation t'],
    ['index=logs-2026.01', 'relation logs-2026.01'],
    ['source=a,`b c`, d.e, logs-*', 'relation a,b c,d.e,logs-*'],
    ['source=_dept;', 'relation dept'],
    ['source=@opensearch.dept', 'relation dept'],
    ['source=@opensearch.default.dept', 'relation dept'],
    ['source=opensearch.dept', 'relation opensearch.dept'],
    ['source=t id < 4', 'relation t | where (< id 4)'],
    ['search id = 3 source=t', 'relation t | where (= id 3)'],
    ['source = 3 source=t', 'relation t | where (= source 3)'],
    ['source = abs(a) index=t', 'relation t | where (= source abs(a))'],
    ['source=t source=u', 'relation t | where (= source u)'],
    ['search = 3 source=t', 'relation t | where (= search 3)'],
    ['describe = 3 source=t', 'relation t | where (= describe 3)'],
    ['show > 3 source=t', 'relation t | where (> show 3)'],
    ['describe a,logs-*', 'describe a,logs-*'],
    ['show DataSources | head 1', 'datasources | head 1 0'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('conditions', () => {
  it.each([
    ['a = 1 and b = 2 or c = 3', '(and (= a 1) (or (= b 2) (= c 3)))'],
    ['a = 1 b = 2 xor c = 3', 'xor((and (= a 1) (= b 2)) (= c 3))'],
    ['not a = 1 or b = 2', '(or (not (= a 1)) (= b 2))'],
    ['not not a = 1', '(not (not (= a 1)))'],
    ['a + b * 2 >= (c - 1) % 3', '(>= (+ a (* b 2)) (% (- c 1) 3))'],
    ['id-1 = id -1', '(= id-1 (- id 1))'],
    ["a in (1, -2.5, 'x', true)", '(in a 1 -2.5 x true)'],
    ["a regexp 'x.*'", '(regexp a x.*)'],
    ['isnull(a) isnotnull(b)', '(and (is null a) (is not null b))'],
    ['ISNULL(a)', 'ISNULL(a)'],
    ['isnull(a, 1)', 'is null(a 1)'],
    ["like(a, 'b%')", '(like a b%)'],
    ['if(isnull(a), 1, 2) = 1', '(= if(isnull(a) 1 2) 1)'],
    ["match(a, b, operator='AND', SLOP=2)", 'match(a b operator=AND slop=2)'],
    ["match_phrase('a b', DATE '2020')", "match_phrase(a b DATE'2020')"],
    ["multi_match([a ^ 2, 'b*' .5, `c`], -5)", 'multi_match([a^2 b*^0.5 c] -5)'],
    ['`a b`.c = ``', '(= a b.c )'],
    ['`a.b` = .col', '(= a.b .col)'],
    ['count = source', '(= count source)'],
  ])('%s', (text, expected) => {
    expect(read(`source=t | where ${text}`)).toBe(`relation t | where ${expected}`);
  });
});

describe('values', () => {
  it.each([
    ['2147483648', '2147483648L'],
    ['-9223372036854775808', '-9223372036854775808L'],
    ['.5', '0.5'],
    [`'it''s \\'so\\'' `, "it's \\'so\\'"],
    ['"a ""b"""', 'a "b"'],
    ["TIMESTAMP 'x'", 'x'],
    ['timestamp', 'timestamp'],
    ['interval a + 1 day', '(interval (+ a 1) DAY)'],
    ['position(a IN b)', 'position(a b)'],
    ['abs(x = 3)', 'abs(3)'],
    ['cast(isnull(a) as String)', '(cast (is null a) String)'],
    ['1 - -1', '(- 1 -1)'],
    ['id*2', 'id*2'],
    ['a = 1 and not b = 2', '(and (= a 1) (not (= b 2)))'],
    ['pi() * date', '(* pi() date)'],
  ])('%s', (text, expected) => {
    expect(read(`source=t | eval v = ${text}`)).toBe(`relation t | eval v=${expected}`);
  });
});

describe('commands', () => {
  it.each([
    ['fields - a, b.c', 'fields - a,b.c'],
    ['fields + `a b`', 'fields a b'],
    ['rename a as b, c.d as `e f`.g, h% as i', 'rename a~b,c.d~e f.g,h%~i'],
    ['stats count()', 'stats count(*)~count()'],
    ['stats sum( a + 1 ) as `x`, dc(b)', 'stats sum((+ a 1))~x,count(distinct b)~dc(b)'],
    ['stats take(a), take(a, 2) by `b`', 'stats take(a 10)~take(a),take(a 2)~take(a, 2) by b~`b`'],
    ['stats percentile<50>(a)', 'stats percentile(a 50)~percentile<50>(a)'],
    [
      "stats partitions=2 allnum=true delim=',' count() by span( a , 1 d ) as s, b dedup_splitvalues=false",
      'stats count(*)~count() by (a 1d)~span(a,1d)~s,b~b',
    ],
    ['stats max(span) by span', 'stats max(span)~max(span) by span~span'],
    ['dedup a', 'dedup 1 a false false'],
    ['dedup 2 a, b keepempty=true consecutive=true', 'dedup 2 a,b true true'],
    ['sort - a, +b, num( `c` ), str', 'sort -a,b,`c`,str'],
    ['eval a.b = 1, c = a', 'eval a.b=1,c=a'],
    ['head', 'head 10 0'],
    ['head -1 from 2', 'head -1 2'],
    ['top a by b', 'top 10 a by b'],
    ['top 3 a, b', 'top 3 a,b by '],
    ['rare a', 'rare 10 a by '],
    ["parse a '(?<b>.*)'", 'regex a (?<b>.*) null'],
    ["parse date 'x'", 'regex date x null'],
    ["parse date 'x' 'y'", 'regex x y null'],
    ["parse a = 1 'x'", 'regex (= a 1) x null'],
    ["grok a '%{INT:b}'", 'grok a %{INT:b} null'],
    ['patterns a', 'patterns a  null'],
    ["patterns pattern='x' new_field='b' a", 'patterns a x b'],
    ["patterns NEW_FIELD='b' a", 'patterns a  null'],
    ["patterns pattern='x'", 'patterns (= pattern x)  null'],
    ['kmeans centroids=2', 'kmeans'],
    ["AD time_field='a' anomaly_rate=0.1", 'ad'],
    ["ml action='train' date=1", 'ml'],
  ])('%s', (text, expected) => {
    expect(read(`source=t | ${text}`)).toBe(`relation t | ${expected}`);
  });
});

describe('errors', () => {
  it.each([
    ['source=t | where a', '<EOF>'],
    ['source=t | where active | head', '|'],
    ['source=t | where (a = 1)', '='],
    ["source=t | where a = 1 'x'", "'x'"],
    ['source=t | where a == 1', '='],
    ['source=t | where match(a, b) = 1', '='],
    ['source=t | where a = 1 source | head', 'source'],
    ['source=t | eval x = 1 y = 2', 'y'],
    ['source=t | eval x = true or false', 'or'],
    ['source=t | eval x = nope(1)', '('],
    ['source=t | eval x = if(a > 1, 2, 3)', '>'],
    ['source=t | fields id, ', '<EOF>'],
    ['source=t | fields a . | head', '.'],
    ['source=t | fields a.1', 'a.1'],
    ['source=t | stats sum()', ')'],
    ['source=t | stats count() by a, span(b, 1)', '('],
    ['source=t | sort `a b', 'b'],
    ['source=t || head', '|'],
    ["source='t' | head", '|'],
    ['source=t and a = 1 | head', '|'],
    ['a = 3 source=ml dept', '<EOF>'],
    ['show tables', 'tables'],
    ['source=t ! | head', '!'],
  ])('%s: %s', (text, symbol) => {
    const at = symbol === '<EOF>' ? text : text.slice(0, text.lastIndexOf(symbol) + symbol.length);
    expect(read(text)).toContain(
      `SyntaxCheckException: Failed to parse query due to offending symbol [${symbol}] at: '${at}' <--- HERE`,
    );
  });

  it('quotes the text up to the place, cut as the original cuts it', () => {
    expect(read('source=t | fields a b | head')).toContain("[b] at: 'source=t | fields a b' <--- HERE");
    expect(read('\u{1f600}source=t | fields a b')).toContain("[b] at: '\u{1f600}source=t | fields a ' <");
  });

  it.each([
    ['source=t | fields id + 1', "Expecting tokens in {<EOF>, '|', ',', '.'}"],
    ['source=t | rename id i', "missing 'AS' at 'i'"],
    ['source=t | eval x 1', "missing '=' at '1'"],
    ['source=t | head 1.5', "extraneous input '1.5' expecting <EOF>"],
    ['source=t | dedup a keepempty=maybe', "Expecting tokens in {'TRUE', 'FALSE'}"],
    ['source=t | eval v = f(1)', "Expecting tokens in {<EOF>, '|', ',', '.', '+', '-', '*', '/', '%'}"],
    ["source='t' | head", "Expecting tokens in {'SOURCE', 'INDEX'}"],
    [
      'source=t | where a > |',
      'INTEGER_LITERAL, DECIMAL_LITERAL, DQUOTA_STRING, SQUOTA_STRING, BQUOTA_STRING}',
    ],
    ['source=t | head name 3', "Expecting tokens in {<EOF>, 'FROM', '|', '+', '-', INTEGER_LITERAL}"],
    ['source=t | stats count() by span(a | 2)', "Expecting tokens in 'BY'"],
    ['source=t | stats take(a (2)', "Expecting tokens in {',', ')'}"],
    ['source=t | stats dc(a ()', "extraneous input '(' expecting ')'"],
    ['source=t | stats avg((a) by b', "missing ')' at 'by'"],
    ['source=t | stats count ) by a', "'PERCENTILE', 'TAKE', 'DC'}"],
    ["source=t | grok 1 a '%{A}'", "extraneous input 'a' expecting {DQUOTA_STRING, SQUOTA_STRING}"],
    ['source=t | where a in (1, 2 |', "extraneous input '|' expecting {',', ')'}"],
    ['source=t | where a in | 2)', "Expecting tokens in {'IN', '.', '+', '-', '*', '/', '%'}"],
    ["source=t | where query_string([a (, 'b')", "extraneous input '(' expecting {',', ']'}"],
    ['source=t | eval v = f g (1)', "Expecting tokens in {<EOF>, '|', ',', '.', '+', '-', '*', '/', '%'}"],
    ["source=t | parse a 'b' = c", "{'.', '+', '-', '*', '/', '%', DQUOTA_STRING, SQUOTA_STRING}"],
    [`source=t | fields ${'a, '.repeat(100)}`, 'ID, BQUOTA_STRING}'],
    [`source=t ${'a = 1 and '.repeat(1000)}`, 'More details: '],
  ])('%s: %s', (text, details) => {
    expect(read(text).endsWith(details)).toBe(true);
  });

  /** Only a condition may begin with NOT. */
  it.each([
    ['source=t d | head', true],
    ['source=t where id', true],
    ['source=t - 5 | head', true],
    ['show tables', true],
    ['source', true],
    ['id t', false],
    ['id | head', false],
    ['source - t | head', false],
    ['source=t, u d | head', false],
    ['source=true where id', false],
    ['source=t - 5 - a b | head', false],
  ])('%s: what begins a condition is expected: %s', (text, isCondition) => {
    expect([text, read(text).includes("'NOT', ")]).toEqual([text, isCondition]);
  });

  it.each([
    ['by = t', "Expecting tokens in {<EOF>, 'SEARCH', "],
    ['= t', "extraneous input '=' expecting {<EOF>, 'SEARCH', "],
    ['source=t = where a', "Expecting tokens in {<EOF>, '|', ',', '.'}"],
    ['source=t > a', "Expecting tokens in {<EOF>, '|', ',', '.'}"],
    ['source=t | where id = 1 = 2', "Expecting tokens in {<EOF>, 'SEARCH', "],
    [
      'source=a - 2026.01 | head',
      "offending symbol [|] at: 'source=a - 2026.01 |' <--- HERE... More details: Exp",
    ],
    ["source=t | rename a as 'b'", `'CONVERT_TZ', '.', ''', '"', '\`', 'AVG', `],
  ])('%s: begins with %s', (text, details) => {
    expect(read(text)).toContain(details);
  });

  it('tells the place', () => {
    const error = (() => {
      try {
        return parsePipeline('source=t | fields a b | head');
      } catch (refusal) {
        return refusal;
      }
    })();
    expect((error as SqlError).place).toEqual({ start: 20, end: 21 });
  });

  it.each([
    ['head 99999999999', 'NumberFormatException: For input string: "99999999999"'],
    ['eval a = 9223372036854775808', 'NumberFormatException: For input string: "9223372036854775808"'],
    ['head 1 from -2147483649', 'NumberFormatException: For input string: "-2147483649"'],
    [
      "patterns new_field='a' new_field='b' c",
      'IllegalArgumentException: Multiple entries with same key: new_field=b and new_field=a',
    ],
    [
      'stats count() by span(a, interval 1 day)',
      'ExpressionEvaluationException: invalid to get doubleValue from value of type INTERVAL',
    ],
  ])('%s', (text, expected) => {
    expect(read(`source=t | ${text}`)).toBe(expected);
  });

  it('looks at numbers when all else is right', () => {
    expect(read('source=t | head 99999999999 from')).toContain('SyntaxCheckException');
  });
});

describe('limits', () => {
  it('refuses what is too deep, too long or too many', () => {
    const hostile = [
      `source=t | where ${'('.repeat(5000)}a`,
      `source=t | where ${'not '.repeat(5000)}a = 1`,
      `source=t | eval a = ${'interval '.repeat(5000)}`,
      `source=t | eval a = 1${' + 1'.repeat(5000)}`,
      `source=t | where a = 1${' xor a = 1'.repeat(5000)}`,
      `source=t | where a in (${'1,'.repeat(10_001)}1)`,
      `source=t${' | head'.repeat(5000)}`,
      `source=t | where a = '${'x'.repeat(1_000_001)}'`,
    ];
    for (const text of hostile) expect(() => parsePipeline(text)).toThrowError(SqlError);
  });

  it('never crashes', () => {
    const words =
      'source = t | , . ( ) [ ] + - * % ^ < \'a\' "b" ` `c` 1 2.5 x.1 where fields stats count by span as sort eval in not or and xor isnull like match interval day cast date parse patterns pattern null ! \u{1f600}'.split(
        ' ',
      );
    const token = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 3 }));
    fc.assert(
      fc.property(fc.constantFrom('', 'source=t |'), fc.array(token, { maxLength: 20 }), (start, tokens) => {
        read(`${start} ${tokens.join(' ')}`);
      }),
      { numRuns: 60 },
    );
  });
});

it('is a grammar without ambiguities', () => {
  expect(() => new PipelineParser(true)).not.toThrow();
});
