import { type JsonObject, type JsonValue, stringifyJson } from '../common/index.ts';
import type { FieldNode, Node, ObjectNode, RootNode } from './definition.ts';
import { fieldTypes } from './fields/index.ts';
import type { Parameter } from './parameters.ts';

/** A mapping as `_mapping` prints it; `{}` when there is nothing to say. */
export function printRoot(root: RootNode): JsonObject {
  const json: JsonObject = {};
  if (root.object.dynamic !== null) json.dynamic = root.object.dynamic;
  if (!root.object.enabled) json.enabled = false;
  if (root.meta !== null) json._meta = root.meta;
  for (const name of [...root.metadata.keys()].sort()) {
    const body = root.metadata.get(name) ?? {};
    if (Object.keys(body).length > 0) json[name] = body;
  }
  if (root.dynamicDateFormats !== null) json.dynamic_date_formats = [...root.dynamicDateFormats];
  if (root.dynamicTemplates.length > 0) {
    json.dynamic_templates = root.dynamicTemplates.map((template) => ({ [template.name]: template.body }));
  }
  if (root.dateDetection !== null) json.date_detection = root.dateDetection;
  if (root.numericDetection !== null) json.numeric_detection = root.numericDetection;
  if (root.object.children.size > 0) json.properties = printChildren(root.object.children);
  return json;
}

function printChildren(children: ReadonlyMap<string, Node>): JsonObject {
  const names = [...children.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, printNode(children.get(name) as Node)]));
}

function printNode(node: Node): JsonObject {
  if (node.kind === 'object') return printObject(node);
  if (node.kind === 'alias') return { type: 'alias', path: node.path };
  return printField(node);
}

function printObject(node: ObjectNode): JsonObject {
  const json: JsonObject = {};
  if (node.nested !== null) {
    json.type = 'nested';
    if (node.nested.includeInParent) json.include_in_parent = true;
    if (node.nested.includeInRoot) json.include_in_root = true;
  } else if (node.children.size === 0) json.type = 'object';
  if (node.dynamic !== null) json.dynamic = node.dynamic;
  if (!node.enabled) json.enabled = false;
  if (node.children.size > 0) json.properties = printChildren(node.children);
  return json;
}

function printField(node: FieldNode): JsonObject {
  const json: JsonObject = { type: node.typeName };
  const definition = fieldTypes.get(node.typeName);
  const after = definition?.multiFieldsAfter;
  for (const parameter of definition?.parameters ?? []) {
    const value = node.parameters.get(parameter.name);
    if (value !== undefined && isPrinted(parameter, value)) json[parameter.name] = value;
    if (parameter.name === after) printMultiFields(node, json);
  }
  if (after === undefined) printMultiFields(node, json);
  return json;
}

function isPrinted(parameter: Parameter, value: JsonValue): boolean {
  return parameter.alwaysPrinted === true || stringifyJson(value) !== stringifyJson(parameter.defaultValue);
}

function printMultiFields(node: FieldNode, json: JsonObject): void {
  if (node.multiFields.size > 0) json.fields = printChildren(node.multiFields);
  if (node.copyTo.length > 0) json.copy_to = [...node.copyTo];
}
