import {
  illegalArgument,
  isJsonObject,
  type JsonValue,
  OpenSearchError,
  parseJson,
  placeError,
} from '../../common/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldTypeDefinition, type MappingEnvironment, mappedFieldType } from '../fieldTypes.ts';

/** `percolator`: a query as a value. The query stays in the source; documents with one are marked. */
export const percolatorType: FieldTypeDefinition = {
  typeName: 'percolator',
  unknown: 'together',
  multiFields: false,
  errors: 'bare',
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
      if (context.doc.fields.some((one) => one.field === field.name)) {
        throw illegalArgument('a document can only contain one percolator query');
      }
      check(field.environment, value, context);
      context.doc.addBinary(field, Buffer.from(JSON.stringify(value)));
    },
  }),
};

/** Errors are rare, so the query is parsed again within the whole document to find their place. */
function check({ checkQuery }: MappingEnvironment, value: JsonValue, context: DocumentContext): void {
  try {
    checkQuery({ query: value }, 'query');
  } catch (error) {
    const { path } = context;
    const root = parseJson(context.text);
    const key = path.at(-1);
    const container = path.slice(0, -1).reduce<JsonValue>(memberOf, root);
    if (key !== undefined && typeof container === 'object' && container !== null) {
      placed(root, context.text, () => checkQuery(container, key));
    }
    throw error;
  }
}

function placed(root: JsonValue, text: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    throw error instanceof OpenSearchError ? placeError(error, root, text) : error;
  }
}

function memberOf(container: JsonValue, key: string | number): JsonValue {
  if (Array.isArray(container)) return container[Number(key)] ?? null;
  return isJsonObject(container) ? (container[key] ?? null) : null;
}
