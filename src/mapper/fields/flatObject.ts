import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaText } from '../javaText.ts';
import type { MappedFieldType } from '../types.ts';
import { queryText } from './queryText.ts';

/** Where the leaf values stand with their paths before them: `catalog.title=Lucene`. */
function pathField(fieldName: string): string {
  return `${fieldName}._valueAndPath`;
}

/** Sorting and aggregating see the names of the members, not their values. */
function keyField(fieldName: string): string {
  return `${fieldName}#keys`;
}

/** A whole object as one field: its leaf values are the terms; with their paths they are terms of a field below. */
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

/** The names of all members, at whatever depth. */
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

/** The values at one path within a flat object, or all of them under the names that the original gives them. */
export function flatObjectMember(root: MappedFieldType, name: string): MappedFieldType {
  // Both are keywords without columns.
  const keyword = { typeName: 'keyword', hasDocValues: false };
  if (name === `${root.name}._value`) return { ...root, ...keyword };
  if (name === pathField(root.name)) return { ...root, ...keyword, name };
  return {
    ...root,
    name: pathField(root.name),
    flatPath: name,
    column: name,
    // Of the values at a path there is no column: they count as missing.
    hasDocValues: true,
    toIndexValue: (value) => `${name}=${queryText(value)}`,
    toRangeBound: (value) => `${name}=${queryText(value)}`,
  };
}
