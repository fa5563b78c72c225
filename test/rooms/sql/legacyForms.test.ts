import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';
import { traps } from '../../../src/sql/dialects/legacy/traps.ts';

/** What the legacy engine of 2.7 takes for names, tables and conditions, and what it refuses. */

const text = { type: 'text', fields: { keyword: { type: 'keyword' } } };
const seed = {
  s: {
    mappings: { properties: { id: { type: 'integer' }, kind: { type: 'keyword' }, bio: text } },
    documents: [
      { id: 1, kind: 'sail', bio: 'quiet tide' },
      { id: 2, kind: 'motor', bio: 'high tide' },
      { id: 3, kind: 'tide', bio: 'harbour' },
    ],
  },
  d: {
    mappings: { properties: { no: { type: 'integer' }, name: { type: 'keyword' } } },
    documents: [
      { no: 1, name: 'dock' },
      { no: 2, name: 'quay' },
    ],
  },
};

/** The parser reads some words as names, and a name with dots as an alias. */
const NAMED: readonly (readonly [sql: string, columns: string, rows: unknown])[] = [
  [
    'SELECT x.id, x.kind x.k FROM s x JOIN d y ON x.id = y.no',
    'x.id x.kind/x.k',
    [
      [1, 'sail'],
      [2, 'motor'],
    ],
  ],
  ['SELECT x.id FROM s x JOIN d y.z ON x.id = y.no', 'x.id', []],
  ['SELECT x.id FROM s x JOIN d y ON x.id = y.no y.name WHERE x.id = 1', 'x.id', [[1]]],
  ['SELECT id, LIMIT FROM s WHERE id < 2 FOR UPDATE', 'id LIMIT', [[1, null]]],
  ['SELECT id FROM s WHERE id < = 2 FOR UPDATE', 'id', [[1], [2]]],
  ['SELECT id FROM s WHERE id IN 2', 'id', [[2]]],
  ["SELECT id FROM s WHERE kind IN ('sa' 'il')", 'id', []],
  ['SELECT id FROM s WHERE ABS(id) IN (1, 2) FOR UPDATE', 'id', []],
  ['SELECT id FROM s WHERE id + 1 BETWEEN 1 AND 2 FOR UPDATE', 'id', []],
  ["SELECT id FROM s WHERE MATCH_QUERY(bio, 'tide', nope=1)", 'id', [[1], [2]]],
  ["SELECT id FROM s WHERE MULTI_MATCH(bio, 'tide')", 'id', [[1], [2], [3]]],
  ["SELECT id FROM s WHERE bio = QUERY('tide') FOR UPDATE", 'id', [[1], [2], [3]]],
  ['SELECT (*), id FROM s WHERE id < 2', 'kind bio id', [['sail', 'quiet tide', 1]]],
  ['SELECT id, LIMIT FROM s ORDER BY kind IS NULL, id LIMIT 1', 'id LIMIT', [[2, null]]],
  ['SELECT kind, (*) FROM s GROUP BY kind', 'kind', [['motor'], ['sail'], ['tide']]],
];

/** Statement → status, type and details of the refusal. */
const REFUSED = `
  SELECT id FROM s WHERE foo(id) FOR UPDATE                            400 SqlParseException unsupported method: foo
  SELECT id FROM s WHERE a.foo(id) = 3                                 400 SqlParseException unsupported method: a.foo
  SELECT id FROM s WHERE ABS(id) FOR UPDATE                            400 SqlParseException unsupported method: ABS
  SELECT id FROM s WHERE CONCAT(kind, 'b') = 'x' FOR UPDATE            400 SqlParseException unsupported method: CONCAT
  SELECT id FROM s WHERE QUERY_STRING('bio', 'tide')                   400 SqlParseException unsupported method: QUERY_STRING
  SELECT id FROM s WHERE REGEXP_QUERY(kind, 's.*')                     400 SqlParseException unsupported method: REGEXP_QUERY
  SELECT id FROM s WHERE id = foo(3) FOR UPDATE                        200 SqlParseException The following query method is not supported: foo
  SELECT id FROM s WHERE kind = 'a' 'b'                                200 SqlParseException The following query method is not supported: CONCAT
  SELECT id FROM s WHERE kind FOR UPDATE                               400 SqlParseException err find condition class com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr
  SELECT id FROM s WHERE id = 3 OR 'x' FOR UPDATE                      400 SqlParseException err find condition class com.alibaba.druid.sql.ast.expr.SQLCharExpr
  SELECT id FROM s WHERE 3 < id FOR UPDATE                             400 SqlParseException err find condition class com.alibaba.druid.sql.ast.expr.SQLIntegerExpr
  SELECT id FROM s WHERE SELECT id = 3                                 400 SqlParseException err find condition class com.alibaba.druid.sql.ast.expr.SQLQueryExpr
  SELECT id FROM s WHERE -id = 3 FOR UPDATE                            400 SqlParseException err find condition class com.alibaba.druid.sql.ast.expr.SQLUnaryExpr
  SELECT x.id FROM s x JOIN d y ON x.id = y.no WHERE 3 < x.id          400 SqlParseException err find condition class com.alibaba.druid.sql.ast.expr.SQLIntegerExpr
  SELECT id FROM s WHERE id * 3 FOR UPDATE                             400 SqlParseException Unsupported operation: *
  SELECT id FROM s WHERE kind REGEXP 's.*' FOR UPDATE                  400 SqlParseException Unsupported operation: REGEXP
  SELECT id FROM s WHERE id <=> 3 FOR UPDATE                           400 SqlParseException Unsupported operation: <=>
  SELECT id FROM s WHERE id + 1 > 3 FOR UPDATE                         400 IllegalArgumentException No enum constant org.opensearch.sql.legacy.domain.Where.CONN.>
  SELECT id FROM s WHERE kind LIKE 'a' ESCAPE 'b'                      400 IllegalArgumentException No enum constant org.opensearch.sql.legacy.domain.Where.CONN.ESCAPE
  SELECT id FROM s WHERE id = 3 + 1 FOR UPDATE                         400 SqlParseException Failed to parse SqlExpression of type class com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr. expression value: 3 + 1
  SELECT id FROM s WHERE id IN (SELECT 3) FOR UPDATE                   400 NullPointerException Cannot invoke "Object.getClass()" because "from" is null
  SELECT 'x', id FROM s FOR UPDATE                                     400 SqlParseException unknown field name : 'x'
  SELECT TRUE FROM s FOR UPDATE                                        400 SqlParseException unknown field name : xTRUE
  SELECT id < kind, LIMIT FROM s                                       400 SqlParseException Unsupported operator: <
  SELECT LIMIT FROM s ORDER BY id AND kind                             400 SqlParseException Unsupported operator: AND
  SELECT LIMIT FROM s ORDER BY 'id'                                    400 SqlParseException unknown field name : 'id'
  SELECT LIMIT FROM s ORDER BY NULL                                    400 SqlParseException unknown field name : NULL
  SELECT LIMIT FROM s ORDER BY id IN (3)                               400 SqlParseException unknown field name : com.alibaba.druid.sql.ast.expr.SQLInListExpr
  SELECT id FROM s WHERE kind > DATE '2024' ORDER BY NULL              400 SemanticCheckException Non-integer constant [null] found in ordinal
  SELECT COUNT(*) FROM s GROUP BY histogram('field' 'id')              400 SqlParseException only support script/nested/children as inner functions
  SELECT COUNT(*) FROM s GROUP BY filters(filter('a', id > 3))         400 SqlParseException only support script/nested/children as inner functions
  SELECT x.id FROM s x JOIN d y ON x.id = y.no WHERE z.kind = 'a'      400 NullPointerException Cannot invoke "org.opensearch.sql.legacy.esdomain.mapping.FieldMappings.has(String)" because "fieldMappings" is null
  SELECT x.id FROM s x JOIN d y ON x.id = y.no WHERE z.kind > 'a'      400 SqlParseException Field [z.kind] with condition [AND z.kind GT a] does not contain an alias
  SELECT x.id FROM s x JOIN d y ON x.id LIKE y.no                      200 RuntimeException On NestedLoops currently only supported Ordered conditions (t2.field2 OPEAR t1.field1) , badCondition was:AND x.id LIKE y.no
  SELECT x.id FROM s x JOIN d y ON x.id <> x.kind                      200 RuntimeException On NestedLoops currently only supported Ordered conditions (t2.field2 OPEAR t1.field1) , badCondition was:AND x.id N x.kind
  SELECT foo(x.id) FROM s x JOIN d y ON x.id = y.no                    200 UnsupportedOperationException The following method is not supported in Schema: foo
  SELECT id FROM s UNION SELECT name FROM d                            200 SqlParseException on multi query fields/aliases of one table should be subset of other
  SELECT kind FROM s GROUP BY kind HAVING kind LIKE 'a' FOR UPDATE     200 RuntimeException java.lang.RuntimeException: org.opensearch.sql.legacy.exception.SqlParseException: Unsupported operation in HAVING clause: LIKE
  SELECT COUNT(*) FROM s GROUP BY histogram(id, '5')                   200 RuntimeException java.lang.NullPointerException: Cannot invoke "String.toLowerCase()" because "kv.key" is null
  SELECT id FROM s WHERE SCORE(id > 3, 'x')                            200 NumberFormatException For input string: "x"
  SELECT id FROM s AND id < 3                                          400 ParserException Right side of the expression [id < 3] is expected to be an identifier
  SELECT x.id FROM s x JOIN d y ON x.id y.no WHERE x.id = 1            400 SqlParseException err find condition class com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr
  SELECT id FROM s WHERE GEO_CELL(kind, 1, 2, 3)                       400 SqlParseException Unsupported operation: GEO_CELL
  SELECT SUM() x FROM s HAVING x > 1                                   200 RuntimeException java.lang.IndexOutOfBoundsException: Index: 0, Size: 0
  SELECT id FROM s - 5 FOR UPDATE                                      400 ParserException Right side of the expression [5] is expected to be an identifier`;

/** Statement → the index that it does not find, and the status. */
const MISSING = `
  SELECT id FROM LIMIT WHERE id < 3                                 400 LIMIT
  SELECT id FROM '1y' s                                             400 '1y'
  SELECT id FROM t - s                                              400 t
  SELECT id FROM s - t                                              200 s - t
  SELECT x.id FROM s - t x JOIN d y ON x.id = y.no                  400 s-t
  SELECT x.id FROM NULL x JOIN d y ON x.id = y.no                   400 NULL
  SELECT x.id FROM s x JOIN LEFT JOIN d y ON x.id = y.no            400 LEFT
  SELECT x.id FROM s x JOIN d y ON x.id , y.no                      400 y.no
  SELECT id FROM s WHERE id = (SELECT MAX(no) FROM t)               400 t
  SELECT id FROM s UNION SELECT kind FROM t                         400 t
  SELECT id FROM true                                               200 xTRUE`;

const rowsOf = (table: string, row: RegExp) =>
  table
    .trim()
    .split('\n')
    .map((line) => (row.exec(line.trim()) ?? []).slice(1));

describe('the forms of the legacy engine', () => {
  let pool: Rockpool;

  beforeAll(async () => {
    pool = await openRockpool({ seed });
    await pool.request('PUT', '/_cluster/settings', { transient: { 'rockpool.strict': true } });
  });
  afterAll(() => pool.close());

  const ask = (query: string, path = '/_plugins/_sql') => pool.request('POST', path, { query });

  it.each(NAMED)('%s', async (sql, columns, rows) => {
    const { text: body } = await ask(sql);
    const { schema = [], datarows } = JSON.parse(body);
    const names = schema.map(({ name, alias }: Record<string, string>) =>
      alias ? `${name}/${alias}` : name,
    );
    expect([names.join(' '), datarows]).toEqual([columns, rows]);
  });

  it.each(rowsOf(REFUSED, /^(.*?)\s{2,}(\d+) (\w+) (.*)$/))(
    'refuses %s',
    async (sql, status, type, details) => {
      const answer = await ask(sql);
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([
        Number(status),
        expect.objectContaining({ type, details }),
      ]);
    },
  );

  it.each(rowsOf(MISSING, /^(.*?)\s{2,}(\d+) (.*)$/))('finds no index for %s', async (sql, status, index) => {
    const answer = await ask(sql);
    const reason = `Error occurred in OpenSearch engine: no such index [${index}]`;
    expect([answer.status, JSON.parse(answer.text).error.reason]).toEqual([Number(status), reason]);
  });

  it.each([
    ['SELECT x.id FROM s x JOIN d y ON x.id = y.no y.name', traps.joinAlias],
    ['SELECT id FROM s WHERE ABS(id) IN (1, 2) FOR UPDATE', traps.computedIn],
    ["SELECT id FROM s WHERE MATCH_QUERY(bio, 'tide', nope=1)", traps.options],
    ["SELECT id FROM s WHERE MULTI_MATCH(bio, 'tide')", traps.allFields],
  ])('warns about %s', async (sql, warning) => {
    expect(String((await ask(sql)).headers.warning)).toContain(warning);
  });

  it('explains by the search of V2 what V2 takes', async () => {
    const { text: body, headers } = await ask('SELECT id FROM s WHERE 2 < id', '/_plugins/_sql/_explain');
    expect(JSON.parse(body).query).toEqual({ range: { id: { gt: 2 } } });
    expect(String(headers.warning)).toContain('the search of the V2 engine');
    const { status } = await ask('SELECT id FROM s WHERE 2 < id', '/_plugins/_sql/_explain?format=json');
    expect(status).toBe(400);
  });

  it('refuses a statement before its format', async () => {
    const table = '/_plugins/_sql?format=table';
    expect((await ask('SELECT id FROM s', table)).text).toContain('unknown response format: table');
    expect((await ask('name id FROM s', table)).text).toContain('Query must start with SELECT');
  });

  it('reads no other text as a cursor', async () => {
    const cursor = async (text: string): Promise<string> =>
      (await pool.request('POST', '/_plugins/_sql', { cursor: text })).text;
    expect(await cursor('d:eyJ9*')).toContain('Illegal base64 character 2a');
    expect(await cursor('d:eyJ9fQ==*')).toContain('Input byte array has incorrect ending byte at 8');
    expect(await cursor('d:e:f')).toContain('Illegal base64 character 3a');
  });
});
