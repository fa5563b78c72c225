import { illegalArgument } from '../../common/index.ts';
import { base64Fault } from '../base64.ts';
import { PreviewedError } from '../documentContext.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { booleanParameter, metaParameter, storeParameter } from '../parameters.ts';

/** Base64 text. Without doc values (the default) it is only in `_source`. */
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
        const fault = base64Fault(value);
        // The error previews the text that the parser has not read yet.
        if (fault !== null) {
          throw new PreviewedError(context.errorWithin(fault.reason, fault.read), value.slice(fault.read));
        }
        if (docValues) context.doc.addBinary(field, Buffer.from(value, 'base64'));
        else context.doc.addPresence(field);
      },
    };
  },
};
