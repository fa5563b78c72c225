import { illegalArgument, type JsonValue, javaDouble, OpenSearchError } from '../../common/index.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { type GeoPoint, normalizePoint, parseGeoPoint, pointFromArray, quantize } from '../geo.ts';
import {
  anyParameter,
  booleanParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metaParameter,
  storeParameter,
} from '../parameters.ts';

/** `fieldName` is null for a point in the mapping. */
function checkGlobe(point: GeoPoint, fieldName: string | null): void {
  const where = fieldName === null ? '' : ` for ${fieldName}`;
  if (!(point.lat <= 90 && point.lat >= -90)) {
    throw illegalArgument(`illegal latitude value [${javaDouble(point.lat)}]${where}`);
  }
  if (!(point.lon <= 180 && point.lon >= -180)) {
    throw illegalArgument(`illegal longitude value [${javaDouble(point.lon)}]${where}`);
  }
}

/** A point, or an array of points; `[lon, lat]` is a single point. */
function points(value: JsonValue, ignoreZ: boolean): GeoPoint[] {
  if (!Array.isArray(value)) return [parseGeoPoint(value, ignoreZ)];
  if (typeof value[0] === 'number') return [pointFromArray(value, ignoreZ)];
  return value.map((member) => parseGeoPoint(member, ignoreZ));
}

/** For `[lon]` the error is at the end of the array, where the latitude is missing. */
function isHalf(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'number';
}

/** Points on the globe, with the precision of the original's index. */
export const geoPointType: FieldTypeDefinition = {
  typeName: 'geo_point',
  unknown: 'together',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    ignoreMalformedParameter,
    booleanParameter('ignore_z_value', true, { updateable: true, alwaysPrinted: true }),
    {
      ...anyParameter('null_value', { acceptsNull: true }),
      fraction: 'double',
      printed: (given) => {
        const value = given.get('null_value') ?? null;
        if (value === null) return undefined;
        const [{ lat, lon }] = points(value, true);
        return { lat, lon };
      },
    },
    metaParameter,
  ],
  check: (values) => {
    const nullValue = values.get('null_value');
    if (nullValue === null || values.boolean('ignore_malformed')) return [];
    for (const point of points(nullValue, values.boolean('ignore_z_value'))) checkGlobe(point, null);
    return [];
  },
  parsesArrays: true,
  errors: 'short',
  create: (field) => {
    const { values } = field;
    const ignoreZ = values.boolean('ignore_z_value');
    const ignoreMalformed = values.boolean('ignore_malformed');
    const nullValue = values.get('null_value');
    const kept = values.boolean('index') || values.boolean('doc_values');
    return {
      type: mappedFieldType(field, {
        family: 'geo_point',
        toIndexValue: () => {
          throw illegalArgument(
            `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field.name}]`,
          );
        },
      }),
      parse: (value, context) => {
        const given = value ?? nullValue;
        if (given === null) return;
        let found: GeoPoint[];
        try {
          if (isHalf(given)) throw context.endOfArray();
          found = points(given, ignoreZ);
          if (!ignoreMalformed) for (const point of found) checkGlobe(point, field.name);
        } catch (error) {
          if (!ignoreMalformed || !(error instanceof OpenSearchError)) throw error;
          context.ignore(field.name);
          return;
        }
        if (!kept) return;
        for (const point of found) {
          const { lat, lon } = quantize(ignoreMalformed ? normalizePoint(point) : point);
          context.doc.addPoint(field, lat, lon);
        }
      },
    };
  },
};
