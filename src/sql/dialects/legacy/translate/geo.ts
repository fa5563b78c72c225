import type { JsonObject, JsonValue } from '../../../../common/index.ts';
import type { CallNode, ExpressionNode } from '../../../ast/index.ts';
import { constantValue, textValue } from './literals.ts';
import { refuse } from './refuse.ts';

/** Conditions on geo fields: `GEO_DISTANCE(f, '100km', lon, lat)` and its kin. */
interface GeoFunction {
  readonly write: (field: string, args: readonly ExpressionNode[]) => JsonObject;
}

const DISTANCE_UNITS_METERS: Readonly<Record<string, number>> = {
  mi: 1609.344,
  miles: 1609.344,
  yd: 0.9144,
  ft: 0.3048,
  in: 0.0254,
  km: 1000,
  kilometers: 1000,
  m: 1,
  meters: 1,
  cm: 0.01,
  mm: 0.001,
  nmi: 1852,
  NM: 1852,
};

const COMMON: JsonObject = { validation_method: 'STRICT', ignore_unmapped: false, boost: 1 };

const FUNCTIONS: Readonly<Record<string, GeoFunction>> = {
  geo_distance: {
    write: (field, [distance, ...point]) => ({
      geo_distance: {
        [field]: point.map(number),
        distance: meters(textValue(distance)),
        distance_type: 'arc',
        ...COMMON,
      },
    }),
  },
  geo_bounding_box: {
    write: (field, args) => {
      const [left, top, right, bottom] = args.map(number);
      return {
        geo_bounding_box: {
          [field]: { top_left: [left, top], bottom_right: [right, bottom] },
          validation_method: 'STRICT',
          type: 'MEMORY',
          ignore_unmapped: false,
          boost: 1,
        },
      };
    },
  },
  geo_polygon: {
    write: (field, args) => {
      const numbers = args.map(number);
      const points: JsonValue[] = [];
      for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
      const [first] = points;
      return { geo_polygon: { [field]: { points: [...points, first] }, ...COMMON } };
    },
  },
  geo_intersects: {
    write: (field, [shape]) => ({
      geo_shape: {
        [field]: { shape: shapeOf(textValue(shape)), relation: 'intersects' },
        ignore_unmapped: false,
        boost: 1,
      },
    }),
  },
};

export function isGeo(name: string): boolean {
  return Object.hasOwn(FUNCTIONS, name.toLowerCase());
}

export function geoQuery(call: CallNode, fieldName: (node: ExpressionNode) => string): JsonObject {
  const [field, ...args] = call.args;
  if (field === undefined || args.length === 0)
    throw refuse(`${call.name} should have a field and parameters`);
  return FUNCTIONS[call.name.toLowerCase()].write(fieldName(field), args);
}

function number(node: ExpressionNode): number {
  const value = Number(constantValue(node));
  if (Number.isNaN(value)) throw refuse('geo parameters should be numbers');
  return value;
}

function meters(text: string): number {
  const match = /^([\d.]+)\s*([A-Za-z]*)$/.exec(text.trim());
  const unit = DISTANCE_UNITS_METERS[match?.[2] || 'm'];
  if (!match || unit === undefined)
    throw refuse(`failed to parse distance [${text}]`, 'IllegalArgumentException');
  return Number(match[1]) * unit;
}

/** WKT: `POLYGON ((x y, …), …)`, `POINT (x y)`, `LINESTRING (x y, …)`. */
function shapeOf(wkt: string): JsonObject {
  const match = /^\s*(POLYGON|POINT|LINESTRING)\s*\((.*)\)\s*$/is.exec(wkt);
  if (!match) throw refuse(`failed to parse shape [${wkt}]`);
  const points = (text: string): number[][] =>
    text.split(',').map((point) => point.trim().split(/\s+/).map(Number));
  switch (match[1].toUpperCase()) {
    case 'POINT':
      return { type: 'Point', coordinates: points(match[2])[0] };
    case 'LINESTRING':
      return { type: 'LineString', coordinates: points(match[2]) };
    default: {
      const rings = match[2].split(/\)\s*,\s*\(/).map((ring) => points(ring.replace(/[()]/g, '')));
      return { type: 'Polygon', coordinates: rings };
    }
  }
}
