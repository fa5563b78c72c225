import type { ClientHit } from '../../../client/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../common/index.ts';
import type { CaseNode, ExpressionNode } from '../../ast/index.ts';
import { AnswerableRefusal, SqlError } from '../../errors.ts';
import type { SchemaColumn } from '../../types.ts';
import { javaMapOrder } from '../../values/index.ts';
import { jdbcDate } from './dates.ts';
import type { FieldTable, HitColumn } from './translate/index.ts';

/** How a column of the answer reads a hit; `path` names the nested documents that it reads instead. */
export interface RowColumn {
  readonly schema: SchemaColumn;
  readonly path: string | null;
  readonly read: (source: JsonObject, hit: ClientHit) => JsonValue;
  /** Of a date that JDBC prints in its own form: the name and the format of its field. */
  readonly date?: { readonly name: string; readonly format: string | null };
}

/** `isRaw`: dates as they are in the source (csv, raw). */
export function rowColumns(columns: readonly HitColumn[], fields: FieldTable, isRaw: boolean): RowColumn[] {
  const [only, ...others] = columns;
  const written = columns.filter(({ kind }) => kind !== 'all');
  const known = written.flatMap((column) => rowColumn(column, fields, isRaw));
  // The original keeps what it knows of a column under its name: the last one of a name speaks for all.
  const byName = new Map(known.map((column) => [column.schema.name, column] as const));
  if (!columns.some(isWildcard)) return known.map(({ schema: { name } }) => byName.get(name) as RowColumn);
  const found = columns.flatMap((column) =>
    column.kind === 'script' ? [] : rowColumn(column, fields, isRaw),
  );
  const all = found.map((column) => byName.get(column.schema.name) ?? column);
  const roots = only.kind === 'all' && only.isPlain && others.length === 0 ? rootColumns(fields) : [];
  return [...inMapOrder(all, columns, fields), ...roots];
}

function isWildcard(column: HitColumn): boolean {
  if (column.kind === 'all') return true;
  return (column.kind === 'nested' || column.kind === 'source') && column.field.endsWith('.*');
}

/** The original lists what a wildcard finds by a map of all fields that the statement names. */
function inMapOrder(
  all: readonly RowColumn[],
  columns: readonly HitColumn[],
  fields: FieldTable,
): RowColumn[] {
  const byName = new Map(all.map((column) => [column.schema.name, column] as const));
  const others = columns.some(({ kind }) => kind === 'all') ? [...fields.leafNames(), ...META_FIELDS] : [];
  const names = javaMapOrder([...new Set([...others, ...byName.keys()])]);
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** Fields that every mapping of 2.7 has: they have a part in the order of the others. */
export const META_FIELDS: readonly string[] = [
  ...['_data_stream_timestamp', '_doc_count', '_feature', '_field_names', '_id', '_ignored', '_index'],
  ...['_nested_path', '_routing', '_seq_no', '_source', '_version'],
];

function rowColumn(column: HitColumn, fields: FieldTable, isRaw: boolean): RowColumn[] {
  switch (column.kind) {
    case 'all':
      return topColumns(fields, isRaw);
    case 'source':
      return isMeta(column.field) ? [] : [fieldColumn(column.field, column.alias, null, fields, isRaw)];
    case 'nested':
      if (!column.field.endsWith('.*'))
        return [fieldColumn(column.field, column.alias, column.path, fields, isRaw)];
      return javaMapOrder(fields.membersOf(column.path).map(({ name }) => name)).map((name) =>
        fieldColumn(name, null, column.path, fields, isRaw),
      );
    case 'script': {
      const schema = { name: column.shown, type: scriptType(column.expression) };
      const read = (_: JsonObject, hit: ClientHit): JsonValue =>
        (hit.fields?.[column.shown]?.[0] ?? null) as JsonValue;
      return [{ schema, path: null, read }];
    }
  }
}

/** Types that the original does not know are left out. */
function topColumns(fields: FieldTable, isRaw: boolean): RowColumn[] {
  const leaves = fields.topLevel().filter(({ type }) => LEGACY_TYPES.has(type));
  return leaves.map(({ name }) => fieldColumn(name, null, null, fields, isRaw));
}

/** Objects and nested fields that have members are text columns with the raw value. */
function rootColumns(fields: FieldTable): RowColumn[] {
  const owners = fields.leafNames().flatMap((name) => {
    const dot = name.lastIndexOf('.');
    return dot < 0 || fields.get(name) === undefined ? [] : [name.slice(0, dot)];
  });
  return javaMapOrder([...new Set(owners)]).map((name) => ({
    schema: { name, alias: '', type: 'text' },
    path: null,
    read: (source: JsonObject) => valueAt(source, name),
  }));
}

function isObject(type: string): boolean {
  return type === 'object' || type === 'nested';
}

export function isLegacyType(type: string): boolean {
  return LEGACY_TYPES.has(type);
}

const LEGACY_TYPES: ReadonlySet<string> = new Set([
  ...[
    'text',
    'keyword',
    'ip',
    'long',
    'integer',
    'short',
    'byte',
    'double',
    'float',
    'half_float',
    'scaled_float',
  ],
  ...[
    'date',
    'boolean',
    'binary',
    'integer_range',
    'float_range',
    'long_range',
    'double_range',
    'date_range',
  ],
]);

function fieldColumn(
  name: string,
  alias: string | null,
  path: string | null,
  fields: FieldTable,
  isRaw: boolean,
): RowColumn {
  const mapped = fields.typeOf(name);
  const type = name === SCORE ? 'float' : isObject(mapped) ? 'object' : mapped;
  const schema: SchemaColumn = alias === null ? { name, type } : { name, alias, type };
  const inner = path === null ? name : name.slice(path.length + 1);
  const read = (source: JsonObject, hit: ClientHit): JsonValue =>
    name === SCORE ? hit._score : valueAt(source, inner);
  if (type !== 'date' || isRaw) return { schema, path, read };
  return { schema, path, read, date: { name, format: fields.get(name)?.format ?? null } };
}

const SCORE = '_score';

/** What the original takes for a field of its own: no column of an answer, but for the score. */
function isMeta(name: string): boolean {
  return name.startsWith('_') && name !== SCORE;
}

/** A dotted name in a source: objects may be nested, their names may hold dots. */
export function valueAt(source: JsonObject, name: string): JsonValue {
  if (Object.hasOwn(source, name)) return source[name];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const parent = Object.hasOwn(source, name.slice(0, dot)) ? source[name.slice(0, dot)] : undefined;
    if (isJsonObject(parent)) return valueAt(parent, name.slice(dot + 1));
  }
  return null;
}

/** Expressions are double, whatever they compute; CASE is text, CAST its type: the original knows no better. */
function scriptType(expression: ExpressionNode | CaseNode): string {
  if (expression.kind === 'case') return 'text';
  if (expression.kind !== 'cast') return 'double';
  switch (expression.type.toUpperCase()) {
    case 'INT':
    case 'INTEGER':
      return 'integer';
    case 'LONG':
      return 'long';
    case 'FLOAT':
      return 'float';
    case 'STRING':
      return 'text';
    case 'DATE':
    case 'DATETIME':
    case 'TIMESTAMP':
      return 'date';
    default:
      return 'double';
  }
}

/**
 * The rows of hits. Selected nested columns make a row of each inner hit, two paths a row of each pair; a document
 * without inner hits of a selected path has none.
 */
export function hitRows(hits: readonly ClientHit[], columns: readonly RowColumn[]): JsonValue[][] {
  const paths = [...new Set(columns.map(({ path }) => path).filter((path) => path !== null))];
  const dates = datesOf(columns);
  return hits.flatMap((hit) =>
    combinations(hit, paths).map((sources) => withDate(rowOf(hit, columns, sources), dates)),
  );
}

interface DatePlace {
  readonly at: number;
  readonly format: string | null;
}

/** The date columns, in the order of the original's hash set. */
function datesOf(columns: readonly RowColumn[]): readonly DatePlace[] {
  const places = new Map<string, DatePlace>();
  columns.forEach(({ date }, at) => {
    if (date !== undefined && !places.has(date.name)) places.set(date.name, { at, format: date.format });
  });
  return javaMapOrder([...places.keys()]).flatMap((name) => places.get(name) ?? []);
}

/** The original writes the first date of a row that it can read, and no other. */
function withDate(row: JsonValue[], dates: readonly DatePlace[]): JsonValue[] {
  for (const { at, format } of dates) {
    const date = jdbcDate(row[at], format);
    if (date === row[at]) continue;
    row[at] = date;
    break;
  }
  return row;
}

/** The original answers no document without a nested one that it could show. */
function noInnerHit(): AnswerableRefusal {
  const options = { httpStatus: 200, bodyStatus: 500 };
  const details = 'Index 0 out of bounds for length 0';
  return new AnswerableRefusal(new SqlError('ArrayIndexOutOfBoundsException', details, options));
}

type NestedSources = ReadonlyMap<string | null, JsonObject>;

function combinations(hit: ClientHit, paths: readonly string[]): NestedSources[] {
  let rows: NestedSources[] = [new Map([[null, hit._source ?? {}]])];
  for (const path of paths) {
    const inner = hit.inner_hits?.[path]?.hits.hits ?? [];
    if (inner.length === 0) throw noInnerHit();
    rows = rows.flatMap((row) => inner.map((nested) => new Map([...row, [path, nested._source ?? {}]])));
  }
  return rows;
}

function rowOf(hit: ClientHit, columns: readonly RowColumn[], sources: NestedSources): JsonValue[] {
  return columns.map(({ path, read }) => read(sources.get(path) ?? {}, hit));
}
