import { illegalArgument, type JsonValue, OpenSearchError, stringifyJson } from '../common/index.ts';
import type { DynamicTemplate, FieldNode, Node, ObjectNode, RootNode } from './definition.ts';
import { nodeTypeName } from './definition.ts';
import { fieldTypes } from './fields/index.ts';
import { ParameterValues } from './fieldTypes.ts';
import { javaTextInOrder } from './javaText.ts';
import type { Parameter } from './parameters.ts';

/** Merges a mapping into another. Throws illegal_argument_exception where they conflict; both stay as they are. */
export function mergeRoots(current: RootNode, incoming: RootNode): RootNode {
  const metadata = new Map(current.metadata);
  for (const [name, body] of incoming.metadata) metadata.set(name, body);
  return {
    object: mergeObjects('', current.object, incoming.object),
    meta: incoming.meta ?? current.meta,
    metadata,
    dynamicTemplates: mergeTemplates(current.dynamicTemplates, incoming.dynamicTemplates),
    dynamicDateFormats: incoming.dynamicDateFormats ?? current.dynamicDateFormats,
    dateDetection: incoming.dateDetection ?? current.dateDetection,
    numericDetection: incoming.numericDetection ?? current.numericDetection,
  };
}

/** Templates given replace all that were there. */
function mergeTemplates(
  current: readonly DynamicTemplate[],
  incoming: readonly DynamicTemplate[],
): readonly DynamicTemplate[] {
  return incoming.length > 0 ? incoming : current;
}

/** `path` is the full name of both nodes. */
export function mergeNodes(path: string, current: Node, incoming: Node): Node {
  if (current.kind === 'object') {
    if (incoming.kind !== 'object') {
      throw illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
    }
    return mergeObjects(path, current, incoming);
  }
  if (incoming.kind === 'object') {
    throw illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
  }
  if (current.kind === 'alias' || incoming.kind === 'alias') return mergeAlias(path, current, incoming);
  return mergeFields(path, current, incoming);
}

function mergeAlias(path: string, current: Node, incoming: Node): Node {
  if (current.kind === 'alias' && incoming.kind === 'alias') return incoming;
  const [from, to] = [nodeTypeName(current), nodeTypeName(incoming)];
  if (current.kind !== 'alias') throw typeChanged(path, from, to);
  throw illegalArgument(
    `Cannot merge a field alias mapping [${path}] with a mapping that is not for a field alias.`,
  );
}

function typeChanged(path: string, from: string, to: string): OpenSearchError {
  return illegalArgument(`mapper [${path}] cannot be changed from type [${from}] to [${to}]`);
}

function mergeObjects(path: string, current: ObjectNode, incoming: ObjectNode): ObjectNode {
  if (current.nested !== null && incoming.nested === null) {
    throw illegalArgument('cannot change object mapping from nested to non-nested');
  }
  if (current.nested === null && incoming.nested !== null) {
    throw illegalArgument('cannot change object mapping from non-nested to nested');
  }
  if (path !== '' && current.enabled !== incoming.enabled) {
    throw new OpenSearchError(
      'mapper_exception',
      `The [enabled] parameter can't be updated for the object mapping [${path}].`,
    );
  }
  const children = new Map(current.children);
  for (const [name, child] of incoming.children) {
    const existing = children.get(name);
    const childPath = path === '' ? name : `${path}.${name}`;
    children.set(name, existing === undefined ? child : mergeNodes(childPath, existing, child));
  }
  return { ...current, dynamic: incoming.dynamic ?? current.dynamic, children };
}

function mergeFields(path: string, current: FieldNode, incoming: FieldNode): FieldNode {
  if (current.typeName !== incoming.typeName) throw typeChanged(path, current.typeName, incoming.typeName);
  const definition = fieldTypes.get(current.typeName);
  if (definition !== undefined) checkParameters(path, definition.parameters, current, incoming);
  const multiFields = new Map(current.multiFields);
  for (const [name, field] of incoming.multiFields) {
    const existing = multiFields.get(name);
    multiFields.set(name, existing === undefined ? field : mergeFields(`${path}.${name}`, existing, field));
  }
  return { ...incoming, multiFields };
}

function checkParameters(
  path: string,
  parameters: readonly Parameter[],
  current: FieldNode,
  incoming: FieldNode,
): void {
  const before = new ParameterValues(current.parameters, parameters);
  const after = new ParameterValues(incoming.parameters, parameters);
  const conflicts: string[] = [];
  for (const parameter of parameters) {
    const [from, to] = [before.get(parameter.name), after.get(parameter.name)];
    if (mayChange(parameter, from, to)) continue;
    const text = parameter.conflictText ?? javaTextInOrder;
    conflicts.push(`\n\tCannot update parameter [${parameter.name}] from [${text(from)}] to [${text(to)}]`);
  }
  if (conflicts.length > 0) {
    throw illegalArgument(`Mapper for [${path}] conflicts with existing mapper:${conflicts.join('')}`);
  }
}

function mayChange(parameter: Parameter, from: JsonValue, to: JsonValue): boolean {
  if (parameter.canMerge !== undefined) return parameter.canMerge(from, to);
  return parameter.updateable || stringifyJson(from) === stringifyJson(to);
}
