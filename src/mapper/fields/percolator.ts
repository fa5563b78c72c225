import { isJsonObject } from '../../common/index.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaText } from '../javaText.ts';

/** `percolator`: a query as a value. The query is kept in the source; documents that have one are marked. */
export const percolatorType: FieldTypeDefinition = {
  typeName: 'percolator',
  unknown: 'together',
  multiFields: false,
  parameters: [],
  create: (field) => ({
    type: mappedFieldType(field, {
      family: 'binary',
      hasDocValues: false,
      toIndexValue: () => {
        throw mapperParsing('Percolator fields are not searchable directly, use a percolate query instead');
      },
    }),
    parse: (value, context) => {
      if (value === null) return;
      if (!isJsonObject(value)) {
        throw mapperParsing(
          `[percolator] query malformed, must start with start_object, got ${javaText(value)}`,
        );
      }
      field.environment.checkQuery(value);
      context.doc.addBinary(field, Buffer.from(JSON.stringify(value)));
    },
  }),
};
