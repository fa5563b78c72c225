import { describe, expect, it } from 'vitest';
import { proposals } from '../../../../src/console/app/sql/completion.ts';
import { csvPieces, jsonPieces } from '../../../../src/console/app/sql/exports.ts';
import { flatten, planTree, scannedTables } from '../../../../src/console/app/sql/planTree.ts';
import { type Catalog, errorSpan, type LanguageName } from '../../../../src/statement/index.ts';

/** A statement, `|` around the place that is to be underlined, and what the server said. */
const ERRORS = `
SELECT title, |FROM| movies                    · ERROR. token : FROM, pos : 18
SELECT title FROM movies WHERE a = |=| 3       · ERROR. token : EQ, pos : 36
SELECT title FROM movies |WHERE|               · EOF, WHERE
SELECT |imdbb| FROM movies                     · can't resolve Symbol(namespace=FIELD_NAME, name=imdbb) in type env
SELECT a FROM t WHERE |imdb.x| > imdb          · can't resolve Symbol(namespace=FIELD_NAME, name=imdb.x) in type env
SELECT foo, |foo|(title) FROM movies           · unsupported function name: foo
SELECT a FROM |none| WHERE none = 1            · org.opensearch.index.IndexNotFoundException: no such index [none]
SELECT |ABS|(title) FROM movies                · abs function expected {[BYTE],[SHORT]}, but get [STRING]
SELECT imdb |+| genre FROM movies              · + function expected {[BYTE,BYTE]}, but get [FLOAT,STRING]
SELECT a FROM t WHERE b = |'x|                 · unclosed str
SELECT a FROM t WHERE b = 'it''s' AND c = |"x| · unclosed str
|SELEC| title FROM movies                      · Query must start with SELECT, DELETE, SHOW or DESCRIBE: SELEC title
SELECT a |@| b                                 · illegal char @, pos : 9
`;

const cases = ERRORS.trim()
  .split('\n')
  .map((line) => line.split(' · '))
  .map(([marked, message]) => [marked.trim(), message]);

describe('the place of an error', () => {
  it.each(cases)('%s · %s', (marked, message) => {
    const [before, wanted] = marked.split('|');
    const sql = marked.replaceAll('|', '');
    expect(errorSpan(sql, message, null)).toEqual({ from: before.length, to: before.length + wanted.length });
  });

  it('is nowhere when the words name no place', () => {
    expect(errorSpan('SELECT 1', 'all shards failed', null)).toBeNull();
    expect(errorSpan('SELECT a FROM t', 'no such index [none]', null)).toBeNull();
  });

  it('is where the server says, if it does', () => {
    expect(errorSpan('SELECT a, a FROM t', '[a]', '10-11')).toEqual({ from: 10, to: 11 });
    expect(errorSpan('SELECT a FROM t', '[a]', '7-99')).toEqual({ from: 7, to: 15 });
    expect(errorSpan('SELECT a FROM t', '[a]', 'nowhere')).toEqual({ from: 7, to: 8 });
  });
});

const field = (name: string, type: string) => ({ name, type, dimension: null, details: '' });
const abs = { name: 'ABS', aliases: [], family: 'Mathematics', signatures: [], doc: '', examples: [] };
const catalog: Catalog = {
  tables: new Map([
    ['movies', [field('title', 'text'), field('imdb', 'float')]],
    ['my-logs', [field('host', 'keyword')]],
  ]),
  keywords: ['SELECT', 'FROM'],
  functions: [abs, { ...abs, name: 'LAG' }],
  ppl: { keywords: ['source', 'where'], functions: ['ABS'] },
};

describe('completion', () => {
  const labels = (marked: string, language: LanguageName = 'sql', mark = '|'): readonly string[] => {
    const at = marked.indexOf(mark);
    return proposals(marked.replace(mark, ''), at, catalog, language).options.map(({ label }) => label);
  };

  it.each([
    ['SELECT | FROM movies', ['title', 'imdb', 'ABS', 'LAG', 'movies', 'my-logs', 'SELECT', 'FROM']],
    ['SELECT |', ['ABS', 'LAG', 'movies', 'my-logs', 'SELECT', 'FROM']],
    ['SELECT * FROM |', ['movies', 'my-logs']],
    ['SELECT * FROM mov|', ['movies', 'my-logs']],
    ['SELECT * FROM movies m JOIN |', ['movies', 'my-logs']],
    ['SELECT m.| FROM movies m JOIN `my-logs` l ON m.title = l.host', ['title', 'imdb']],
    ['SELECT l.ho| FROM movies m JOIN `my-logs` AS l', ['host']],
    ['SELECT movies.| FROM movies WHERE imdb > 1', ['title', 'imdb']],
  ])('%s', (marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  it.each([
    ['§', ['source', 'where']],
    ['so§', ['source', 'where']],
    ['source=§', ['movies', 'my-logs']],
    ['search index = mov§', ['movies', 'my-logs']],
    ['describe §', ['movies', 'my-logs']],
    ['source=movies | §', ['source', 'where']],
    ['source=movies | where §', ['title', 'imdb', 'ABS', 'source', 'where']],
    ['source=`my-logs` | fields ho§', ['host', 'ABS', 'source', 'where']],
    ['where §', ['ABS', 'source', 'where']],
  ])('of a pipeline: %s', (marked, expected) => {
    expect(labels(marked, 'ppl', '§')).toEqual(expected);
  });

  it('quotes names that need it, and replaces the word from its start', () => {
    const { from, options } = proposals('SELECT * FROM my', 16, catalog, 'sql');
    expect(from).toBe(14);
    expect(options.map(({ apply }) => apply)).toEqual(['movies', '`my-logs`']);
  });
});

describe('a plan', () => {
  const text = [
    'Project genre {2 rows, 3.000 ms}',
    '  Filter (a > 1) AND (LENGTH(b) > 3) {2 rows, 2.500 ms}',
    '    Join inner on a = b {never run}',
    '      IndexScan movies [a] (in the search: filter, sort) {5 rows, 1.000 ms}',
    '      AggregateScan boats by b: COUNT(*) (in the search: buckets of b; here: fold) {1 rows, 0.250 ms}',
  ].join('\n');

  it('becomes a tree with what the search does, what is left, rows and own times', () => {
    const rows = flatten(planTree(text)).map(([{ name, what, pushed, here, rows: count, ownMs }, depth]) => [
      depth,
      name,
      what,
      pushed,
      here,
      count,
      ownMs,
    ]);
    expect(rows).toEqual([
      [0, 'Project', 'genre', null, null, 2, 0.5],
      [1, 'Filter', '(a > 1) AND (LENGTH(b) > 3)', null, null, 2, 2.5],
      [2, 'Join', 'inner on a = b', null, null, null, null],
      [3, 'IndexScan', 'movies [a]', 'filter, sort', null, 5, 1],
      [3, 'AggregateScan', 'boats by b: COUNT(*)', 'buckets of b', 'fold', 1, 0.25],
    ]);
  });

  it('names the tables of its searches in order', () => {
    expect(scannedTables(text)).toEqual(['movies', 'boats']);
  });
});

describe('CSV', () => {
  it('quotes, leaves NULL empty, writes objects as JSON, and disarms formulas', () => {
    const columns = [{ name: 'a' }, { name: 'b, c' }];
    const rows = [
      [1.5, null],
      ['say "x"', { y: [1] }],
      ['=1+1', 9007199254740993n],
    ];
    expect([...csvPieces({ columns, rows })].join('').split('\n')).toEqual([
      'a,"b, c"',
      '1.5,',
      '"say ""x""","{""y"":[1]}"',
      "'=1+1,9007199254740993",
      '',
    ]);
  });
});

describe('JSON', () => {
  it('is a list of objects, one a line, with whole numbers as they are', () => {
    const columns = [{ name: 'a' }, { name: 'b' }];
    const rows = [
      [1.5, { y: [1] }],
      [null, 'x'],
    ];
    const jsonOf = (table: Parameters<typeof jsonPieces>[0]) => [...jsonPieces(table)].join('');
    expect(jsonOf({ columns, rows })).toBe('[\n{"a":1.5,"b":{"y":[1]}},\n{"a":null,"b":"x"}\n]\n');
    expect(jsonOf({ columns, rows: [] })).toBe('[]\n');
  });
});
