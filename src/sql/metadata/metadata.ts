import type { SearchClient } from '../../client/index.ts';
import { type JsonObject, type JsonValue, OpenSearchError } from '../../common/index.ts';
import type { DescribeTablesNode, ShowTablesNode } from '../ast/index.ts';
import { type FieldInfo, FieldTable } from '../dialects/legacy/translate/index.ts';
import { indexNotFound, SqlError } from '../errors.ts';
import { likeMatches } from '../functions/index.ts';
import type { SqlResult } from '../types.ts';
import { javaMapOrder } from '../values/index.ts';

const TABLE_COLUMNS = [
  ...[
    'TABLE_CAT',
    'TABLE_SCHEM',
    'TABLE_NAME',
    'TABLE_TYPE',
    'REMARKS',
    'TYPE_CAT',
    'TYPE_SCHEM',
    'TYPE_NAME',
  ],
  ...['SELF_REFERENCING_COL_NAME', 'REF_GENERATION'],
];

/** Columns that describe a field, named as in JDBC's getColumns. */
export const columnColumns = [
  ...['TABLE_CAT', 'TABLE_SCHEM', 'TABLE_NAME', 'COLUMN_NAME', 'DATA_TYPE', 'TYPE_NAME', 'COLUMN_SIZE'],
  ...[
    'BUFFER_LENGTH',
    'DECIMAL_DIGITS',
    'NUM_PREC_RADIX',
    'NULLABLE',
    'REMARKS',
    'COLUMN_DEF',
    'SQL_DATA_TYPE',
  ],
  ...[
    'SQL_DATETIME_SUB',
    'CHAR_OCTET_LENGTH',
    'ORDINAL_POSITION',
    'IS_NULLABLE',
    'SCOPE_CATALOG',
    'SCOPE_SCHEMA',
  ],
  ...['SCOPE_TABLE', 'SOURCE_DATA_TYPE', 'IS_AUTOINCREMENT', 'IS_GENERATEDCOLUMN'],
];

/** Mapping types known to SQL; fields of other types are not listed. */
const DESCRIBED: ReadonlySet<string> = new Set([
  ...['text', 'keyword', 'ip', 'geo_point', 'binary', 'date', 'date_nanos', 'object', 'nested', 'boolean'],
  ...['byte', 'short', 'integer', 'long', 'half_float', 'float', 'scaled_float', 'double'],
]);

/** `SHOW TABLES LIKE …`: indices and aliases. */
export async function showTables(
  { pattern, byWords }: ShowTablesNode,
  client: SearchClient,
): Promise<SqlResult> {
  const [cluster, names] = await Promise.all([client.clusterName(), client.listTables()]);
  const tables = names.filter((name) => pattern === null || likeMatches(name, pattern));
  if (byWords && pattern !== null && tables.length === 0) checkFound(pattern);
  const rows = tables.map((name) =>
    sheetRow(TABLE_COLUMNS, { TABLE_CAT: cluster, TABLE_NAME: name, TABLE_TYPE: 'BASE TABLE' }),
  );
  return metadataResult(TABLE_COLUMNS, rows, await rawMappings(client, tables));
}

/** A name without wildcards must exist. */
function checkFound(pattern: string): void {
  if (/[%_.*]/.test(pattern)) return;
  const { details, type, reason } = indexNotFound(pattern);
  throw new SqlError(type, details, { reason, httpStatus: 200, bodyStatus: 404 });
}

/** `DESCRIBE TABLES LIKE … [COLUMNS LIKE …]`. Throws SqlError IndexNotFoundException for a name without wildcard. */
export async function describeTables(node: DescribeTablesNode, client: SearchClient): Promise<SqlResult> {
  const cluster = await client.clusterName();
  const tables = await describedTables(node.pattern ?? '%', client).catch((error) => {
    if (node.byWords && error instanceof SqlError) checkFound(node.pattern ?? '%');
    throw error;
  });
  const rows: JsonValue[][] = [];
  for (const [table, mappings] of tables) {
    for (const row of columnRows(cluster, table, FieldTable.of(mappings))) {
      if (node.columnPattern === null || likeMatches(String(row[COLUMN_NAME]), node.columnPattern))
        rows.push(row);
    }
  }
  return metadataResult(columnColumns, rows, await rawMappings(client, [...tables.keys()]));
}

const COLUMN_NAME = columnColumns.indexOf('COLUMN_NAME');

async function describedTables(
  pattern: string,
  client: SearchClient,
): Promise<Map<string, Iterable<JsonObject>>> {
  const found = new Map<string, Iterable<JsonObject>>();
  const names = pattern.includes('%')
    ? (await client.listTables()).filter((name) => likeMatches(name, pattern))
    : [pattern];
  for (const name of names) found.set(name, await mappingsOf(name, client));
  return found;
}

async function mappingsOf(name: string, client: SearchClient): Promise<Iterable<JsonObject>> {
  try {
    return (await client.getMappings(name)).values();
  } catch (error) {
    if (error instanceof OpenSearchError && error.type === 'index_not_found_exception')
      throw indexNotFound(name);
    throw error;
  }
}

/**
 * Top-level fields in the order of Java's hash maps, their members by name; positions start at 0, as
 * recorded.
 */
function columnRows(cluster: string, table: string, fields: FieldTable): JsonValue[][] {
  const ordered: FieldInfo[] = [];
  const add = (names: readonly string[]): void => {
    for (const name of names) {
      ordered.push(fields.get(name) as FieldInfo);
      add(sortedNames(fields.membersOf(name)));
    }
  };
  add(javaMapOrder(sortedNames(fields.topLevel())));
  return ordered.map((field, i) =>
    sheetRow(columnColumns, {
      TABLE_CAT: cluster,
      TABLE_NAME: table,
      COLUMN_NAME: field.name,
      TYPE_NAME: field.type,
      NUM_PREC_RADIX: 10,
      NULLABLE: 2,
      ORDINAL_POSITION: i,
      IS_NULLABLE: '',
      IS_AUTOINCREMENT: 'NO',
      IS_GENERATEDCOLUMN: '',
    }),
  );
}

function sortedNames(fields: readonly FieldInfo[]): string[] {
  return fields
    .filter(({ type }) => DESCRIBED.has(type))
    .map(({ name }) => name)
    .sort();
}

function sheetRow(columns: readonly string[], values: JsonObject): JsonValue[] {
  return columns.map((column) => values[column] ?? null);
}

function metadataResult(columns: readonly string[], rows: JsonValue[][], raw: JsonObject): SqlResult {
  const schema = columns.map((name) => ({ name, type: 'keyword' }));
  return { profile: 'v2', schema, rows, total: rows.length, cursor: null, warnings: [], raw };
}

/** `format=json`: the mappings by index. */
async function rawMappings(client: SearchClient, names: readonly string[]): Promise<JsonObject> {
  const raw: JsonObject = {};
  for (const name of names) {
    for (const [index, mapping] of await client.getMappings(name)) raw[index] = { mappings: mapping };
  }
  return raw;
}
