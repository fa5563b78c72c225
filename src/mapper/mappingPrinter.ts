import { isJsonObject, type JsonObject, type JsonValue, type Steps, stringifyJson } from '../common/index.ts';
import type { FieldNode, Node, ObjectNode, RootNode } from './definition.ts';
import { fieldTypes } from './fields/index.ts';
import type { GivenParameters, Parameter } from './parameters.ts';

/** A mapping with its printed form. */
export interface PrintedRoot {
  readonly root: RootNode;
  readonly json: JsonObject;
}

/**
 * A mapping as printed by `_mapping`; `{}` for an empty one. Unchanged parts are shared with the printed form
 * of the previous mapping; do not modify either.
 */
export function* printRoot(root: RootNode, before: PrintedRoot | null): Steps<JsonObject> {
  const json: JsonObject = {};
  if (root.object.dynamic !== null) json.dynamic = root.object.dynamic;
  if (!root.object.enabled) json.enabled = false;
  if (root.meta !== null) json._meta = root.meta;
  for (const name of [...root.metadata.keys()].sort()) {
    const body = root.metadata.get(name) ?? {};
    if (Object.keys(body).length > 0) json[name] = body;
  }
  if (root.dynamicDateFormats !== null) json.dynamic_date_formats = [...root.dynamicDateFormats];
  if (root.dynamicTemplates !== null) {
    json.dynamic_templates = root.dynamicTemplates.map((template) => ({ [template.name]: template.body }));
  }
  if (root.dateDetection !== null) json.date_detection = root.dateDetection;
  if (root.numericDetection !== null) json.numeric_detection = root.numericDetection;
  if (root.object.children.size > 0) {
    json.properties = yield* printChildren(
      root.object,
      before && { node: before.root.object, json: before.json },
    );
  }
  return json;
}

/** An object with its printed form, whose `properties` hold the children. */
interface PrintedObject {
  readonly node: ObjectNode;
  readonly json: JsonObject;
}

function* printChildren({ children }: ObjectNode, before: PrintedObject | null): Steps<JsonObject> {
  const names = [...children.keys()].sort();
  const members: [string, JsonObject][] = [];
  for (const name of names) {
    yield;
    members.push([name, yield* printChild(children.get(name) as Node, printedChild(before, name))]);
  }
  return Object.fromEntries(members);
}

/** The previous node of that name with its printed form. */
function printedChild(before: PrintedObject | null, name: string): { node: Node; json: JsonObject } | null {
  const node = before?.node.children.get(name);
  const properties = before?.json.properties;
  if (node === undefined || !isJsonObject(properties)) return null;
  return { node, json: properties[name] as JsonObject };
}

function* printChild(node: Node, before: { node: Node; json: JsonObject } | null): Steps<JsonObject> {
  if (before?.node === node) return before.json;
  if (node.kind === 'alias') return { type: 'alias', path: node.path };
  if (node.kind === 'field') return printField(node);
  return yield* printObject(
    node,
    before?.node.kind === 'object' ? { node: before.node, json: before.json } : null,
  );
}

function* printObject(node: ObjectNode, before: PrintedObject | null): Steps<JsonObject> {
  const json: JsonObject = {};
  if (node.nested !== null) {
    json.type = 'nested';
    if (node.nested.includeInParent) json.include_in_parent = true;
    if (node.nested.includeInRoot) json.include_in_root = true;
  } else if (node.children.size === 0) json.type = 'object';
  if (node.dynamic !== null) json.dynamic = node.dynamic;
  if (!node.enabled) json.enabled = false;
  if (node.children.size > 0) json.properties = yield* printChildren(node, before);
  return json;
}

function printField(node: FieldNode): JsonObject {
  const json: JsonObject = { type: node.typeName };
  const definition = fieldTypes.get(node.typeName);
  const after = definition?.multiFieldsAfter;
  for (const parameter of definition?.parameters ?? []) {
    const value = printedValue(parameter, node.parameters);
    if (value !== undefined) json[parameter.name] = value;
    if (parameter.name === after) printMultiFields(node, json);
  }
  if (after === undefined) printMultiFields(node, json);
  return json;
}

function printedValue(parameter: Parameter, given: GivenParameters): JsonValue | undefined {
  if (parameter.printed !== undefined) return parameter.printed(given);
  const value = given.get(parameter.name);
  if (parameter.alwaysPrinted === 'default') return value ?? parameter.defaultValue;
  if (value === undefined || parameter.alwaysPrinted === true) return value;
  return stringifyJson(value) === stringifyJson(parameter.defaultValue) ? undefined : value;
}

function printMultiFields(node: FieldNode, json: JsonObject): void {
  if (node.multiFields.size > 0) {
    const names = [...node.multiFields.keys()].sort();
    json.fields = Object.fromEntries(
      names.map((name) => [name, printField(node.multiFields.get(name) as FieldNode)]),
    );
  }
  if (node.copyTo.length > 0) json.copy_to = [...node.copyTo];
}
