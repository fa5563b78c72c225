import type { JsonValue } from '../../common/index.ts';
import { OpenSearchError } from '../../common/index.ts';
import {
  type CompiledParts,
  type FieldContext,
  type FieldTypeDefinition,
  mappedFieldType,
} from '../fieldTypes.ts';
import {
  coerceParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metaParameter,
  type Parameter,
  storeParameter,
} from '../parameters.ts';
import {
  byteFormat,
  doubleFormat,
  floatFormat,
  halfFloatFormat,
  integerFormatOf32Bits,
  longFormat,
  type NumberFormat,
  shortFormat,
} from './numericKinds.ts';

/** Errors that `ignore_malformed` ignores; objects and arrays are always errors. */
const MALFORMED = new Set([
  'input_coercion_exception',
  'illegal_argument_exception',
  'number_format_exception',
  'json_parse_exception',
]);

export function isMalformed(error: unknown, value: JsonValue): boolean {
  return error instanceof OpenSearchError && MALFORMED.has(error.type) && typeof value !== 'object';
}

function numberType(format: NumberFormat): FieldTypeDefinition {
  const nullValue: Parameter = {
    name: 'null_value',
    defaultValue: null,
    updateable: false,
    acceptsNull: true,
    parse: (value) => (value === null ? null : format.fromNullValue(value)),
    ...fractionOf(format),
  };
  return {
    typeName: format.kind,
    parameters: [
      indexParameter,
      docValuesParameter,
      storeParameter,
      ignoreMalformedParameter,
      coerceParameter,
      nullValue,
      metaParameter,
    ],
    create: (field) => compileNumber(field, format),
  };
}

/** How the original prints this parameter for numbers of this type. */
function fractionOf({ kind }: NumberFormat): Pick<Parameter, 'fraction'> {
  if (kind === 'double') return { fraction: 'double' };
  return kind === 'float' || kind === 'half_float' ? { fraction: 'float' } : {};
}

function compileNumber(field: FieldContext, format: NumberFormat): CompiledParts {
  const { values } = field;
  const coerce = values.boolean('coerce');
  const ignoreMalformed = values.boolean('ignore_malformed');
  const nullValue = values.get('null_value') as number | bigint | null;
  const kept = values.boolean('index') || values.boolean('doc_values');
  return {
    type: mappedFieldType(field, {
      family: 'numeric',
      numericKind: format.kind,
      toIndexValue: (value) => format.fromQuery(value),
      render: (value) => format.render(value as number),
    }),
    parse: (value, context) => {
      let number = nullValue;
      if (value !== null && !(value === '' && coerce)) {
        try {
          number = format.fromDocument(value, context, coerce);
        } catch (error) {
          if (!ignoreMalformed || !isMalformed(error, value)) throw error;
          context.ignore(field.name);
          return;
        }
      }
      if (number !== null && kept) context.doc.addNumber(field, number);
    },
  };
}

export const numberTypes: readonly FieldTypeDefinition[] = [
  byteFormat,
  shortFormat,
  integerFormatOf32Bits,
  longFormat,
  halfFloatFormat,
  floatFormat,
  doubleFormat,
].map(numberType);
