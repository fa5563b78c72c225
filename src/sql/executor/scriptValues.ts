import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import type { Field, FieldTable } from '../binder/index.ts';
import { compareValues, type SqlValue } from '../values/index.ts';
import { toValue, valueAt } from './documentValues.ts';

/** The values that a script of the original sees in a document: not those of the source but doc values. */

const WITHOUT_DOC_VALUES = new Set(['object', 'nested', 'geo_point', 'binary', 'knn_vector']);

/** The doc values of a field in their order; those of nested documents are not the document's own. */
export function docValues(
  source: JsonObject | undefined,
  field: Field,
  fields: FieldTable,
): readonly SqlValue[] {
  if (field.nestedPath !== null) return [];
  if (WITHOUT_DOC_VALUES.has(field.type)) return [toValue(valueAt(source, field.path), field, fields)];
  const found: SqlValue[] = [];
  collect(source, field.path, (value) => found.push(docValue(value, field, fields)));
  return found.length > 1 ? found.sort(compareValues) : found;
}

/** Strings are values of a boolean field's doc values, though not of its source. */
function docValue(value: JsonValue, field: Field, fields: FieldTable): SqlValue {
  return field.type === 'boolean' ? value === true || value === 'true' : toValue(value, field, fields);
}

/** Passes every value at a dotted path, in arrays of any depth. */
function collect(value: JsonValue | undefined, path: string, found: (value: JsonValue) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, found);
  } else if (path === '') {
    if (value !== null && value !== undefined) found(value);
  } else if (isJsonObject(value)) {
    if (Object.hasOwn(value, path)) {
      collect(value[path], '', found);
      return;
    }
    const dot = path.indexOf('.');
    if (dot >= 0) collect(value[path.slice(0, dot)], path.slice(dot + 1), found);
  }
}
