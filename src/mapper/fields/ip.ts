import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { formatIp, parseIp, tryParseIp } from '../ipAddress.ts';
import { javaTextInOrder } from '../javaText.ts';
import {
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metaParameter,
  storeParameter,
  stringParameter,
} from '../parameters.ts';
import { queryText } from './queryText.ts';

/** Addresses as terms of 32 hex digits, which sort like the addresses. */
export const ipType: FieldTypeDefinition = {
  typeName: 'ip',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    ignoreMalformedParameter,
    {
      ...stringParameter('null_value', null, { acceptsNull: true }),
      parse: (value) => (value === null ? null : javaTextInOrder(value)),
    },
    metaParameter,
  ],
  create: (field) => {
    const { values } = field;
    const indexed = values.boolean('index');
    const docValues = values.boolean('doc_values');
    const ignoreMalformed = values.boolean('ignore_malformed');
    const nullText = values.text('null_value');
    // Ignored if it is not an address.
    const nullValue = nullText === null ? null : tryParseIp(nullText);
    return {
      type: mappedFieldType(field, {
        family: 'ip',
        toIndexValue: (value) => parseIp(queryText(value)),
        render: (value) => formatIp(String(value)),
      }),
      parse: (value, context) => {
        let address = nullValue;
        if (value !== null) {
          const text = context.textOf(value);
          if (ignoreMalformed && tryParseIp(text) === null) {
            context.ignore(field.name);
            return;
          }
          address = parseIp(text);
        }
        if (address !== null && (indexed || docValues)) {
          context.doc.addTerm(field, address, indexed, docValues);
        }
      },
    };
  },
};
