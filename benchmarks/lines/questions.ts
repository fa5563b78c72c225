import { type Columns, countAbove, firstOf, groupBy, joinedBy, richest } from '../floors/columns.ts';
import type { BenchClient } from '../support/http.ts';
import { WORDS } from '../support/people.ts';

/** What the `people` are asked. Every call asks something else, as programs do; `same` asks one thing, as dashboards do. */
export interface Question {
  readonly name: string;
  readonly ask: (client: BenchClient, i: number) => Promise<string>;
  /** Of SQL: the statement, which DuckDB understands too where it has no `MATCH`. */
  readonly statement?: (i: number) => string;
  /** The same work as a loop over typed arrays. */
  readonly loop?: (columns: Columns, i: number) => unknown;
}

/** Deleted before and afterwards, on servers of others too: no index of theirs has this name. */
export const PEOPLE = 'bench_people';

const sql = (name: string, statement: (i: number) => string, loop?: Question['loop']): Question => ({
  name: `SQL ${name}`,
  ask: (client, i) => client.send('POST', '/_plugins/_sql', JSON.stringify({ query: statement(i) })),
  statement,
  loop,
});

const dsl = (name: string, body: (i: number) => object, loop?: Question['loop']): Question => ({
  name: `DSL ${name}`,
  ask: (client, i) => client.send('POST', `/${PEOPLE}/_search`, JSON.stringify(body(i))),
  loop,
});

/** People above it are nearly all: a filter that no cache of answers has seen. */
const balance = (i: number): number => (i * 13) % 1009;
const word = (i: number): string => WORDS[i % WORDS.length];
const words = (i: number): string => `${word(i)} ${word(i * 7 + 3)}`;
const rich = (i: number) => ({ range: { balance: { gt: balance(i) } } });
const averages = { a: { terms: { field: 'genre' }, aggs: { b: { avg: { field: 'balance' } } } } };

/** A person's id, never the same twice in a row. */
export const someone = (i: number, docs: number): number => (i * 7919) % docs;
export const pointLookup = (i: number, docs: number): string =>
  `SELECT name, age FROM ${PEOPLE} WHERE id = ${someone(i, docs)}`;

export const sqlQuestions = (docs: number): readonly Question[] => [
  sql('point lookup', (i) => pointLookup(i, docs)),
  sql(
    'filter, LIMIT 50',
    (i) =>
      `SELECT id, name FROM ${PEOPLE} WHERE genre = 'genre-${i % 10}' AND age > ${40 + (i % 30)} LIMIT 50`,
    (columns, i) => firstOf(columns, i % 10, 40 + (i % 30), 50),
  ),
  sql(
    'COUNT of a range',
    (i) => `SELECT COUNT(*) FROM ${PEOPLE} WHERE balance > ${1000 + ((i * 37) % 8000)}`,
    (columns, i) => countAbove(columns, 1000 + ((i * 37) % 8000)),
  ),
  sql(
    'GROUP BY, 10 groups',
    (i) =>
      `SELECT genre, COUNT(*), AVG(balance), MAX(age) FROM ${PEOPLE} WHERE balance > ${balance(i)} GROUP BY genre`,
    (columns, i) => groupBy(columns, 'genre', balance(i)),
  ),
  sql(
    'GROUP BY, the same',
    () => `SELECT genre, COUNT(*), AVG(balance), MAX(age) FROM ${PEOPLE} GROUP BY genre`,
    (columns) => groupBy(columns, 'genre', -1),
  ),
  sql(
    'GROUP BY, 500 groups',
    (i) => `SELECT city, SUM(balance) s FROM ${PEOPLE} WHERE balance > ${balance(i)} GROUP BY city`,
    (columns, i) => groupBy(columns, 'city', balance(i)),
  ),
  sql(
    'ORDER BY, LIMIT 20',
    (i) =>
      `SELECT id, balance FROM ${PEOPLE} WHERE age > ${17 + (i % 7)} AND id <> ${i} ` +
      `ORDER BY balance DESC LIMIT ${20 + (i % 5)}`,
    (columns, i) => richest(columns, 17 + (i % 7), i, 20 + (i % 5)),
  ),
  sql(
    'GROUP BY YEAR',
    (i) =>
      `SELECT YEAR(joined) y, COUNT(*) FROM ${PEOPLE} WHERE balance > ${balance(i)} GROUP BY YEAR(joined)`,
    (columns, i) => joinedBy(columns, 'year', balance(i)),
  ),
  sql('join, LIMIT 50', (i) =>
    [
      `SELECT a.id, b.name FROM ${PEOPLE} a JOIN ${PEOPLE} b ON a.id = b.age`,
      `WHERE a.id < ${50 + (i % 7)} LIMIT 50`,
    ].join(' '),
  ),
];

export const searchQuestions: readonly Question[] = [
  {
    ...sql(
      'MATCH of two words',
      (i) => `SELECT id FROM ${PEOPLE} WHERE MATCH(bio, '${words(i)}', operator='AND') LIMIT 20`,
    ),
    statement: undefined,
  },
  dsl('match of two words', (i) => ({ query: { match: { bio: words(i) } }, size: 10 })),
  dsl(
    'terms and avg',
    (i) => ({ size: 0, query: rich(i), aggs: averages }),
    (columns, i) => groupBy(columns, 'genre', balance(i)),
  ),
  dsl(
    'terms and avg, the same',
    () => ({ size: 0, aggs: averages }),
    (columns) => groupBy(columns, 'genre', -1),
  ),
  dsl(
    'monthly histogram',
    (i) => ({
      size: 0,
      query: rich(i),
      aggs: { a: { date_histogram: { field: 'joined', calendar_interval: 'month' } } },
    }),
    (columns, i) => joinedBy(columns, 'month', balance(i)),
  ),
  dsl('bool', (i) => ({
    size: 10,
    query: {
      bool: {
        filter: [
          { term: { genre: `genre-${i % 10}` } },
          { range: { age: { gte: 30 + (i % 9), lt: 40 + (i % 9) } } },
        ],
        must: [{ match: { bio: word(i) } }],
      },
    },
  })),
];
