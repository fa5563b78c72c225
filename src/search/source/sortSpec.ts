import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonAt,
  objectExpected,
} from '../../common/index.ts';
import {
  isScalar,
  type ObjectMember,
  objectMember,
  placedAt,
  readMembers,
  readText,
  scalarMember,
  textMember,
  textOrObjectMember,
} from '../../query/index.ts';
import { parseScriptSource, type ScriptSource } from '../../script/index.ts';
import { type GeoSortSpec, readGeoSort } from './geoSortSpec.ts';
import {
  type NestedSort,
  NO_NESTED,
  nestedFilter,
  readMode,
  readNestedObject,
  readOrder,
  type SortMode,
  type SortOrder,
  type Writable,
} from './sortParts.ts';

/** The conversion of a field's numbers by `numeric_type`. */
export type NumericSortType = (typeof NUMERIC_TYPES)[number];
const NUMERIC_TYPES = ['long', 'double', 'date', 'date_nanos'] as const;

/** A parsed key of `sort`. */
export type SortSpec =
  | { readonly kind: 'score'; readonly order: SortOrder }
  | { readonly kind: 'doc'; readonly order: SortOrder }
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly order: SortOrder;
      readonly missing: JsonValue;
      readonly mode: SortMode | null;
      readonly unmappedType: string | null;
      readonly numericType: NumericSortType | null;
      readonly nested: NestedSort | null;
    }
  | {
      readonly kind: 'script';
      readonly script: ScriptSource;
      readonly type: 'number' | 'string';
      readonly order: SortOrder;
      readonly mode: SortMode | null;
    }
  | GeoSortSpec;

type FieldSpec = Extract<SortSpec, { kind: 'field' }>;

/** `sort`: a name, an object, or an array of these. */
export function readSort(container: JsonObject, key: string): SortSpec[] {
  const value = container[key];
  if (Array.isArray(value)) return value.flatMap((_, i) => readItem(value, i));
  return isScalar(value) ? [simple(readText(value), null)] : readItem(container, key);
}

function readItem(container: JsonObject | readonly JsonValue[], key: string | number): SortSpec[] {
  const item = jsonAt(container, key);
  if (typeof item === 'string') return [simple(item, null)];
  if (isJsonObject(item)) return Object.keys(item).map((name) => readNamed(item, name));
  throw malformedSort().placedAt({ container, key, edge: 'value' });
}

function malformedSort() {
  return illegalArgument(
    'malformed sort format, within the sort array, an object, or an actual string are allowed',
  );
}

function simple(field: string, order: SortOrder | null): SortSpec {
  if (field === '_score') return { kind: 'score', order: order ?? 'desc' };
  if (field === '_doc') return { kind: 'doc', order: order ?? 'asc' };
  return { ...FIELD_DEFAULTS, field, order: order ?? 'asc' };
}

const FIELD_DEFAULTS: FieldSpec = {
  kind: 'field',
  field: '',
  order: 'asc',
  missing: null,
  mode: null,
  unmappedType: null,
  numericType: null,
  nested: null,
};

const PARSER_NAMES = new Map([
  ['_script', '_script'],
  ['_score', '_score'],
]);

function readNamed(item: JsonObject, name: string): SortSpec {
  const value = onlyObject(item[name]);
  if (typeof value === 'string') return simple(name, orderAt(item, name));
  const isDistance = name === '_geo_distance' || name === '_geoDistance';
  if (isDistance && hasNoTokens(value)) {
    readGeoSort(membersAfter(item, name));
    // Then the original has read past the end of this item.
    throw malformedSort();
  }
  if (!isJsonObject(value)) throw objectExpected(PARSER_NAMES.get(name) ?? 'field_sort', item, name);
  if (name === '_script') return readScriptSort(value);
  if (isDistance) return readGeoSort(value);
  if (name === '_score') {
    const score: Writable<Extract<SortSpec, { kind: 'score' }>> = { kind: 'score', order: 'desc' };
    readMembers('_score', value, { order: textMember((json) => void (score.order = readOrder(json.order))) });
    return score;
  }
  return readFieldSort(name, value);
}

/** The original steps over the brackets of a list with one object. */
function onlyObject(value: JsonValue): JsonValue {
  return Array.isArray(value) && value.length === 1 && isJsonObject(value[0]) ? value[0] : value;
}

function orderAt(item: JsonObject, name: string): SortOrder {
  return placedAt({ container: item, key: name, edge: 'value' }, () => readOrder(item[name]));
}

function hasNoTokens(value: JsonValue): boolean {
  return isScalar(value) || (Array.isArray(value) && value.length === 0);
}

/** What the original takes for the members of a distance that is no object. */
function membersAfter(item: JsonObject, name: string): JsonObject {
  const names = Object.keys(item);
  return Object.fromEntries(names.slice(names.indexOf(name) + 1).map((key) => [key, item[key]]));
}

function readFieldSort(field: string, body: JsonObject): SortSpec {
  const spec: Writable<FieldSpec> = { ...FIELD_DEFAULTS, field };
  readMembers('field_sort', body, {
    missing: scalarMember((json) => void (spec.missing = json.missing)),
    unmapped_type: textMember((json) => void (spec.unmappedType = readText(json.unmapped_type))),
    order: textMember((json) => void (spec.order = readOrder(json.order))),
    mode: textMember((json) => void (spec.mode = readMode(json.mode))),
    numeric_type: textMember(
      (json) => void (spec.numericType = readNumericType(readText(json.numeric_type))),
    ),
    ...nestedMembers(spec),
  });
  return field === '_doc' ? { kind: 'doc', order: spec.order } : spec;
}

function nestedMembers(spec: { nested: NestedSort | null }): Readonly<Record<string, ObjectMember>> {
  const set = (part: Partial<NestedSort>): void => {
    spec.nested = { ...(spec.nested ?? NO_NESTED), ...part };
  };
  return {
    nested_path: textMember((json) => set({ path: readText(json.nested_path) })),
    nested_filter: objectMember((json, key) => set({ filter: nestedFilter(json, key) })),
    nested: objectMember((json) => void (spec.nested = readNestedObject(json.nested as JsonObject))),
  };
}

function readNumericType(given: string): NumericSortType {
  const type = NUMERIC_TYPES.find((name) => name === given.toLowerCase());
  if (type !== undefined) return type;
  const reason = `invalid value for [numeric_type], must be [long, double, date, date_nanos], got ${given}`;
  throw illegalArgument(reason);
}

type ScriptSpec = Extract<SortSpec, { kind: 'script' }>;

function readScriptSort(body: JsonObject): SortSpec {
  let script: ScriptSource | null = null;
  let type: ScriptSpec['type'] | null = null;
  const spec: { order: SortOrder; mode: SortMode | null; nested: NestedSort | null } = {
    order: 'asc',
    mode: null,
    nested: null,
  };
  readMembers('_script', body, {
    script: textOrObjectMember((json) => void (script = parseScriptSource(json.script))),
    type: textMember((json) => void (type = readScriptType(readText(json.type)))),
    order: textMember((json) => void (spec.order = readOrder(json.order))),
    mode: textMember((json) => void (spec.mode = readScriptMode(json))),
    ...nestedMembers(spec),
  });
  if (script === null || type === null) {
    const missing = [...(script === null ? ['script'] : []), ...(type === null ? ['type'] : [])];
    throw illegalArgument(`Required [${missing.join(', ')}]`);
  }
  return { kind: 'script', script, type, order: spec.order, mode: spec.mode };
}

function readScriptType(given: string): ScriptSpec['type'] {
  const type = given.toLowerCase();
  if (type === 'number' || type === 'string') return type;
  throw illegalArgument(`Unknown ScriptSortType [${given}]`);
}

function readScriptMode(json: JsonObject): SortMode {
  const mode = readMode(json.mode);
  if (json.type === 'string' && mode !== 'min' && mode !== 'max') {
    throw illegalArgument(`script sort of type [string] doesn't support mode [${mode}]`);
  }
  return mode;
}
