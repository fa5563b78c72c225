import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import {
  contentErrorAt,
  isScalar,
  parseMember,
  parseQueryAt,
  type QueryBuilder,
  readBoolean,
  readText,
  tokenName,
} from '../../query/index.ts';
import { parseScriptSource, type ScriptSource } from '../../script/index.ts';

export type SortOrder = 'asc' | 'desc';
export type SortMode = 'min' | 'max' | 'sum' | 'avg' | 'median';

export interface NestedSort {
  readonly path: string;
  readonly filter: QueryBuilder | null;
  readonly maxChildren: number;
  readonly nested: NestedSort | null;
}

/** One key of `sort`, as parsed. */
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
      readonly numericType: string | null;
      readonly nested: NestedSort | null;
    }
  | {
      readonly kind: 'script';
      readonly script: ScriptSource;
      readonly type: 'number' | 'string';
      readonly order: SortOrder;
      readonly mode: SortMode | null;
    }
  | {
      readonly kind: 'geo';
      readonly field: string;
      readonly points: JsonValue;
      readonly order: SortOrder;
      readonly unit: string;
      readonly mode: SortMode | null;
      readonly nested: NestedSort | null;
    };

type FieldSpec = Extract<SortSpec, { kind: 'field' }>;

/** `sort`: a name, an object, or an array of both. */
export function readSort(container: JsonObject, key: string): SortSpec[] {
  const value = container[key];
  return Array.isArray(value) ? value.flatMap(readItem) : readItem(value);
}

function readItem(item: JsonValue): SortSpec[] {
  if (typeof item === 'string') return [simple(item, null)];
  if (isJsonObject(item)) return Object.keys(item).map((name) => readNamed(item, name));
  const reason = 'malformed sort format, within the sort array, an object, or an actual string are allowed';
  throw illegalArgument(reason);
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

function readNamed(item: JsonObject, name: string): SortSpec {
  const value = item[name];
  if (isScalar(value)) return simple(name, readOrder(value));
  if (!isJsonObject(value)) {
    throw contentErrorAt(`[field_sort] unexpected token [${tokenName(value)}]`, item, name);
  }
  if (name === '_script') return readScriptSort(value);
  if (name === '_geo_distance' || name === '_geoDistance') return readGeoSort(value);
  if (name === '_score') {
    checkKnown('score_sort', value, ['order']);
    return { kind: 'score', order: orderOf('score_sort', value, 'desc') };
  }
  return readFieldSort(name, value);
}

function readFieldSort(field: string, json: JsonObject): SortSpec {
  const known = [
    'missing',
    'unmapped_type',
    'order',
    'mode',
    'nested_path',
    'nested_filter',
    'nested',
    'numeric_type',
  ];
  checkKnown('field_sort', json, known);
  const order = orderOf('field_sort', json, 'asc');
  if (field === '_doc') return { kind: 'doc', order };
  return {
    kind: 'field',
    field,
    order,
    missing: json.missing ?? null,
    mode: json.mode === undefined ? null : parseMember('field_sort', json, 'mode', () => readMode(json.mode)),
    unmappedType: json.unmapped_type === undefined ? null : readText(json.unmapped_type),
    numericType: json.numeric_type === undefined ? null : readText(json.numeric_type),
    nested: readNested(json),
  };
}

function checkKnown(name: string, json: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(json)) {
    if (!known.includes(key)) throw contentErrorAt(`[${name}] unknown field [${key}]`, json, key, 'key');
  }
}

function orderOf(name: string, json: JsonObject, otherwise: SortOrder): SortOrder {
  return json.order === undefined ? otherwise : parseMember(name, json, 'order', () => readOrder(json.order));
}

function readOrder(value: JsonValue): SortOrder {
  const order = readText(value).toLowerCase();
  if (order === 'asc' || order === 'desc') return order;
  throw illegalArgument(`No enum constant org.opensearch.search.sort.SortOrder.${order.toUpperCase()}`);
}

function readMode(value: JsonValue): SortMode {
  const mode = readText(value).toLowerCase();
  if (mode === 'min' || mode === 'max' || mode === 'sum' || mode === 'avg' || mode === 'median') return mode;
  throw illegalArgument(`Unknown SortMode [${readText(value)}]`);
}

function readNested(json: JsonObject): NestedSort | null {
  if (json.nested !== undefined) {
    if (!isJsonObject(json.nested)) {
      throw contentErrorAt('[field_sort] nested must be an object', json, 'nested');
    }
    return readNestedObject(json.nested);
  }
  if (json.nested_path === undefined) return null;
  const filter = json.nested_filter === undefined ? null : parseQueryAt(json, 'nested_filter');
  return { path: readText(json.nested_path), filter, maxChildren: Number.POSITIVE_INFINITY, nested: null };
}

function readNestedObject(json: JsonObject): NestedSort {
  for (const key of Object.keys(json)) {
    if (['path', 'filter', 'max_children', 'nested'].includes(key)) continue;
    throw new OpenSearchError(
      'illegal_argument_exception',
      `malformed nested sort format, unknown field name [${key}]`,
    );
  }
  if (json.path === undefined)
    throw illegalArgument('malformed nested sort format, must start with an object');
  return {
    path: readText(json.path),
    filter: json.filter === undefined ? null : parseQueryAt(json, 'filter'),
    maxChildren: json.max_children === undefined ? Number.POSITIVE_INFINITY : Number(json.max_children),
    nested: isJsonObject(json.nested) ? readNestedObject(json.nested) : null,
  };
}

function readScriptSort(json: JsonObject): SortSpec {
  checkKnown('_script', json, ['script', 'type', 'order', 'mode', 'nested', 'nested_path', 'nested_filter']);
  if (json.script === undefined) throw illegalArgument('Required [script]');
  const type = json.type === undefined ? null : readText(json.type).toLowerCase();
  if (type !== 'number' && type !== 'string') {
    throw illegalArgument(
      type === null ? 'Required [type]' : `Unknown ScriptSortType [${readText(json.type)}]`,
    );
  }
  return {
    kind: 'script',
    script: parseScriptSource(json.script),
    type,
    order: orderOf('_script', json, 'asc'),
    mode: json.mode === undefined ? null : readMode(json.mode),
  };
}

const GEO_OPTIONS = [
  'order',
  'unit',
  'distance_type',
  'mode',
  'validation_method',
  'ignore_unmapped',
  'nested',
  'nested_path',
  'nested_filter',
];

function readGeoSort(json: JsonObject): SortSpec {
  const fields = Object.keys(json).filter((key) => !GEO_OPTIONS.includes(key));
  if (fields.length !== 1) {
    throw illegalArgument(
      fields.length === 0
        ? 'no points provided for _geo_distance sort.'
        : `Trying to reset fieldName to [${fields[1]}], already set to [${fields[0]}].`,
    );
  }
  if (json.ignore_unmapped !== undefined) readBoolean(json.ignore_unmapped);
  return {
    kind: 'geo',
    field: fields[0],
    points: json[fields[0]],
    order: orderOf('_geo_distance', json, 'asc'),
    unit: json.unit === undefined ? 'm' : readText(json.unit),
    mode: json.mode === undefined ? null : readMode(json.mode),
    nested: readNested(json),
  };
}
