import { traps } from '../../src/sql/dialects/legacy/traps.ts';
import { unreadByLegacy } from '../../src/sql/dialects/legacy/unread.ts';
import type { UnreadRule } from '../../src/sql/dialects/readGate.ts';
import { DEFAULT_FETCH_SIZE } from '../../src/sql/dialects/router.ts';
import { unreadByV2 } from '../../src/sql/dialects/v2/unread.ts';
import { groupsCut } from '../../src/sql/executor/index.ts';
import {
  BARE_WHERE,
  BEYOND,
  cutAt,
  GROUPS_AS_TEXT,
  NOT_OF_NULL,
  ORDER_BEFORE_WINDOW,
  SUM_OF_NOTHING,
  V2_SEARCH,
} from '../../src/sql/warnings.ts';

/** The language beside its functions. Statements stand with the rows that they answer. */

export interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly statements: readonly (readonly [sql: string, rows: string])[];
}

export const chapters: readonly Chapter[] = [
  {
    title: 'Statements',
    text: `A statement is sent as \`{"query": "…"}\` to \`POST /_plugins/_sql\`. It is a \`SELECT\`, \`SHOW TABLES LIKE\`,
\`DESCRIBE TABLES LIKE\`, or, when \`plugins.sql.delete.enabled\` is set, \`DELETE FROM\`. A table is an index, an alias
or a pattern. Keywords and function names may be in any case; names of fields and indices may not.

\`SELECT\` knows \`DISTINCT\`, \`FROM\` (also a subquery with an alias, and joins), \`WHERE\`, \`GROUP BY\`, \`HAVING\`,
\`ORDER BY … NULLS FIRST | LAST\` and \`LIMIT\`. Joins are inner, left,
right, full, cross and natural, \`ON\` any condition or \`USING\` columns. Tables between commas are one search
over all of them, as in the real engine; when \`rockpool.corrections\` is true they are joined, in an order in which the conditions
of \`WHERE\` connect them. \`UNION\`, \`INTERSECT\`, \`MINUS\` and \`WITH\` put statements together.`,
    statements: [
      ["SELECT name FROM boats WHERE kind = 'sail' ORDER BY metres DESC", '[["Heron"],["Gull"]]'],
      ['SELECT DISTINCT kind FROM boats', '[["motor"],["sail"]]'],
      ['SELECT kind, AVG(metres) FROM boats GROUP BY kind HAVING MAX(metres) > 8', '[["sail",11]]'],
      ['SELECT name FROM boats ORDER BY crew NULLS LAST, name LIMIT 2 OFFSET 1', '[["Gull"],["Heron"]]'],
      [
        'SELECT a.name, b.name FROM boats a JOIN boats b ON a.kind = b.kind AND a.metres < b.metres',
        '[["Gull","Heron"],["Otter","Teal"]]',
      ],
      [
        "WITH sail AS (SELECT name, metres FROM boats WHERE kind = 'sail') SELECT MAX(metres) FROM sail",
        '[[12.5]]',
      ],
    ],
  },
  {
    title: 'Operators',
    text: `From the one that binds closest: \`* / % DIV MOD\`, \`+ - ||\`, comparisons (\`= <> != < <= > >= <=>\`, \`IS NULL\`, \`LIKE\`,
\`REGEXP\`, \`IN\`, \`BETWEEN\`), \`NOT\`, \`AND\`, \`OR\`. \`CASE\` works with and without an operand.
A comparison may be with \`ANY\` or \`ALL\` rows of a subquery, and of rows of values. A comparison with
NULL is NULL, and a row whose condition is NULL is not answered; NOT before a condition that the search decides answers those
rows too, as the real engine does.`,
    statements: [
      ['SELECT 1 + 2 * 3, NOT 1 = 2 AND TRUE', '[[7,true]]'],
      ['SELECT name FROM boats WHERE metres BETWEEN 8 AND 10 ORDER BY name', '[["Gull"],["Teal"]]'],
      ["SELECT name FROM boats WHERE name IN ('Gull', 'Swan')", '[["Gull"]]'],
      ["SELECT CASE WHEN metres > 9 THEN 'long' ELSE 'short' END FROM boats WHERE crew = 1", '[["short"]]'],
      ["SELECT 7 DIV 2, 7 MOD 2, 'sail' || '-' || 1", '[[3,1,"sail-1"]]'],
      ['SELECT name FROM boats WHERE metres >= ALL (SELECT metres FROM boats)', '[["Heron"]]'],
      ["SELECT name FROM boats WHERE (kind, crew) IN (('motor', 1), ('sail', 9))", '[["Otter"]]'],
      ['SELECT name FROM boats WHERE NOT crew > 1', '[["Otter"],["Teal"]]'],
    ],
  },
  {
    title: 'Literals and names',
    text: `Text stands in \`'single'\` or \`"double"\` quotes; a quote in it is written twice. Whole numbers are integers, or longs
when they are large; \`1.5\` and \`1e3\` are doubles. \`TRUE\`, \`FALSE\` and \`NULL\` are words. Dates and times are
\`DATE '…'\`, \`TIME '…'\` and \`TIMESTAMP '…'\`; lengths of time are \`INTERVAL 1 DAY\`. Names with other characters than
letters, digits, \`_\`, \`.\`, \`-\` and \`*\` stand in \`\` \`backticks\` \`\`. A \`?\` takes the next of the body's
\`parameters\`, objects with \`type\` and \`value\`.`,
    statements: [
      ["SELECT 'it''s', \"so\", 1.5, 1e3, NULL", '[["it\'s","so",1.5,1000,null]]'],
      ["SELECT DATE_ADD(DATE '2020-02-29', INTERVAL 1 YEAR)", '[["2021-02-28 00:00:00"]]'],
      [
        "SELECT TYPEOF(1), TYPEOF(9999999999), TYPEOF(1.5), TYPEOF('a')",
        '[["INTEGER","LONG","DOUBLE","KEYWORD"]]',
      ],
      ['SELECT `name` AS `the boat` FROM boats LIMIT 1', '[["Gull"]]'],
    ],
  },
  {
    title: 'Pages and cursors',
    text: `An answer holds \`fetch_size\` rows at most, ${DEFAULT_FETCH_SIZE} when the body does not say. When there are more, it holds a \`cursor\`, and
\`total\` counts all records. \`{"cursor": "…"}\` answers the next page, without a schema; a page without a cursor is the
last. A cursor ends with its last page, by \`POST /_plugins/_sql/close\`, or when it was not used for
\`plugins.sql.cursor.keep_alive\`. With \`"fetch_size": 0\` the answer is not paged and cut at \`plugins.query.size_limit\`.`,
    statements: [],
  },
  {
    title: 'Formats',
    text: `\`?format=jdbc\` (the default) answers schema and rows, \`csv\` and \`raw\` (columns with \`|\` between them) text, \`json\` the
search answer of the engine. CSV puts a quote in front of cells that a spreadsheet would run; \`sanitize=false\` leaves
them alone, \`separator=;\` takes another separator.

\`POST /_plugins/_sql/_explain\` answers the statement as a search body that runs as it is. With \`?format=plan\` it answers
the logical and the physical plan as text and, in \`pushed\`, the body of its search (a list when there are several); with \`&analyze=true\` the statement
is run, and every operator tells its rows and its time, that of the operators below it included.

The body of an error is the real engine's. The header \`X-Rockpool-Place: 7-11\` says which characters of the statement,
its parameters filled in, the error is about, where that is known.`,
    statements: [],
  },
];

/** Where an answer is cut or surprises, and the header that says so. */
export const trapRows: readonly (readonly [when: string, warning: string, remedy: string])[] = [
  ['an answer that is not paged has more rows', cutAt(200), 'leave `fetch_size` out, or raise the setting'],
  [
    'GROUP BY has more groups than it may answer',
    groupsCut(200),
    'raise `plugins.query.size_limit`, or narrow WHERE',
  ],
  ['a join has more rows', traps.join(200), 'give a LIMIT'],
  ['nested rows of one document', traps.innerHits, 'set `rockpool.corrections` to true'],
  ['GROUP BY several keys, in the older engine', traps.innerBuckets, 'set `rockpool.corrections` to true'],
  ['IN (SELECT …)', traps.inSubquery, 'SELECT DISTINCT, or set `rockpool.corrections`'],
  ['ORDER BY or LIMIT beside a window function', ORDER_BEFORE_WINDOW, 'set `rockpool.corrections` to true'],
  ['DISTINCT in another aggregate than COUNT', traps.distinct, 'set `rockpool.corrections` to true'],
  ['WHERE of a boolean field, or FALSE, alone', BARE_WHERE, 'write `field = TRUE`'],
  ['SUM where no row has a value', SUM_OF_NOTHING, 'set `rockpool.corrections` to true'],
  ['NOT of what is computed', NOT_OF_NULL, 'set `rockpool.corrections` to true'],
  ['ORDER BY a computed number of groups', GROUPS_AS_TEXT, 'set `rockpool.corrections` to true'],
  ['LIKE in the legacy engine', traps.likeCase, 'set `rockpool.corrections` to true'],
  [
    'a field compared with a field, in the legacy engine',
    traps.fieldNames,
    'set `rockpool.corrections` to true',
  ],
  [
    'MULTI_MATCH or QUERY with a field, in the legacy engine',
    traps.allFields,
    "write the option `fields='title'`",
  ],
  [
    'IN or BETWEEN of a computed value, in the legacy engine',
    traps.computedIn,
    'set `rockpool.corrections` to true',
  ],
  ['an explanation of what only V2 takes', V2_SEARCH, 'ask for `?format=plan`'],
  ['ROUND below zero, in the legacy engine', traps.halves, 'set `rockpool.corrections` to true'],
  ['groups by a computed number, in the legacy engine', traps.keyTexts, 'set `rockpool.corrections` to true'],
  [
    'CAST and operators under DISTINCT, in the legacy engine',
    traps.otherKeys,
    'set `rockpool.corrections` to true',
  ],
  ['DISTINCT of `*`, in the legacy engine', traps.distinctStar, 'set `rockpool.corrections` to true'],
  ['SUM of a constant, in the legacy engine', traps.sumOfConstant, 'set `rockpool.corrections` to true'],
  ['columns of two tables, mixed in SELECT', traps.joinColumns, 'read columns by their names'],
  ['a computed column of a sub-select, named anew', traps.renamed, 'name it in the sub-select'],
  ['names that the legacy engine drops', traps.dropped(['name']), 'write a function or field that exists'],
  [
    'a statement of this page that only Rockpool knows',
    BEYOND,
    'set `rockpool.strict` to true to have it refused',
  ],
  ...unreadRows(unreadByV2, 'leave it out'),
  ...unreadRows(unreadByLegacy, 'set `rockpool.corrections` to true'),
];

/** The clauses that an engine of the original does not read. */
function unreadRows(
  rules: readonly UnreadRule[],
  remedy: string,
): readonly (readonly [string, string, string])[] {
  return rules.flatMap(({ name, warning }) => (warning === null ? [] : [[name, warning, remedy] as const]));
}
