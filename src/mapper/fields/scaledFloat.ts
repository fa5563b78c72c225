import { illegalArgument, type JsonValue, javaDouble } from '../../common/index.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaTextInOrder } from '../javaText.ts';
import {
  coerceParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metaParameter,
  storeParameter,
} from '../parameters.ts';
import { isMalformed } from './number.ts';
import { doubleFormat } from './numericKinds.ts';

function toDouble(value: JsonValue): number {
  return Number(doubleFormat.fromQuery(value));
}

/** Java's `Math.round`, which returns a long. */
function javaRound(value: number): number {
  return Math.max(-(2 ** 63), Math.min(2 ** 63, Math.floor(value + 0.5)));
}

/**
 * Doubles stored as `round(value × factor)`. Scripts, sorts and aggregations read that times `1 / factor`:
 * 1.2000000000000002 for 1.2 with the factor 10. `fields` divides instead.
 */
export const scaledFloatType: FieldTypeDefinition = {
  typeName: 'scaled_float',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    ignoreMalformedParameter,
    metaParameter,
    {
      name: 'scaling_factor',
      fraction: 'double',
      defaultValue: null,
      updateable: false,
      parse: (value) => {
        const factor = toDouble(value);
        if (factor > 0) return factor;
        throw illegalArgument(`[scaling_factor] must be a positive number, got [${javaDouble(factor)}]`);
      },
      conflictText: (value) => (typeof value === 'number' ? javaDouble(value) : javaTextInOrder(value)),
    },
    coerceParameter,
    {
      name: 'null_value',
      fraction: 'double',
      defaultValue: null,
      updateable: false,
      acceptsNull: true,
      parse: (value) => (value === null ? null : toDouble(value)),
    },
  ],
  check: (values) => {
    if (!values.has('scaling_factor')) throw illegalArgument('Field [scaling_factor] is required');
    return [];
  },
  create: (field) => {
    const { values } = field;
    const factor = values.number('scaling_factor');
    const inverse = 1 / factor;
    const coerce = values.boolean('coerce');
    const ignoreMalformed = values.boolean('ignore_malformed');
    const nullValue = values.get('null_value') as number | null;
    const kept = values.boolean('index') || values.boolean('doc_values');
    return {
      type: mappedFieldType(field, {
        family: 'numeric',
        numericKind: 'scaled_float',
        toIndexValue: (value) => javaRound(toDouble(value) * factor) * inverse,
        toRangeBound: (value, { roundUp }) => {
          const scaled = toDouble(value) * factor;
          return (roundUp ? Math.floor(scaled) : Math.ceil(scaled)) * inverse;
        },
      }),
      parse: (value, context) => {
        let number = nullValue;
        if (value !== null && !(value === '' && coerce)) {
          try {
            number = Number(doubleFormat.fromDocument(value, context, coerce));
          } catch (error) {
            if (!ignoreMalformed || !isMalformed(error, value)) throw error;
            context.ignore(field.name);
            return;
          }
        }
        if (number !== null && kept) context.doc.addNumber(field, javaRound(number * factor) * inverse);
      },
    };
  },
};
