import type { JsonObject } from '../../../../common/index.ts';
import { isJsonObject } from '../../../../common/index.ts';
import { SqlError } from '../../../errors.ts';
import type { SchemaColumn } from '../../../types.ts';
import { javaMapOrder } from '../../../values/index.ts';
import { isLegacyType, META_FIELDS } from '../hitRows.ts';
import type { JoinField } from './fields.ts';
import type { JoinSide, JoinSides } from './statement.ts';

/** The columns of a join's answer: those of the left table, then those of the right one. */
export function joinColumns(sides: JoinSides): SchemaColumn[] {
  return sides.flatMap((side) => {
    const other = side === sides[0] ? sides[1] : sides[0];
    const isWhole = side.selectsAll || (side.selected.length === 0 && other.selected.length === 0);
    return tableColumns(side, isWhole);
  });
}

/** Throws SqlError for a name that is not one index's. `isWhole`: all fields, objects as texts. */
function tableColumns(side: JoinSide, isWhole: boolean): SchemaColumn[] {
  const { selected, table } = side;
  if (table.mapping === null) {
    throw lateError(
      'IllegalArgumentException',
      `Index type [${table.index} AS ${table.alias}] does not exist`,
    );
  }
  const isStarred = isWhole || selected.some(({ name }) => name.includes('*'));
  const names = isStarred
    ? allNames(table.mapping)
    : selected.map((field) => (field.emptyType === null ? field.name : (field.alias ?? field.name)));
  const byName = new Map(
    selected.map((field) => [field.emptyType === null ? field.name : field.alias, field]),
  );
  const columns = names.flatMap((name) => fieldColumn(name, byName.get(name), side, isWhole));
  if (!isWhole || selected.length > 0) return columns;
  const parents = names.filter((name) => name.includes('.') && isProperty(name, side));
  const paths = javaMapOrder([...new Set(parents.map((name) => name.slice(0, name.lastIndexOf('.'))))]);
  return [...columns, ...paths.map((path) => ({ name: `${table.alias}.${path}`, alias: '', type: 'text' }))];
}

function fieldColumn(
  name: string,
  field: JoinField | undefined,
  { table }: JoinSide,
  isWhole: boolean,
): SchemaColumn[] {
  const full = `${table.alias}.${name}`;
  if (field !== undefined && field.emptyType !== null) return [{ name: full, type: field.emptyType }];
  const alias = field?.alias ?? null;
  const named = alias === null ? { name: full } : { name: full, alias };
  if (name === '_score') return [{ ...named, type: 'float' }];
  if (name.startsWith('_') || (name.includes('.') && field === undefined)) return [];
  const type = table.fields.typeOf(name);
  const known = type === 'nested' ? 'object' : type;
  if (known === 'object' || isLegacyType(known)) return [{ ...named, type: known }];
  if (isWhole) return [];
  throw lateError(
    'IllegalArgumentException',
    `${known.toUpperCase()} fieldName types are currently not supported.`,
  );
}

/** A member of an object, not a multi-field. */
function isProperty(name: string, { table }: JoinSide): boolean {
  return table.fields.get(name) !== undefined;
}

/** The full names of a mapping's fields and multi-fields, in the order of the original's hash map. */
function allNames(mapping: JsonObject): string[] {
  return javaMapOrder([...META_FIELDS, ...leafNames(mapping, '')]);
}

function leafNames({ properties, fields }: JsonObject, prefix: string): string[] {
  return [properties, fields].filter(isJsonObject).flatMap((members) =>
    Object.entries(members).flatMap(([key, definition]) => {
      if (!isJsonObject(definition)) return [];
      const name = prefix + key;
      const below = leafNames(definition, `${name}.`);
      return isJsonObject(definition.properties) ? below : [name, ...below];
    }),
  );
}

/** An error of an answer that has begun. */
function lateError(type: 'IllegalArgumentException', details: string): SqlError {
  return new SqlError(type, details, { httpStatus: 200, bodyStatus: 500 });
}
