import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import {
  booleanAt,
  type GeoPoint,
  metresPer,
  parseQueryAt,
  parsingErrorAt,
  readPoint,
  textAt,
  tokenName,
} from '../../query/index.ts';
import {
  type NestedSort,
  NO_NESTED,
  readMode,
  readNestedObject,
  readOrder,
  type SortMode,
  type SortOrder,
  type Writable,
} from './sortParts.ts';

/** How points beyond the poles are handled; only IGNORE_MALFORMED accepts them. */
export type GeoValidation = 'COERCE' | 'IGNORE_MALFORMED' | 'STRICT';
/** A parsed `_geo_distance`. */
export interface GeoSortSpec {
  readonly kind: 'geo';
  readonly field: string;
  readonly points: readonly GeoPoint[];
  readonly order: SortOrder;
  readonly unit: string;
  /** Distances on a flat map. */
  readonly plane: boolean;
  readonly validation: GeoValidation;
  readonly ignoreUnmapped: boolean;
  readonly mode: SortMode | null;
  readonly nested: NestedSort | null;
}

const VALIDATIONS: readonly GeoValidation[] = ['COERCE', 'IGNORE_MALFORMED', 'STRICT'];

type ReadOption = (spec: Writable<GeoSortSpec>, json: JsonObject, key: string) => void;

/** The members of `_geo_distance` that are not a field. */
const OPTIONS: Readonly<Record<string, ReadOption>> = {
  order: (spec, json, key) => void (spec.order = readOrder(json[key])),
  unit: (spec, json, key) => {
    metresPer(textAt(json, key));
    spec.unit = textAt(json, key);
  },
  distance_type: (spec, json, key) => void (spec.plane = readsPlane(textAt(json, key))),
  validation_method: (spec, json, key) => void (spec.validation = readValidation(textAt(json, key))),
  mode: (spec, json, key) => void (spec.mode = readMode(json[key])),
  ignore_unmapped: (spec, json, key) => void (spec.ignoreUnmapped = booleanAt(json, key)),
  nested_path: (spec, json, key) =>
    void (spec.nested = { ...(spec.nested ?? NO_NESTED), path: textAt(json, key) }),
};

/**
 * Parses `_geo_distance`: options, and one field with its points. Throws in the original's words, member by
 * member.
 */
export function readGeoSort(json: JsonObject): GeoSortSpec {
  const points: GeoPoint[] = [];
  const spec: Writable<GeoSortSpec> = {
    kind: 'geo',
    field: '',
    points,
    order: 'asc',
    unit: 'm',
    plane: false,
    validation: 'STRICT',
    ignoreUnmapped: false,
    mode: null,
    nested: null,
  };
  let field: string | null = null;
  for (const key of Object.keys(json)) {
    const value = json[key];
    if (value === null) continue;
    if (isJsonObject(value) && key === 'nested') spec.nested = readNestedObject(value);
    else if (isJsonObject(value) && key === 'nested_filter') {
      spec.nested = { ...(spec.nested ?? NO_NESTED), filter: parseQueryAt(json, key) };
    } else if (typeof value !== 'object' && Object.hasOwn(OPTIONS, key)) OPTIONS[key](spec, json, key);
    else {
      checkFieldMember(json, key, field);
      field = key;
      points.push(...(Array.isArray(value) ? readPoints(value) : [readPoint(value)]));
    }
  }
  if (field === null || points.length === 0) {
    throw illegalArgument('Geo distance sorting needs at least one point.');
  }
  if (spec.mode === 'sum')
    throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance");
  return { ...spec, field };
}

function checkFieldMember(json: JsonObject, key: string, field: string | null): void {
  const value = json[key];
  if (Array.isArray(value)) return;
  if (!isJsonObject(value) && typeof value !== 'string') {
    const reason =
      field === key
        ? `Only geohashes of type string supported for field [${key}]`
        : `[_geo_distance] does not support [${key}]`;
    throw parsingErrorAt(reason, json, key);
  }
  if (field === null) return;
  throw parsingErrorAt(`Trying to reset fieldName to [${key}], already set to [${field}].`, json, key);
}

/** Numbers are taken in pairs, so that a point may be without its brackets. */
function readPoints(list: readonly JsonValue[]): GeoPoint[] {
  const points: GeoPoint[] = [];
  for (let i = 0; i < list.length; i++) {
    const lon = list[i];
    if (typeof lon !== 'number') points.push(readPoint(lon));
    else {
      const lat = list[++i];
      if (typeof lat !== 'number') {
        const found = i < list.length ? tokenName(lat) : 'END_ARRAY';
        const reason = `geo point parsing: expected second number but got [${found}] instead`;
        throw new OpenSearchError('parse_exception', reason);
      }
      points.push({ lat, lon });
    }
  }
  return points;
}

function readsPlane(given: string): boolean {
  const type = given.toLowerCase();
  if (type !== 'arc' && type !== 'plane') throw illegalArgument(`No geo distance for [${given}]`);
  return type === 'plane';
}

function readValidation(given: string): GeoValidation {
  const method = VALIDATIONS.find((name) => name === given.toUpperCase());
  if (method !== undefined) return method;
  throw illegalArgument(`operator needs to be either [COERCE, IGNORE_MALFORMED, STRICT], but not [${given}]`);
}
