import { isJsonObject, type JsonObject, type JsonValue, type Pacer } from '../../../../common/index.ts';
import type { SchemaColumn } from '../../../types.ts';
import { javaMapOrder } from '../../../values/index.ts';
import { jdbcDate } from '../dates.ts';
import { madeAnswer } from '../rowSets.ts';
import { joinColumns } from './columns.ts';
import type { JoinRow } from './operator.ts';
import { type JoinPlan, projectedFields } from './plan.ts';
import { type ColumnReader, columnReader } from './rowValues.ts';
import type { JoinSides } from './statement.ts';

export interface JoinAnswer {
  readonly schema: readonly SchemaColumn[];
  readonly rows: readonly (readonly JsonValue[])[];
  /** The search answer that the original makes up; null where it is not printed. */
  readonly raw: JsonObject | null;
}

/** What is printed. */
export interface AnswerForm {
  readonly format: string;
  /** Those that were asked. */
  readonly shards: number;
}

/** For `jdbc` the first date column of a row is written as JDBC has it; the original stops there. */
export async function joinAnswer(
  rows: readonly JoinRow[],
  sides: JoinSides,
  algorithm: JoinPlan['algorithm'],
  { format, shards }: AnswerForm,
  pacer: Pacer,
): Promise<JoinAnswer> {
  const schema = joinColumns(sides);
  const members = rowMembers(sides, algorithm);
  if (format === 'csv') return csvAnswer(schema, joinedHits(rows, members, sides));
  // raw looks for columns by their own names, under which a column with an alias is not.
  const keyOf = ({ name, alias }: SchemaColumn): string => (format === 'raw' ? name : (alias ?? name));
  const readers = schema.map((column) => memberReader(keyOf(column), members, sides));
  const dates = format === 'jdbc' ? dateColumns(schema) : [];
  const values = await pacer.map(rows, (row) => {
    const printed = readers.map((read) => read(row));
    formatDate(printed, dates);
    return printed;
  });
  return {
    schema,
    rows: values,
    raw: format === 'json' ? madeAnswer(joinedHits(rows, members, sides), shards) : null,
  };
}

/** csv prints the members of the joined documents, in the order of Java's hash maps, and NULL as `null`. */
function csvAnswer(schema: readonly SchemaColumn[], hits: readonly JsonObject[]): JoinAnswer {
  const sources = hits.map(({ _source }) => hashOrdered(_source as JsonObject) as JsonObject);
  const names = [...new Set(sources.flatMap(Object.keys))];
  const typeOf = (name: string): string =>
    schema.find((column) => (column.alias ?? column.name) === name)?.type ?? 'keyword';
  return {
    schema: names.map((name) => ({ name, type: typeOf(name) })),
    rows: sources.map((source) =>
      names.map((name) => (source[name] === null ? 'null' : (source[name] ?? null))),
    ),
    raw: null,
  };
}

function hashOrdered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(hashOrdered);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(javaMapOrder(Object.keys(value)).map((name) => [name, hashOrdered(value[name])]));
}

/** A member of a row: its key, and the full name that it is read by (`s.*`: all that the document has). */
interface Member {
  readonly key: string;
  readonly name: string;
}

/** In the order in which the original writes them: of two with one key, the later one stays. */
function rowMembers(sides: JoinSides, algorithm: JoinPlan['algorithm']): Member[] {
  const aliases = new Map<string, string | null>();
  for (const [alias, fields] of projectedFields(sides)) {
    // Nested loops look for a field of the name `*`, and find none.
    const found =
      algorithm === 'hash' ? fields : fields.filter(({ name, alias: of }) => name !== '*' || of !== null);
    for (const field of found) aliases.set(`${alias}.${field.name}`, field.alias);
  }
  return javaMapOrder([...aliases.keys()]).map((name) => ({ key: aliases.get(name) || name, name }));
}

function memberReader(key: string, members: readonly Member[], sides: JoinSides): ColumnReader {
  const member = members.findLast(
    ({ key: own, name }) =>
      own === key ||
      (name.endsWith('.*') && key.startsWith(name.slice(0, -1)) && !key.slice(name.length - 1).includes('.')),
  );
  if (member === undefined) return () => null;
  return columnReader(member.name.endsWith('.*') ? key : member.name, sides);
}

/** The places of each date column that goes by its own name, in the order of a hash set. */
function dateColumns(schema: readonly SchemaColumn[]): number[][] {
  const names = schema
    .filter(({ type, alias }) => type === 'date' && alias === undefined)
    .map(({ name }) => name);
  return javaMapOrder([...new Set(names)])
    .filter((name) => name.split('.').length === 2)
    .map((name) => schema.flatMap((column, place) => (column.name === name ? [place] : [])));
}

function formatDate(row: JsonValue[], columns: readonly (readonly number[])[]): void {
  for (const places of columns) {
    const [first] = places;
    const date = jdbcDate(row[first]);
    if (date === row[first]) continue;
    for (const place of places) row[place] = date;
    return;
  }
}

function joinedHits(rows: readonly JoinRow[], members: readonly Member[], sides: JoinSides): JsonObject[] {
  const readers = members.map(({ name }) => columnReader(name, sides));
  return rows.map((row) => {
    const source: JsonObject = {};
    members.forEach(({ key, name }, i) => {
      if (name.endsWith('.*')) Object.assign(source, starMembers(row, name.slice(0, -2), sides));
      else source[key] = readers[i](row);
    });
    return { _id: `${row.left._id}|${row.right?._id ?? '0'}`, _score: null, _source: source };
  });
}

function starMembers({ left, right }: JoinRow, alias: string, sides: JoinSides): JsonObject {
  const sources = [left._source, right?._source];
  const named = sources.map((source, i) => (sides[i].table.alias === alias ? (source ?? {}) : {}));
  const members = named.flatMap((source) => Object.entries(source));
  return Object.fromEntries(members.map(([name, value]) => [`${alias}.${name}`, value]));
}
