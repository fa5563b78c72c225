import {
  atOnce,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  type Steps,
} from '../common/index.ts';
import {
  type AliasNode,
  type Dynamic,
  EMPTY_OBJECT,
  type FieldNode,
  type Node,
  type ObjectNode,
} from './definition.ts';
import { javaClassName, mapperParsing } from './errors.ts';
import { fieldTypes } from './fields/index.ts';
import { type FieldTypeDefinition, ParameterValues } from './fieldTypes.ts';
import { javaTextInOrder } from './javaText.ts';
import { checkNothingLeft } from './leftovers.ts';
import { type IndexComponents, type ParameterContext, toBoolean } from './parameters.ts';

/** Parses `properties`. Throws mapper_parsing_exception, and errors of field type parameters. */
function* parseProperties(
  properties: JsonObject,
  environment: IndexComponents,
): Steps<ReadonlyMap<string, Node>> {
  const children = new Map<string, Node>();
  const grown = new Set<Node>();
  for (const [name, body] of Object.entries(properties)) {
    yield;
    if (isEmptyList(body)) continue;
    if (!isJsonObject(body)) {
      const reason = `Expected map for property [fields] on field [${name}] but got a class java.lang.String`;
      throw mapperParsing(reason);
    }
    const parts = splitFieldName(name);
    const node = yield* nodeSteps(parts[parts.length - 1], name, body, environment);
    addChild(children, parts, node, grown);
  }
  return children;
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** `a.b.c` in a mapping means nested objects; trailing empty parts are dropped, like in Java's split. */
function splitFieldName(name: string): string[] {
  const parts = name.split('.');
  while (parts.length > 1 && parts[parts.length - 1] === '') parts.pop();
  if (name === '' || parts.some((part) => part === '')) {
    throw new OpenSearchError('illegal_argument_exception', 'name cannot be empty string');
  }
  return parts;
}

/** `grown`: objects created by this parse, whose children may be added in place. */
function addChild(children: Map<string, Node>, parts: readonly string[], node: Node, grown: Set<Node>): void {
  const [first, ...rest] = parts;
  const existing = children.get(first);
  if (rest.length === 0 && (existing?.kind !== 'object' || node.kind === 'alias')) {
    children.set(first, node);
    return;
  }
  const leaf = rest.length === 0 ? node : existing;
  if (leaf?.kind === 'field') {
    throw illegalArgument(
      `mapper [${first}] cannot be changed from type [${leaf.typeName}] to [ObjectMapper]`,
    );
  }
  if (rest.length === 0) {
    const both = [...(existing as ObjectNode).children, ...(node as ObjectNode).children];
    children.set(first, { ...(node as ObjectNode), children: new Map(both) });
    return;
  }
  if (existing?.kind === 'object' && grown.has(existing)) {
    addChild(existing.children as Map<string, Node>, rest, node, grown);
    return;
  }
  const before = existing?.kind === 'object' ? existing : EMPTY_OBJECT;
  const parent = { ...before, children: new Map(before.children) };
  addChild(parent.children, rest, node, grown);
  grown.add(parent);
  children.set(first, parent);
}

/** Parses one entry of `properties`; `fullName` is its key as given, for error messages. */
export function parseNode(
  simpleName: string,
  fullName: string,
  body: JsonObject,
  environment: IndexComponents,
): Node {
  return atOnce(nodeSteps(simpleName, fullName, body, environment));
}

function* nodeSteps(
  simpleName: string,
  fullName: string,
  body: JsonObject,
  environment: IndexComponents,
): Steps<Node> {
  const type = typeOf(body, fullName);
  if (type === 'object' || type === 'nested')
    return yield* parseObjectNode(fullName, body, type, environment);
  if (type === 'alias') return parseAlias(fullName, body);
  return parseFieldNode(simpleName, fullName, type, body, environment);
}

function typeOf(body: JsonObject, fullName: string): string {
  if (body.type !== undefined && body.type !== null) return javaTextInOrder(body.type);
  const keys = Object.keys(body);
  if (body.properties !== undefined && body.properties !== null) return 'object';
  if (keys.length === 1 && keys[0] === 'enabled') return 'object';
  throw mapperParsing(`No type specified for field [${fullName}]`);
}

function* parseObjectNode(
  name: string,
  body: JsonObject,
  type: 'object' | 'nested',
  environment: IndexComponents,
): Steps<ObjectNode> {
  const rest = { ...body };
  delete rest.type;
  let node: ObjectNode = EMPTY_OBJECT;
  const includeInParent = readInclusion(name, rest, 'include_in_parent');
  const includeInRoot = readInclusion(name, rest, 'include_in_root');
  if (type === 'nested') node = { ...node, nested: { includeInParent, includeInRoot } };
  node = yield* readObjectParameters(node, rest, environment);
  checkNothingLeft(`Mapping definition for [${name}]`, rest);
  return node;
}

/** Plain objects accept the parameters of nested ones, without effect. */
function readInclusion(name: string, rest: JsonObject, key: string): boolean {
  const value = rest[key];
  delete rest[key];
  return value !== undefined && namedBoolean(value, `${name}.${key}`);
}

/** Removes `dynamic`, `enabled` and `properties` from `rest` and parses them. */
export function* readObjectParameters(
  node: ObjectNode,
  rest: JsonObject,
  environment: IndexComponents,
): Steps<ObjectNode> {
  let { dynamic, enabled, children } = node;
  if (rest.dynamic !== undefined) dynamic = parseDynamic(rest.dynamic);
  if (rest.enabled !== undefined) enabled = namedBoolean(rest.enabled, 'enabled.enabled');
  const { properties } = rest;
  if (isJsonObject(properties)) children = yield* parseProperties(properties, environment);
  else if (properties !== undefined && !isEmptyList(properties)) {
    throw new OpenSearchError('parse_exception', 'properties must be a map type');
  }
  delete rest.dynamic;
  delete rest.enabled;
  delete rest.properties;
  return { ...node, dynamic, enabled, children };
}

function parseDynamic(value: JsonValue): Dynamic {
  if (value === null) throw nullNode('fieldNode');
  if (typeof value === 'string' && value.toLowerCase() === 'strict') return 'strict';
  return namedBoolean(value, 'dynamic.dynamic') ? 'true' : 'false';
}

/** Java's NullPointerException message for reading the text of a null member. */
export function nullNode(variable: string): OpenSearchError {
  const reason = `Cannot invoke "Object.toString()" because "${variable}" is null`;
  return new OpenSearchError('null_pointer_exception', reason);
}

/** Throws illegal_argument_exception `Could not convert [name] to boolean`. */
export function namedBoolean(value: JsonValue, name: string): boolean {
  try {
    return toBoolean(value);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw new OpenSearchError('illegal_argument_exception', `Could not convert [${name}] to boolean`, {
      causedBy: error,
    });
  }
}

function parseAlias(name: string, body: JsonObject): AliasNode {
  const { type: _type, path, ...rest } = body;
  if (path === undefined || path === null) {
    throw mapperParsing(`The [path] property must be specified for field [${name}].`);
  }
  checkNothingLeft(`Mapping definition for [${name}]`, rest);
  return { kind: 'alias', path: javaTextInOrder(path) };
}

/** All types accept these parameters; types that do not use them drop them. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'store',
  'meta',
  'index',
  'doc_values',
  'boost',
  'index_options',
  'similarity',
]);

/** Whether a type that reports unknown parameters together knows this one. */
function isTaken({ parameters, multiFields }: FieldTypeDefinition, key: string): boolean {
  if (parameters.some(({ name }) => name === key)) return true;
  return multiFields !== false && (key === 'fields' || key === 'copy_to' || WITHOUT_EFFECT.has(key));
}

function parseFieldNode(
  simpleName: string,
  fullName: string,
  typeName: string,
  body: JsonObject,
  environment: IndexComponents,
): FieldNode {
  const definition = fieldTypes.get(typeName);
  if (definition === undefined) {
    throw mapperParsing(`No handler for type [${typeName}] declared on field [${fullName}]`);
  }
  const context: ParameterContext = { fieldName: simpleName, ...environment };
  const parameters = new Map<string, JsonValue>();
  let multiFields: ReadonlyMap<string, FieldNode> = new Map();
  let copyTo: readonly string[] = [];
  const unknown: JsonObject = {};
  for (const [key, value] of Object.entries(body)) {
    if (key === 'type') continue;
    if (definition.unknown === 'together' && !isTaken(definition, key)) {
      unknown[key] = value;
      continue;
    }
    if (key === 'fields') {
      multiFields = parseMultiFields(simpleName, value, environment);
      continue;
    }
    if (key === 'copy_to') {
      copyTo = parseCopyTo(value);
      continue;
    }
    const parameter = definition.parameters.find((candidate) => candidate.name === key);
    if (parameter === undefined) {
      if (WITHOUT_EFFECT.has(key)) continue;
      throw mapperParsing(`unknown parameter [${key}] on mapper [${simpleName}] of type [${typeName}]`);
    }
    if (value === null && parameter.acceptsNull !== true) {
      throw mapperParsing(
        `[${key}] on mapper [${simpleName}] of type [${typeName}] must not have a [null] value`,
      );
    }
    const parsed = parameter.parse(value, context);
    if (parameter.dropped !== true) parameters.set(key, parsed);
  }
  checkNothingLeft(`Mapping definition for [${simpleName}]`, unknown);
  const values = new ParameterValues(parameters, definition.parameters);
  for (const name of definition.check?.(values, simpleName) ?? []) parameters.delete(name);
  return { kind: 'field', typeName, parameters, multiFields, copyTo };
}

function parseMultiFields(
  fieldName: string,
  value: JsonValue,
  environment: IndexComponents,
): ReadonlyMap<string, FieldNode> {
  if (isEmptyList(value)) return new Map();
  if (!isJsonObject(value)) {
    throw mapperParsing(
      `expected map for property [fields] on field [${javaTextInOrder(value)}] or [fields] but got a ` +
        `class ${javaClassName(value)}`,
    );
  }
  const fields = new Map<string, FieldNode>();
  for (const [name, body] of Object.entries(value)) {
    if (name.includes('.')) {
      throw mapperParsing(`Field name [${name}] which is a multi field of [${fieldName}] cannot contain '.'`);
    }
    if (!isJsonObject(body))
      throw mapperParsing(`illegal field [${name}], only fields can be specified inside fields`);
    if (body.type === undefined || body.type === null) {
      throw mapperParsing(`no type specified for property [${name}]`);
    }
    const type = javaTextInOrder(body.type);
    if (type === 'object' || type === 'nested')
      throw mapperParsing(`Type [${type}] cannot be used in multi field`);
    if (type === 'alias') throw mapperParsing('Type [alias] cannot be used in multi field');
    fields.set(name, parseFieldNode(name, name, type, body, environment));
  }
  return fields;
}

function parseCopyTo(value: JsonValue): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map(javaTextInOrder);
}
