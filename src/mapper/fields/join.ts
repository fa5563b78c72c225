import {
  hashMapOrder,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import { javaClassName } from '../errors.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaText } from '../javaText.ts';
import { booleanParameter, type Parameter } from '../parameters.ts';
import type { JoinRelation } from '../types.ts';
import { queryText } from './queryText.ts';

const relationsParameter: Parameter = {
  name: 'relations',
  defaultValue: {},
  updateable: true,
  alwaysPrinted: 'default',
  parse: (value, { fieldName }) => {
    if (!isJsonObject(value)) {
      const reason = `relations should be a hash but was of type: class ${javaClassName(value)}`;
      throw new OpenSearchError('parse_exception', reason);
    }
    const relations = Object.fromEntries(
      Object.entries(value).map(([parent, of]) => [parent, childrenOf(of)]),
    );
    checkSingleParent(fieldName, relations);
    return relations;
  },
  conflicts: relationConflicts,
};

/** The children of a parent as texts; as in the original, a set in the order of its hashes. */
function childrenOf(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return javaText(value);
  const names = [...hashMapOrder([...new Set(value.map(javaText))])];
  return names.length === 1 ? names[0] : names;
}

function checkSingleParent(fieldName: string, relations: JsonObject): void {
  const seen = new Set<string>();
  const conflicts: string[] = [];
  for (const child of Object.values(relations).flat()) {
    if (seen.has(String(child))) conflicts.push(`[${String(child)}] cannot have multiple parents`);
    seen.add(String(child));
  }
  if (conflicts.length > 0) {
    throw illegalArgument(`invalid definition for join field [${fieldName}]:\n[${conflicts.join(', ')}]`);
  }
}

/** Relations may be added but not removed; an existing parent or child keeps its role. */
function relationConflicts(field: string, current: JsonValue, next: JsonValue): string[] {
  const [before, after] = [relationsOf(current), relationsOf(next)];
  const isParent = (name: string): boolean => before.some(({ parent }) => parent === name);
  const isChild = (name: string): boolean => before.some(({ children }) => children.includes(name));
  const found = before
    .filter(({ parent }) => !after.some((one) => one.parent === parent))
    .map(({ parent }) => `cannot remove parent [${parent}] in join field [${field}]`);
  for (const { parent, children } of after) {
    const known = before.find((one) => one.parent === parent);
    if (known === undefined && isChild(parent)) {
      found.push(`cannot create parent [${parent}] from an existing child`);
    }
    for (const child of hashMapOrder(known?.children ?? [])) {
      if (!children.includes(child)) found.push(`cannot remove child [${child}] in join field [${field}]`);
    }
    for (const child of hashMapOrder(children)) {
      if (known?.children.includes(child) === true || !isParent(child)) continue;
      found.push(`cannot create child [${child}] from an existing parent`);
    }
  }
  return found;
}

/** The column that holds the parent's id for the parent itself and its children. */
export function joinIdField(fieldName: string, parent: string): string {
  return `${fieldName}#${parent}`;
}

function relationsOf(value: JsonValue): JoinRelation[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([parent, children]) => ({
    parent,
    children: [children].flat().map(String),
  }));
}

/** `join`: parent-child relations between documents of one index. */
export const joinType: FieldTypeDefinition = {
  typeName: 'join',
  unknown: 'together',
  multiFields: false,
  errors: 'bare',
  parameters: [
    booleanParameter('eager_global_ordinals', true, { updateable: true, alwaysPrinted: 'default' }),
    relationsParameter,
  ],
  create: (field) => {
    const relations = relationsOf(field.values.get('relations'));
    const isKnown = (name: string): boolean =>
      relations.some(({ parent, children }) => parent === name || children.includes(name));
    const addId = (context: DocumentContext, parent: string, id: string): void => {
      const slot = { name: joinIdField(field.name, parent), slot: -1 };
      context.doc.addTerm(slot, id, true, true);
    };
    return {
      type: mappedFieldType(field, {
        family: 'keyword',
        relations,
        toIndexValue: queryText,
      }),
      parse: (value, context) => {
        if (value === null) return;
        const { name, parent } = readJoin(field.name, value);
        if (!isKnown(name)) throw illegalArgument(`unknown join name [${name}] for field [${field.name}]`);
        const above = relations.find(({ children }) => children.includes(name));
        if (above !== undefined) {
          if (parent === null) throw illegalArgument(`[parent] is missing for join field [${field.name}]`);
          if (context.routing === null) {
            throw illegalArgument(`[routing] is missing for join field [${field.name}]`);
          }
          addId(context, above.parent, parent);
        } else if (parent !== null) {
          throw illegalArgument(`Name [${name}] of join field [${field.name}] has no parent`);
        }
        if (relations.some((relation) => relation.parent === name)) addId(context, name, context.id);
        context.doc.addTerm(field, name, true, true);
      },
    };
  },
};

function readJoin(field: string, value: JsonValue): { name: string; parent: string | null } {
  if (typeof value === 'string') return { name: value, parent: null };
  if (!isJsonObject(value)) {
    throw illegalArgument(`[${field}] expected START_OBJECT or VALUE_STRING but was: ${javaText(value)}`);
  }
  for (const key of Object.keys(value)) {
    if (key !== 'name' && key !== 'parent') {
      throw illegalArgument(`unknown field name [${key}] in join field [${field}]`);
    }
  }
  const { name, parent } = value;
  if (name === undefined || name === null) throw illegalArgument(`null join name in field [${field}]`);
  return { name: String(name), parent: parent === undefined || parent === null ? null : String(parent) };
}
