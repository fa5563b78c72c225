import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import type { SqlType } from '../types.ts';

/** The fields of the indices behind a name, flattened to dotted paths, in mapping order. */

export interface Field {
  readonly path: string;
  readonly type: SqlType;
  /** The type as in the mapping: `half_float`, `date_nanos`. */
  readonly mappingType: string;
  /** The format of a date field; null for the default. */
  readonly format: string | null;
  /**
   * The path for `=`, ORDER BY and GROUP BY: a text field's keyword subfield, otherwise the field itself.
   * Null when there is none.
   */
  readonly exactPath: string | null;
  /** The nearest enclosing nested field; null at the top level. */
  readonly nestedPath: string | null;
  /** Listed by `SELECT *`. */
  readonly inStar: boolean;
}

/** Whether the original's plugin knows the field's type. */
export function isOfOriginal({ mappingType }: Field): boolean {
  return TYPES.has(mappingType) && !HIDDEN.has(mappingType);
}

export type FieldTable = ReadonlyMap<string, Field>;

const TYPES: ReadonlyMap<string, SqlType> = new Map<string, SqlType>([
  ['text', 'text'],
  ['match_only_text', 'text'],
  ['keyword', 'keyword'],
  ['constant_keyword', 'keyword'],
  ['wildcard', 'keyword'],
  ['byte', 'byte'],
  ['short', 'short'],
  ['integer', 'integer'],
  ['long', 'long'],
  ['unsigned_long', 'long'],
  ['half_float', 'float'],
  ['float', 'float'],
  ['scaled_float', 'double'],
  ['double', 'double'],
  ['boolean', 'boolean'],
  ['date', 'timestamp'],
  ['date_nanos', 'timestamp'],
  ['ip', 'ip'],
  ['binary', 'binary'],
  ['geo_point', 'geo_point'],
  ['object', 'object'],
  ['nested', 'nested'],
  ['knn_vector', 'knn_vector'],
]);

/** Types that the original's SELECT * leaves out. */
const HIDDEN = new Set(['knn_vector', 'unsigned_long', 'constant_keyword', 'wildcard', 'match_only_text']);

interface Made {
  readonly of: readonly JsonObject[];
  readonly table: FieldTable;
}

/** Cached by the last of the mappings a table was built from. */
const made = new WeakMap<JsonObject, Made>();

/**
 * A field that occurs in several indices has the type of the last one. The same mappings return the same
 * table.
 */
export function fieldTableOf(mappings: Iterable<JsonObject>): FieldTable {
  const of = [...mappings];
  const last = of.at(-1);
  const known = last && made.get(last);
  if (known?.of.length === of.length && known.of.every((mapping, i) => mapping === of[i])) return known.table;
  const table = new Map<string, Field>();
  for (const mapping of of) addProperties(table, mapping.properties, '', null);
  if (last !== undefined) made.set(last, { of, table });
  return table;
}

function addProperties(
  table: Map<string, Field>,
  properties: JsonValue | undefined,
  prefix: string,
  nestedPath: string | null,
): void {
  if (!isJsonObject(properties)) return;
  for (const [name, mapping] of Object.entries(properties)) {
    if (!isJsonObject(mapping)) continue;
    const path = prefix + name;
    const mappingType = typeof mapping.type === 'string' ? mapping.type : 'object';
    if (mappingType === 'alias') continue;
    const type = TYPES.get(mappingType) ?? 'object';
    const inStar = prefix === '' && TYPES.has(mappingType) && !HIDDEN.has(mappingType);
    const format = typeof mapping.format === 'string' ? mapping.format : null;
    const exactPath = type === 'text' ? keywordOf(path, mapping.fields) : path;
    table.set(path, { path, type, mappingType, format, exactPath, nestedPath, inStar });
    addProperties(table, mapping.properties, `${path}.`, type === 'nested' ? path : nestedPath);
  }
}

/** Prefers a subfield named `keyword`, otherwise the first one of that type. */
function keywordOf(path: string, fields: JsonValue | undefined): string | null {
  if (!isJsonObject(fields)) return null;
  const names = Object.keys(fields).filter((name) => {
    const field = fields[name];
    return isJsonObject(field) && field.type === 'keyword';
  });
  if (names.length === 0) return null;
  return `${path}.${names.includes('keyword') ? 'keyword' : names[0]}`;
}
