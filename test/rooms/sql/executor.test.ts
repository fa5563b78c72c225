import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { PriorityQueue } from '../../../src/sql/executor/priorityQueue.ts';
import { ORDER_BEFORE_WINDOW } from '../../../src/sql/warnings.ts';
import { query } from './support/emptyEngine.ts';
import { StaticClient } from './support/staticClient.ts';

/** Operators over rows: statements on tables that a client gives back as they are. */

const people = {
  mapping: {
    name: { type: 'keyword' },
    team: { type: 'keyword' },
    age: { type: 'integer' },
    born: { type: 'date' },
    score: { type: 'float' },
    place: { type: 'geo_point' },
    home: { properties: { city: { type: 'keyword' }, since: { type: 'date' } } },
    pets: { type: 'nested', properties: { kind: { type: 'keyword' }, legs: { type: 'integer' } } },
  },
  documents: [
    { name: 'Ada', team: 'a', age: 30, born: '1815-12-10', score: 0.1, home: { city: 'London', since: 0 } },
    {
      name: 'Bob',
      team: 'b',
      age: null,
      score: 2.5,
      place: '10.5,20.25',
      pets: [
        { kind: 'cat', legs: 4 },
        { kind: 'bird', legs: 2 },
      ],
    },
    { name: 'Cy', team: 'a', age: 25, score: 1, place: [20.25, 10.5], pets: { kind: 'fish', legs: 0 } },
    { name: 'Di', team: 'b', age: 30, place: { lat: 1, lon: 2 }, home: [{ city: 'Rome' }, { city: 'Oslo' }] },
  ] as JsonObject[],
};
const teams = {
  mapping: { team: { type: 'keyword' }, title: { type: 'keyword' } },
  documents: [
    { team: 'a', title: 'Alpha' },
    { team: 'c', title: 'Gamma' },
    { title: 'Nobody' },
  ] as JsonObject[],
};

async function rows(sql: string): Promise<unknown> {
  return (await query(sql, new StaticClient({ people, teams }))).rows;
}

describe('rows', () => {
  it.each<[string, unknown[][]]>([
    [
      'SELECT name, age + 1 FROM people',
      [
        ['Ada', 31],
        ['Bob', null],
        ['Cy', 26],
        ['Di', 31],
      ],
    ],
    [
      'SELECT score, score * 2 FROM people',
      [
        [0.1, 0.2],
        [2.5, 5],
        [1, 2],
        [null, null],
      ],
    ],
    ['SELECT born, YEAR(born) FROM people LIMIT 1', [['1815-12-10 00:00:00', 1815]]],
    [
      'SELECT place FROM people',
      [[null], [{ lat: 10.5, lon: 20.25 }], [{ lat: 10.5, lon: 20.25 }], [{ lat: 1, lon: 2 }]],
    ],
    [
      'SELECT home FROM people',
      [[{ city: 'London', since: '1970-01-01 00:00:00' }], [null], [null], [{ city: 'Rome' }]],
    ],
    ['SELECT home.city FROM people', [['London'], [null], [null], ['Rome']]],
    ['SELECT pets.kind FROM people', [[null], ['cat'], ['fish'], [null]]],
    [
      'SELECT name, nested(pets.kind), nested(pets.legs) FROM people',
      [
        ['Bob', 'cat', 4],
        ['Bob', 'bird', 2],
        ['Cy', 'fish', 0],
      ],
    ],
    ['SELECT name FROM people ORDER BY LENGTH(name), name DESC', [['Di'], ['Cy'], ['Bob'], ['Ada']]],
    ['SELECT name FROM people ORDER BY ABS(age) DESC NULLS FIRST, name', [['Bob'], ['Ada'], ['Di'], ['Cy']]],
    ['SELECT name FROM people ORDER BY LENGTH(name), name LIMIT 2 OFFSET 1', [['Di'], ['Ada']]],
    ["SELECT name FROM people WHERE UPPER(team) = 'A'", [['Ada'], ['Cy']]],
    ['SELECT name FROM people WHERE NOT ABS(age) < 30', [['Ada'], ['Bob'], ['Di']]],
    ['SELECT t.n FROM (SELECT name AS n, age FROM people) t WHERE t.age > 25', [['Ada'], ['Di']]],
    [
      'SELECT AVG(a), SUM(a), COUNT(*), MIN(n) FROM (SELECT age AS a, name AS n FROM people) t',
      [[28.333333333333332, 85, 4, 'Ada']],
    ],
    ['SELECT SUM(a) FROM (SELECT age AS a FROM people) t WHERE a > 99', [[null]]],
    [
      'SELECT team, COUNT(DISTINCT age) FROM (SELECT team, age FROM people) t GROUP BY team',
      [
        ['a', 2],
        ['b', 1],
      ],
    ],
    [
      'SELECT UPPER(team), MAX(name) FROM people GROUP BY UPPER(team) ORDER BY 2 DESC',
      [
        ['B', 'Di'],
        ['A', 'Cy'],
      ],
    ],
  ])('%s', async (sql, expected) => {
    expect(await rows(sql)).toEqual(expected);
  });
});

describe('windows', () => {
  it.each<[string, unknown[][]]>([
    [
      'SELECT name, ROW_NUMBER() OVER (ORDER BY UPPER(name) DESC) FROM people',
      [
        ['Di', 1],
        ['Cy', 2],
        ['Bob', 3],
        ['Ada', 4],
      ],
    ],
    [
      'SELECT age, RANK() OVER (ORDER BY ABS(age)), DENSE_RANK() OVER (ORDER BY ABS(age)) FROM people',
      [
        [null, 1, 1],
        [25, 2, 2],
        [30, 3, 3],
        [30, 3, 3],
      ],
    ],
    [
      'SELECT age, SUM(age) OVER (ORDER BY ABS(age)) FROM people',
      [
        [null, null],
        [25, 25],
        [30, 85],
        [30, 85],
      ],
    ],
    [
      'SELECT team, COUNT(*) OVER (PARTITION BY UPPER(team)) FROM people',
      [
        ['a', 2],
        ['a', 2],
        ['b', 2],
        ['b', 2],
      ],
    ],
    [
      'SELECT team, AVG(age) OVER (PARTITION BY UPPER(team)) FROM people',
      [
        ['a', 27.5],
        ['a', 27.5],
        ['b', 30],
        ['b', 30],
      ],
    ],
  ])('%s', async (sql, expected) => {
    expect(await rows(sql)).toEqual(expected);
  });

  it.each([
    ['SELECT name, COUNT(*) OVER () FROM people LIMIT 1', [['Ada', 1]], [ORDER_BEFORE_WINDOW]],
    ['SELECT name, COUNT(*) OVER () FROM (SELECT name FROM people LIMIT 1) p', [['Ada', 1]], []],
  ])('%s', async (sql, expected, warnings) => {
    const answer = await query(sql, new StaticClient({ people }));
    expect(answer.rows).toEqual(expected);
    expect(answer.warnings).toEqual(warnings);
  });
});

describe('beyond the original', () => {
  it.each<[string, unknown[][]]>([
    [
      'SELECT p.name, x.kind FROM people p, p.pets x WHERE x.legs < 3',
      [
        ['Bob', 'bird'],
        ['Cy', 'fish'],
      ],
    ],
    [
      'SELECT p.name, x.legs FROM people p LEFT JOIN p.pets x ORDER BY p.name, x.legs',
      [
        ['Ada', null],
        ['Bob', 2],
        ['Bob', 4],
        ['Cy', 0],
        ['Di', null],
      ],
    ],
    ['SELECT SUM(x.legs), COUNT(*) FROM people p JOIN p.pets x ON x.kind <> p.name', [[6, 3]]],
    ['SELECT x.kind, t.title FROM people p, p.pets x JOIN teams t ON t.team = p.team', [['fish', 'Alpha']]],
    [
      'SELECT p.name, t.title FROM people p JOIN teams t ON p.team = t.team',
      [
        ['Ada', 'Alpha'],
        ['Cy', 'Alpha'],
      ],
    ],
    [
      'SELECT p.name, t.title FROM people p LEFT JOIN teams t ON p.team = t.team AND p.age > 25',
      [
        ['Ada', 'Alpha'],
        ['Bob', null],
        ['Cy', null],
        ['Di', null],
      ],
    ],
    [
      'SELECT p.name, t.title FROM people p RIGHT JOIN teams t USING (team)',
      [
        ['Ada', 'Alpha'],
        ['Cy', 'Alpha'],
        [null, 'Gamma'],
        [null, 'Nobody'],
      ],
    ],
    ['SELECT COUNT(*) FROM people CROSS JOIN teams', [[12]]],
    [
      'SELECT t.title, COUNT(p.name) FROM people p FULL JOIN teams t ON p.team = t.team GROUP BY t.title ORDER BY t.title',
      [
        [null, 2],
        ['Alpha', 2],
        ['Gamma', 0],
        ['Nobody', 0],
      ],
    ],
    ['SELECT team FROM people UNION SELECT team FROM teams ORDER BY 1', [[null], ['a'], ['b'], ['c']]],
    ['SELECT team FROM people INTERSECT SELECT team FROM teams', [['a']]],
    ['SELECT team FROM people MINUS SELECT team FROM teams', [['b']]],
    ['SELECT name FROM people WHERE team IN (SELECT team FROM teams)', [['Ada'], ['Cy']]],
    ['SELECT name FROM people WHERE team NOT IN (SELECT team FROM teams)', []],
    ['SELECT name FROM people WHERE EXISTS (SELECT 1 FROM teams) LIMIT 1', [['Ada']]],
    ['WITH old AS (SELECT name, age FROM people) SELECT name FROM old WHERE age > 25', [['Ada'], ['Di']]],
    ['SELECT -age FROM people LIMIT 1', [[-30]]],
    ['SELECT COALESCE(age, 0) FROM people', [[30], [0], [25], [30]]],
  ])('%s', async (sql, expected) => {
    expect(await rows(sql)).toEqual(expected);
  });
});

describe('what does not bind', () => {
  it.each<[string, string, string]>([
    [
      'SELECT nope FROM people',
      'SemanticCheckException',
      "can't resolve Symbol(namespace=FIELD_NAME, name=nope) in type env",
    ],
    [
      'SELECT x.name FROM people p',
      'SyntaxCheckException',
      'The qualifier [x] of qualified name [x.name] must be an field name, index name or its alias',
    ],
    [
      'SELECT name FROM nope',
      'IndexNotFoundException',
      'org.opensearch.index.IndexNotFoundException: no such index [nope]\nFor more details, please send request for Json format to see the raw response from OpenSearch engine.',
    ],
    [
      'SELECT name, COUNT(*) FROM people',
      'SemanticCheckException',
      'Explicit GROUP BY clause is required because expression [name] contains non-aggregated column',
    ],
    [
      'SELECT name FROM people ORDER BY 2',
      'SemanticCheckException',
      'Ordinal [2] is out of bound of select item list',
    ],
    [
      'SELECT SUM(name) FROM people',
      'ExpressionEvaluationException',
      'sum function expected {[INTEGER],[LONG],[FLOAT],[DOUBLE]}, but get [STRING]',
    ],
    [
      "SELECT name FROM people WHERE MATCH(name, 'a', slop=1)",
      'SemanticCheckException',
      'Parameter slop is invalid for match function.',
    ],
    [
      "SELECT MATCH(name, 'a') FROM people",
      'SemanticCheckException',
      'relevance functions are only supported in WHERE and HAVING clause',
    ],
    [
      'SELECT name FROM people p JOIN people q ON p.name = q.name',
      'VerificationException',
      'org.opensearch.sql.legacy.rewriter.matchtoterm.VerificationException: Field name [name] is ambiguous\n' +
        'For more details, please send request for Json format to see the raw response from OpenSearch engine.',
    ],
    ['SELECT *', 'SyntaxCheckException', 'No FROM clause found for select all'],
    ['SELECT FALSE ORDER BY a.*', 'SyntaxCheckException', 'No FROM clause found for select all'],
  ])('%s', async (sql, type, details) => {
    await expect(rows(sql)).rejects.toMatchObject({ type, details });
  });
});

describe('the order of a Java priority queue', () => {
  function polled<T>(items: readonly T[], compare: (a: T, b: T) => number): T[] {
    const queue = new PriorityQueue(compare);
    for (const item of items) queue.add(item);
    return items.map(() => queue.poll() as T);
  }

  it('is sorted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (numbers) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        expect(polled(numbers, (a, b) => a - b)).toEqual(sorted);
      }),
    );
  });

  it('turns equal elements round as Java does', () => {
    const groups = [
      ['DE', 155],
      ['FR', 155],
      ['JP', 142],
      ['NG', 150],
      ['PT', 168],
      ['US', 230],
    ] as const;
    const ordered = polled(groups, (a, b) => b[1] - a[1]);
    expect(ordered.map(([name]) => name)).toEqual(['US', 'PT', 'FR', 'DE', 'NG', 'JP']);
  });
});
