import type { JsonValue } from '../common/index.ts';

/** What may stand in a `${…}` of a statement. A list becomes `(?, ?, …)`: write it after IN. */
export type SqlValue = string | number | bigint | boolean | Date | null | Identifier | readonly SqlScalar[];
export type SqlScalar = string | number | bigint | boolean | Date | null;

/** A name (of a table, a column) in a statement. */
export class Identifier {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A name that is not known before: `` sql`SELECT * FROM ${identifier(table)}` ``. Throws for a backtick. */
export function identifier(name: string): Identifier {
  if (name === '' || name.includes('`')) throw new TypeError(`not a name for SQL: ${JSON.stringify(name)}`);
  return new Identifier(name);
}

export interface SqlParameter {
  readonly type: string;
  readonly value: JsonValue;
}

/** A statement with `?` for its values. */
export interface BoundSql {
  readonly query: string;
  readonly parameters: readonly SqlParameter[];
}

/** A tagged template as a statement: values are sent beside the text, never in it. Throws TypeError for other values. */
export function bindSql(texts: readonly string[], values: readonly SqlValue[]): BoundSql {
  const parameters: SqlParameter[] = [];
  const placeholder = (value: SqlScalar): string => {
    parameters.push(parameterOf(value));
    return '?';
  };
  let query = texts[0];
  values.forEach((value, i) => {
    if (value instanceof Identifier) query += `\`${value.name}\``;
    else if (Array.isArray(value)) query += `(${nonEmpty(value).map(placeholder).join(', ')})`;
    else query += placeholder(value as SqlScalar);
    query += texts[i + 1];
  });
  return { query, parameters };
}

/** A statement with `?` in it, and the values for them in their order. Throws TypeError for other values. */
export function bindParameters(query: string, values: readonly SqlScalar[]): BoundSql {
  return { query, parameters: values.map(parameterOf) };
}

function nonEmpty(list: readonly SqlScalar[]): readonly SqlScalar[] {
  if (list.length === 0) throw new TypeError('an empty list has no form in SQL');
  return list;
}

function parameterOf(value: SqlScalar): SqlParameter {
  if (value === null) return { type: 'null', value: null };
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (typeof value === 'bigint') return { type: 'long', value: String(value) };
  if (typeof value === 'number' && Number.isFinite(value)) {
    return { type: Number.isSafeInteger(value) ? 'long' : 'double', value };
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    return { type: 'timestamp', value: value.toISOString().replace('T', ' ').replace('Z', '') };
  }
  throw new TypeError(`no value for SQL: ${String(value)}`);
}
