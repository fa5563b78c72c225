import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaText } from '../javaText.ts';
import type { MappedFieldType } from '../types.ts';
import { queryText } from './queryText.ts';

/** The field of leaf values prefixed with their paths: `catalog.title=Lucene`. */
function pathField(fieldName: string): string {
  return `${fieldName}._valueAndPath`;
}

/** The field with the member names, which sorting and aggregating use instead of the values. */
function keyField(fieldName: string): string {
  return `${fieldName}#keys`;
}

/**
 * A whole object as one field: its leaf values are indexed as terms, and with their paths as terms of a
 * sub-field.
 */
export const flatObjectType: FieldTypeDefinition = {
  typeName: 'flat_object',
  unknown: 'together',
  multiFields: false,
  parameters: [],
  create: (field) => {
    const withPaths = { name: pathField(field.name), slot: -1 };
    const withKeys = { name: keyField(field.name), slot: -1 };
    const type = mappedFieldType(field, { family: 'keyword', toIndexValue: queryText });
    return {
      type: { ...type, column: withKeys.name },
      parse: (value, context) => {
        if (value === null) return;
        if (!isJsonObject(value)) {
          throw mapperParsing(
            `[${field.name}] unexpected token [${javaText(value)}] in flat_object field value`,
          );
        }
        for (const { path, text } of leaves(field.name, value)) {
          context.doc.addTerm(field, text, true, false);
          context.doc.addTerm(withPaths, `${path}=${text}`, true, false);
        }
        for (const key of keys(value)) context.doc.addTerm(withKeys, `${field.name}.${key}`, false, true);
      },
    };
  },
};

/** The names of all members at any depth. */
function keys(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(keys);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [...key.split('.'), ...keys(member)]);
}

interface Leaf {
  readonly path: string;
  readonly text: string;
}

function leaves(path: string, value: JsonObject | readonly JsonValue[]): Leaf[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const below = Array.isArray(value) ? path : `${path}.${key}`;
    if (member === null) return [];
    return typeof member === 'object' ? leaves(below, member) : [{ path: below, text: String(member) }];
  });
}

/** The field for values at one path within a flat object, or for one of the original's internal names. */
export function flatObjectMember(root: MappedFieldType, name: string): MappedFieldType {
  // Both are keywords without doc values.
  const keyword = { typeName: 'keyword', hasDocValues: false };
  if (name === `${root.name}._value`) return { ...root, ...keyword };
  if (name === pathField(root.name)) return { ...root, ...keyword, name };
  return {
    ...root,
    name: pathField(root.name),
    flatPath: name,
    column: name,
    // There is no column of the values at a path: every document counts as missing.
    hasDocValues: true,
    toIndexValue: (value) => `${name}=${queryText(value)}`,
    toRangeBound: (value) => `${name}=${queryText(value)}`,
  };
}
