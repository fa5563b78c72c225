import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { booleanParameter, metaParameter, storeParameter } from '../parameters.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Base64 text. Without doc values (the default) only `_source` has it. */
export const binaryType: FieldTypeDefinition = {
  typeName: 'binary',
  parameters: [metaParameter, storeParameter, booleanParameter('doc_values', false)],
  create: (field) => {
    const docValues = field.values.boolean('doc_values');
    const stored = field.values.boolean('store');
    return {
      type: mappedFieldType(field, {
        family: 'binary',
        indexed: false,
        hasDocValues: docValues,
        toIndexValue: () => {
          throw illegalArgument('Binary fields do not support searching');
        },
      }),
      parse: (value, context) => {
        if (value === null || !(docValues || stored)) return;
        if (typeof value !== 'string') {
          throw context.tokenError(
            value,
            (token) =>
              `Current token (${token}) not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary`,
          );
        }
        if (!BASE64.test(value)) {
          throw new OpenSearchError(
            'json_parse_exception',
            `Failed to decode VALUE_STRING as base64: [${value}]`,
          );
        }
        if (docValues) context.doc.addBinary(field, Buffer.from(value, 'base64'));
        else context.doc.addPresence(field);
      },
    };
  },
};
