import {
  atOnce,
  illegalArgument,
  type JsonValue,
  OpenSearchError,
  type Steps,
  stringifyJson,
} from '../common/index.ts';
import type { FieldNode, Node, ObjectNode, RootNode } from './definition.ts';
import { EMPTY_ROOT, nodeTypeName } from './definition.ts';
import { fieldTypes } from './fields/index.ts';
import { ParameterValues } from './fieldTypes.ts';
import { javaTextInOrder } from './javaText.ts';
import { checkMetadata } from './metadataMappers.ts';
import type { Parameter } from './parameters.ts';

/**
 * Merges a mapping into another; returns `current` if nothing changes. Throws illegal_argument_exception on
 * conflicts. Modifies neither.
 */
export function* mergeRoots(current: RootNode, incoming: RootNode): Steps<RootNode> {
  // Only the first mapping can define metadata mappers; later ones may repeat them.
  if (current === EMPTY_ROOT)
    return hasSameOptions(incoming, EMPTY_ROOT) && isEmpty(incoming) ? current : incoming;
  checkMetadata(current.metadata, incoming.metadata);
  if (current.object.enabled !== incoming.object.enabled) {
    throw enabledChanged(`the [enabled] parameter can't be updated for the object mapping [_doc]`);
  }
  const metadata = new Map([...current.metadata, ...incoming.metadata]);
  const merged: RootNode = {
    object: yield* mergeObjects('', current.object, incoming.object),
    meta: incoming.meta ?? current.meta,
    metadata,
    // New templates replace all previous ones.
    dynamicTemplates: incoming.dynamicTemplates ?? current.dynamicTemplates,
    dynamicDateFormats: incoming.dynamicDateFormats ?? current.dynamicDateFormats,
    dateDetection: incoming.dateDetection ?? current.dateDetection,
    numericDetection: incoming.numericDetection ?? current.numericDetection,
  };
  const changed = merged.object !== current.object || !hasSameOptions(merged, current);
  return changed ? merged : current;
}

function enabledChanged(reason: string): OpenSearchError {
  return new OpenSearchError('mapper_exception', reason);
}

/** Whether a root defines no fields. */
function isEmpty({ object }: RootNode): boolean {
  return object.children.size === 0 && object.dynamic === null && object.enabled;
}

/** Whether two roots are equal apart from their fields. */
function hasSameOptions(a: RootNode, b: RootNode): boolean {
  const options = (root: RootNode): JsonValue => [
    root.meta,
    [...root.metadata].filter(([, body]) => Object.keys(body).length > 0).map(([name, body]) => [name, body]),
    root.dynamicTemplates?.map(({ name, body }) => [name, body]) ?? null,
    root.dynamicDateFormats as string[] | null,
    root.dateDetection,
    root.numericDetection,
  ];
  return stringifyJson(options(a)) === stringifyJson(options(b));
}

/** `path` is the full name of both nodes. */
export function mergeNodes(path: string, current: Node, incoming: Node): Node {
  return atOnce(mergeSteps(path, current, incoming));
}

function* mergeSteps(path: string, current: Node, incoming: Node): Steps<Node> {
  if (current.kind === 'object') {
    if (incoming.kind !== 'object') {
      throw illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
    }
    return yield* mergeObjects(path, current, incoming);
  }
  if (incoming.kind === 'object') {
    throw illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
  }
  if (current.kind === 'alias' || incoming.kind === 'alias') return mergeAlias(path, current, incoming);
  return yield* mergeFields(path, current, incoming);
}

function mergeAlias(path: string, current: Node, incoming: Node): Node {
  if (current.kind === 'alias' && incoming.kind === 'alias') {
    return current.path === incoming.path ? current : incoming;
  }
  const [from, to] = [nodeTypeName(current), nodeTypeName(incoming)];
  if (current.kind !== 'alias') throw typeChanged(path, from, to);
  throw illegalArgument(
    `Cannot merge a field alias mapping [${path}] with a mapping that is not for a field alias.`,
  );
}

function typeChanged(path: string, from: string, to: string): OpenSearchError {
  return illegalArgument(`mapper [${path}] cannot be changed from type [${from}] to [${to}]`);
}

function* mergeObjects(path: string, current: ObjectNode, incoming: ObjectNode): Steps<ObjectNode> {
  if (current.nested !== null && incoming.nested === null) {
    throw illegalArgument('cannot change object mapping from nested to non-nested');
  }
  if (current.nested === null && incoming.nested !== null) {
    throw illegalArgument('cannot change object mapping from non-nested to nested');
  }
  if (path !== '' && current.enabled !== incoming.enabled) {
    throw enabledChanged(`The [enabled] parameter can't be updated for the object mapping [${path}].`);
  }
  const children = yield* mergeChildren(current.children, incoming.children, (name, existing, child) =>
    mergeSteps(path === '' ? name : `${path}.${name}`, existing, child),
  );
  const dynamic = incoming.dynamic ?? current.dynamic;
  if (children === current.children && dynamic === current.dynamic) return current;
  return { ...current, dynamic, children };
}

/** Merges children by name; returns the current map if nothing changes. */
function* mergeChildren<T>(
  current: ReadonlyMap<string, T>,
  incoming: ReadonlyMap<string, T>,
  merge: (name: string, existing: T, child: T) => Steps<T>,
): Steps<ReadonlyMap<string, T>> {
  const changed = new Map<string, T>();
  for (const [name, child] of incoming) {
    yield;
    const existing = current.get(name);
    const merged = existing === undefined ? child : yield* merge(name, existing, child);
    if (merged !== existing) changed.set(name, merged);
  }
  if (changed.size === 0) return current;
  const all = new Map(current);
  for (const [name, child] of changed) all.set(name, child);
  return all;
}

function* mergeFields(path: string, current: FieldNode, incoming: FieldNode): Steps<FieldNode> {
  if (current.typeName !== incoming.typeName) throw typeChanged(path, current.typeName, incoming.typeName);
  const definition = fieldTypes.get(current.typeName);
  if (definition !== undefined) checkParameters(path, definition.parameters, current, incoming);
  const multiFields = yield* mergeChildren(
    current.multiFields,
    incoming.multiFields,
    (name, existing, field) => mergeFields(`${path}.${name}`, existing, field),
  );
  if (multiFields === current.multiFields && hasSameParameters(current, incoming)) return current;
  return { ...incoming, multiFields };
}

function hasSameParameters(a: FieldNode, b: FieldNode): boolean {
  if (a.parameters.size !== b.parameters.size) return false;
  for (const [name, value] of a.parameters) {
    const other = b.parameters.get(name);
    if (other === undefined || stringifyJson(other) !== stringifyJson(value)) return false;
  }
  return stringifyJson([...a.copyTo]) === stringifyJson([...b.copyTo]);
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
    const own = parameter.conflicts?.(path, from, to) ?? [];
    if (own.length > 0) {
      throw illegalArgument(`Mapper for [${path}] conflicts with existing mapping:\n[${own.join(', ')}]`);
    }
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
