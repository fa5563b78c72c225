import type { JsonValue } from '../../common/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import {
  booleanParameter,
  docValuesParameter,
  indexParameter,
  integerParameter,
  metaParameter,
  storeParameter,
} from '../parameters.ts';
import { integerFormatOf32Bits } from './numericKinds.ts';
import { analyzerParameter } from './text.ts';

/** The number of tokens that an analyzer produces for a text. */
export const tokenCountType: FieldTypeDefinition = {
  typeName: 'token_count',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    analyzerParameter('analyzer', false),
    { ...integerParameter('null_value', 0), defaultValue: null },
    booleanParameter('enable_position_increments', true),
    metaParameter,
  ],
  check: (values, fieldName) => {
    if (!values.has('analyzer'))
      throw mapperParsing(`Analyzer must be set for field [${fieldName}] but wasn't.`);
    return [];
  },
  create: (field) => {
    const { values } = field;
    const analyzer = field.environment.analysis.analyzer(values.text('analyzer') ?? 'standard');
    const nullValue = values.get('null_value') as number | null;
    const withHoles = values.boolean('enable_position_increments');
    const count = (value: JsonValue, context: DocumentContext): number => {
      const sink = { terms: [], positions: [], position: -1, length: 0 };
      analyzer.collectTerms(context.textOf(value), sink);
      return withHoles ? sink.position + 1 : sink.length;
    };
    return {
      type: mappedFieldType(field, {
        family: 'numeric',
        numericKind: 'integer',
        derived: true,
        toIndexValue: (value) => integerFormatOf32Bits.fromQuery(value),
      }),
      parse: (value: JsonValue, context) => {
        if (value === null) {
          if (nullValue !== null) context.doc.addNumber(field, nullValue);
          return;
        }
        context.doc.addNumber(field, count(value, context));
      },
      storedForm: (value, context) => (value === null ? null : count(value, context)),
    };
  },
};
