import { illegalArgument, type JsonValue } from '../../common/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import {
  boostParameter,
  docValuesParameter,
  indexParameter,
  metaParameter,
  storeParameter,
  toBoolean,
} from '../parameters.ts';

function fromDocument(value: JsonValue, context: DocumentContext): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value === '' ? false : toBoolean(value);
  throw context.tokenError(value, (token) => `Current token (${token}) not of boolean type`);
}

function fromQuery(value: JsonValue): string {
  if (value === true || value === 'true') return 'T';
  if (value === false || value === 'false' || value === null) return 'F';
  throw illegalArgument(`Can't parse boolean value [${value}], expected [true] or [false]`);
}

/** Indexed as the terms `T` and `F`. */
export const booleanType: FieldTypeDefinition = {
  typeName: 'boolean',
  parameters: [
    metaParameter,
    boostParameter,
    docValuesParameter,
    indexParameter,
    {
      name: 'null_value',
      defaultValue: null,
      updateable: false,
      acceptsNull: true,
      parse: (value) => (value === null ? null : toBoolean(value)),
    },
    storeParameter,
  ],
  create: (field) => {
    const { values } = field;
    const indexed = values.boolean('index');
    const docValues = values.boolean('doc_values');
    const nullValue = values.get('null_value') as boolean | null;
    return {
      type: mappedFieldType(field, {
        family: 'boolean',
        toIndexValue: fromQuery,
        render: (value) => value === 'T',
      }),
      parse: (value, context) => {
        const flag = value === null ? nullValue : fromDocument(value, context);
        if (flag === null || !(indexed || docValues)) return;
        context.doc.addTerm(field, flag ? 'T' : 'F', indexed, docValues);
      },
    };
  },
};
