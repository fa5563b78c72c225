import { illegalArgument, type JsonValue, OpenSearchError } from '../../common/index.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { parseGeometry } from '../geometry/geoJson.ts';
import { type Geometry, joinGeometries } from '../geometry/geometry.ts';
import { javaTextInOrder } from '../javaText.ts';
import {
  booleanParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metaParameter,
  type Parameter,
  storeParameter,
} from '../parameters.ts';

const COUNTER_CLOCKWISE = ['right', 'counterclockwise', 'ccw'];
const CLOCKWISE = ['left', 'clockwise', 'cw'];

const orientationParameter: Parameter = {
  name: 'orientation',
  defaultValue: 'right',
  updateable: true,
  parse: (value) => {
    const text = javaTextInOrder(value).toLowerCase();
    if (COUNTER_CLOCKWISE.includes(text)) return 'right';
    if (CLOCKWISE.includes(text)) return 'left';
    throw illegalArgument(`Unknown orientation [${javaTextInOrder(value)}]`);
  },
};

/** Shapes on the globe, stored as the simple shapes that they consist of. */
export const geoShapeType: FieldTypeDefinition = {
  typeName: 'geo_shape',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    ignoreMalformedParameter,
    booleanParameter('ignore_z_value', true, { updateable: true, alwaysPrinted: true }),
    booleanParameter('coerce', false, { updateable: true }),
    orientationParameter,
    metaParameter,
  ],
  parsesArrays: true,
  errors: 'short',
  create: (field) => {
    const { values } = field;
    const options = { ignoreZ: values.boolean('ignore_z_value'), coerce: values.boolean('coerce') };
    const ignoreMalformed = values.boolean('ignore_malformed');
    return {
      type: mappedFieldType(field, {
        family: 'binary',
        hasDocValues: false,
        toIndexValue: () => {
          throw illegalArgument(
            `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field.name}]`,
          );
        },
      }),
      parse: (value: JsonValue, context) => {
        if (value === null) return;
        let shape: Geometry;
        try {
          const shapes = Array.isArray(value) ? value : [value];
          shape = joinGeometries(shapes.map((one) => parseGeometry(one, options)));
        } catch (error) {
          if (!ignoreMalformed || !(error instanceof OpenSearchError)) throw error;
          context.ignore(field.name);
          return;
        }
        context.doc.addBinary(field, Buffer.from(JSON.stringify(shape)));
      },
    };
  },
};
