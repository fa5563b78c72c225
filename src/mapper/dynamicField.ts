import { isJsonObject, JsonDouble, type JsonObject, type JsonValue } from '../common/index.ts';
import { dateFormatter } from './dates/index.ts';
import { type DynamicTemplate, EMPTY_OBJECT, type Node, type RootNode } from './definition.ts';
import { mapperParsing } from './errors.ts';
import { DEFAULT_DATE_FORMAT } from './fields/date.ts';
import { fieldTypes } from './fields/index.ts';
import { isJavaDouble } from './fields/numericKinds.ts';
import { parseNode } from './mappingParser.ts';
import type { IndexComponents } from './parameters.ts';

/** The type of a JSON value for dynamic mapping; templates match on it. */
export type DynamicKind = 'object' | 'string' | 'long' | 'double' | 'boolean' | 'date';

const DEFAULT_DYNAMIC_FORMATS = [DEFAULT_DATE_FORMAT, 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis'];

export interface Detected {
  readonly kind: DynamicKind;
  /** The date format that matched. */
  readonly format: string | null;
}

/** `exact` returns the number as sent, to distinguish `1.0` from `1`. */
export function detect(value: JsonValue, root: RootNode, exact: () => unknown): Detected {
  if (typeof value === 'boolean') return { kind: 'boolean', format: null };
  if (typeof value === 'bigint') return { kind: 'long', format: null };
  if (typeof value === 'number') {
    const whole = Number.isInteger(value) && !(exact() instanceof JsonDouble);
    return { kind: whole ? 'long' : 'double', format: null };
  }
  if (typeof value === 'string') return detectText(value, root);
  return { kind: 'object', format: null };
}

const LONG = /^[+-]?\d{1,19}$/;

function detectText(text: string, root: RootNode): Detected {
  const asLong =
    LONG.test(text) && BigInt.asIntN(64, BigInt(text.replace('+', ''))) === BigInt(text.replace('+', ''));
  const asDouble = isJavaDouble(text);
  if (root.numericDetection === true) {
    if (asLong) return { kind: 'long', format: null };
    if (asDouble) return { kind: 'double', format: null };
  }
  if (!asLong && !asDouble && root.dateDetection !== false) {
    for (const format of root.dynamicDateFormats ?? DEFAULT_DYNAMIC_FORMATS) {
      if (dateFormatter(format).tryParse(text) !== null) return { kind: 'date', format };
    }
  }
  return { kind: 'string', format: null };
}

/** The mapping of a new field: from the first matching template, or the default for its type. */
export function dynamicNode(
  path: string,
  name: string,
  detected: Detected,
  root: RootNode,
  environment: IndexComponents,
): Node {
  const template = findTemplate(path, name, detected.kind, root.dynamicTemplates);
  if (template !== null) return templateNode(template, name, detected, environment);
  if (detected.kind === 'object') return EMPTY_OBJECT;
  return parseNode(name, name, defaultBody(detected), environment);
}

/**
 * The node of an object template, or `null`: checked for arrays, which such a template may take as a whole.
 */
export function objectTemplateNode(
  path: string,
  name: string,
  root: RootNode,
  environment: IndexComponents,
): Node | null {
  const template = findTemplate(path, name, 'object', root.dynamicTemplates);
  return template === null
    ? null
    : templateNode(template, name, { kind: 'object', format: null }, environment);
}

function defaultBody(detected: Detected): JsonObject {
  switch (detected.kind) {
    case 'date':
      return detected.format === DEFAULT_DATE_FORMAT
        ? { type: 'date' }
        : { type: 'date', format: detected.format };
    case 'string':
      return { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
    case 'double':
      return { type: 'float' };
    default:
      return { type: detected.kind };
  }
}

function findTemplate(
  path: string,
  name: string,
  kind: DynamicKind,
  templates: readonly DynamicTemplate[] | null,
): DynamicTemplate | null {
  return templates?.find((template) => matches(template, path, name, kind)) ?? null;
}

function matches(template: DynamicTemplate, path: string, name: string, kind: DynamicKind): boolean {
  if (template.pathMatch?.(path) === false) return false;
  if (template.match?.(name) === false) return false;
  if (template.pathUnmatch?.(path) === true) return false;
  if (template.unmatch?.(name) === true) return false;
  return template.matchMappingType === '*' || template.matchMappingType === kind;
}

const DYNAMIC_TYPES: Readonly<Record<DynamicKind, string>> = {
  object: 'object',
  string: 'text',
  long: 'long',
  double: 'float',
  boolean: 'boolean',
  date: 'date',
};

function templateNode(
  template: DynamicTemplate,
  name: string,
  detected: Detected,
  environment: IndexComponents,
): Node {
  const dynamicType = DYNAMIC_TYPES[detected.kind];
  const fill = (text: string): string =>
    text
      .replaceAll('{name}', name)
      .replaceAll('{dynamic_type}', dynamicType)
      .replaceAll('{dynamicType}', dynamicType);
  const body = fillIn(template.mapping, fill) as JsonObject;
  const type = body.type === undefined ? dynamicType : String(body.type);
  if (!fieldTypes.has(type) && type !== 'object' && type !== 'nested' && type !== 'alias') {
    throw mapperParsing(`failed to find type parsed [${type}] for [${name}]`);
  }
  const format = type === 'date' && detected.format !== null && detected.format !== DEFAULT_DATE_FORMAT;
  const withFormat = format && body.format === undefined ? { ...body, format: detected.format } : body;
  // For objects, all parameters of a template are accepted.
  if (type === 'object' || type === 'nested')
    return parseNode(name, name, objectBody(type, body), environment);
  return parseNode(name, name, { ...withFormat, type }, environment);
}

const OBJECT_KEYS = ['dynamic', 'enabled', 'properties', 'include_in_parent', 'include_in_root'];

function objectBody(type: string, body: JsonObject): JsonObject {
  return { ...Object.fromEntries(Object.entries(body).filter(([key]) => OBJECT_KEYS.includes(key))), type };
}

function fillIn(value: JsonValue, fill: (text: string) => string): JsonValue {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((member) => fillIn(member, fill));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [fill(key), fillIn(member, fill)]));
}
