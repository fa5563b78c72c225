import { illegalArgument, isJsonObject, type JsonValue } from '../../common/index.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { anyParameter, booleanParameter, integerParameter, metaParameter } from '../parameters.ts';
import { queryText } from './queryText.ts';
import { analyzerParameter } from './text.ts';

/** Inputs of suggestions, kept as terms. */
export const completionType: FieldTypeDefinition = {
  typeName: 'completion',
  parameters: [
    analyzerParameter('analyzer', false),
    analyzerParameter('search_analyzer', true),
    booleanParameter('preserve_separators', true),
    booleanParameter('preserve_position_increments', true),
    integerParameter('max_input_length', 50, { updateable: true }),
    anyParameter('contexts'),
    metaParameter,
  ],
  parsesArrays: true,
  create: (field) => {
    const maxLength = field.values.number('max_input_length');
    return {
      type: mappedFieldType(field, { family: 'keyword', hasDocValues: false, toIndexValue: queryText }),
      parse: (value, context) => {
        for (const input of inputs(value)) {
          if (input === '') throw illegalArgument('value must have a length > 0');
          context.doc.addTerm(field, input.slice(0, maxLength), true, false);
        }
      },
    };
  },
};

function inputs(value: JsonValue): string[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap(inputs);
  if (typeof value === 'string') return [value];
  if (!isJsonObject(value)) {
    throw illegalArgument(`failed to parse [completion]: expected text or object, but got ${typeof value}`);
  }
  for (const key of Object.keys(value)) {
    if (key !== 'input' && key !== 'weight' && key !== 'contexts') {
      throw illegalArgument(`unknown field name [${key}], must be one of [input, weight, contexts]`);
    }
  }
  return inputs(value.input ?? null);
}
