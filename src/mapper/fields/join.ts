import {
  hashMapOrder,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../common/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import { mapperParsing } from '../errors.ts';
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
  parse: (value) => {
    if (!isJsonObject(value)) throw mapperParsing('[relations] must be an object');
    for (const children of Object.values(value)) {
      for (const child of Array.isArray(children) ? children : [children]) {
        if (typeof child !== 'string') throw mapperParsing('[relations] must be strings or lists of strings');
      }
    }
    checkSingleParent(value);
    return value;
  },
  conflicts: relationConflicts,
};

function checkSingleParent(relations: JsonObject): void {
  const seen = new Set<string>();
  for (const child of Object.values(relations).flat()) {
    if (seen.has(String(child))) {
      throw illegalArgument(`[relations] cannot have multiple parents for the child [${String(child)}]`);
    }
    seen.add(String(child));
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
