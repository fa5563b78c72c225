import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import {
  type GeoPoint,
  metresPer,
  parseQueryAt,
  parsingErrorAt,
  readBoolean,
  readPoint,
  readText,
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

/** The members of `_geo_distance` that are not a field. */
const OPTIONS: Readonly<Record<string, (spec: Writable<GeoSortSpec>, value: JsonValue) => void>> = {
  order: (spec, value) => void (spec.order = readOrder(value)),
  unit: (spec, value) => {
    metresPer(readText(value));
    spec.unit = readText(value);
  },
  distance_type: (spec, value) => void (spec.plane = readsPlane(readText(value))),
  validation_method: (spec, value) => void (spec.validation = readValidation(readText(value))),
  mode: (spec, value) => void (spec.mode = readMode(value)),
  ignore_unmapped: (spec, value) => void (spec.ignoreUnmapped = readBoolean(value)),
  nested_path: (spec, value) => void (spec.nested = { ...(spec.nested ?? NO_NESTED), path: readText(value) }),
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
    if (isJsonObject(value) && key === 'nested') spec.nested = readNestedObject(value);
    else if (isJsonObject(value) && key === 'nested_filter') {
      spec.nested = { ...(spec.nested ?? NO_NESTED), filter: parseQueryAt(json, key) };
    } else if (typeof value !== 'object' && Object.hasOwn(OPTIONS, key)) OPTIONS[key](spec, value);
    else {
      checkFieldMember(json, key, field);
      field = key;
      points.push(...readPoints(value));
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

function readPoints(json: JsonValue): GeoPoint[] {
  if (!Array.isArray(json)) return [readPoint(json)];
  return typeof json[0] === 'number' ? [readPoint(json)] : json.map(readPoint);
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
