import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaText } from '../javaText.ts';
import { queryText } from './queryText.ts';

/** A whole object as one field: its leaf values are the terms, whatever their names. */
export const flatObjectType: FieldTypeDefinition = {
  typeName: 'flat_object',
  parameters: [],
  create: (field) => ({
    type: mappedFieldType(field, { family: 'keyword', toIndexValue: queryText }),
    parse: (value, context) => {
      if (value === null) return;
      if (!isJsonObject(value)) {
        throw mapperParsing(
          `[${field.name}] unexpected token [${javaText(value)}] in flat_object field value`,
        );
      }
      for (const leaf of leaves(value)) context.doc.addTerm(field, leaf, true, true);
    },
  }),
};

function leaves(value: JsonObject | readonly JsonValue[]): string[] {
  return Object.values(value).flatMap((member) => {
    if (member === null) return [];
    return typeof member === 'object' ? leaves(member) : [String(member)];
  });
}
