import {
  illegalArgument,
  isJsonObject,
  JsonDouble,
  type JsonValue,
  stringifyJson,
} from '../../common/index.ts';
import type { MustacheNode } from './parse.ts';
import { parseMustache } from './parse.ts';

/** A parsed mustache template. */
export interface MustacheTemplate {
  /** Whether it has no tags, and so renders unchanged. */
  readonly isConstant: boolean;
  render(scope: JsonValue): string;
}

const MAX_OUTPUT = 50_000_000;

/**
 * Compiles the original's dialect of mustache: variables (escaped for JSON), sections, inverted sections,
 * `{{#toJson}}`, `{{#join}}`, `{{#url}}`. Throws script_exception for malformed templates.
 */
export function compileMustache(source: string): MustacheTemplate {
  const nodes = parseMustache(source);
  return {
    isConstant: nodes.every(({ kind }) => kind === 'text'),
    render: (scope) => renderNodes(nodes, [scope]),
  };
}

type Scopes = readonly JsonValue[];

function renderNodes(nodes: readonly MustacheNode[], scopes: Scopes): string {
  let text = '';
  for (const node of nodes) {
    text += renderNode(node, scopes);
    if (text.length > MAX_OUTPUT) throw illegalArgument('the rendered template is too long');
  }
  return text;
}

function renderNode(node: MustacheNode, scopes: Scopes): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'variable': {
      const text = asText(lookUp(node.name, scopes));
      return node.escaped ? JSON.stringify(text).slice(1, -1) : text;
    }
    case 'section':
      return renderSection(node, scopes);
  }
}

function renderSection(node: Extract<MustacheNode, { kind: 'section' }>, scopes: Scopes): string {
  const { name, inverted, body } = node;
  const helper = inverted ? null : helperOf(name);
  if (helper) return helper(renderNodesRaw(body), body, scopes);
  const value = lookUp(name, scopes);
  const empty = isEmpty(value);
  if (inverted) return empty ? renderNodes(body, scopes) : '';
  if (empty) return '';
  if (Array.isArray(value)) return value.map((item) => renderNodes(body, [item, ...scopes])).join('');
  return renderNodes(body, [value as JsonValue, ...scopes]);
}

type Helper = (name: string, body: readonly MustacheNode[], scopes: Scopes) => string;

function helperOf(name: string): Helper | null {
  if (name === 'toJson') {
    return (path, _body, scopes) => {
      const value = lookUp(path.trim(), scopes);
      if (value === undefined || value === null) return '';
      return typeof value === 'object' ? stringifyJson(value) : asText(value);
    };
  }
  if (name === 'url') {
    return (_path, body, scopes) => encodeURIComponent(renderNodes(body, scopes)).replaceAll('%20', '+');
  }
  const join = /^join(?:\s+delimiter='(.*)')?$/.exec(name);
  if (!join) return null;
  return (path, _body, scopes) => {
    const value = lookUp(path.trim(), scopes);
    return Array.isArray(value) ? value.map(asText).join(join[1] ?? ',') : path;
  };
}

/** The name inside a helper's section. */
function renderNodesRaw(nodes: readonly MustacheNode[]): string {
  return nodes.map((node) => (node.kind === 'text' ? node.text : '')).join('');
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return Array.isArray(value) && value.length === 0;
}

function lookUp(name: string, scopes: Scopes): JsonValue | undefined {
  if (name === '.') return scopes[0];
  for (const scope of scopes) {
    const value = descend(scope, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Resolves `a.b.0` or `a.size`; a member whose name contains the dots takes precedence. */
function descend(scope: JsonValue, path: string): JsonValue | undefined {
  if (isJsonObject(scope) && Object.hasOwn(scope, path)) return scope[path];
  let value: JsonValue | undefined = scope;
  for (const part of path.split('.')) {
    if (Array.isArray(value)) value = part === 'size' ? value.length : value[Number(part)];
    else if (isJsonObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** Formats a value like Java. */
function asText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if ((value as unknown) instanceof JsonDouble) return stringifyJson(value);
  // A list that a name stands for is a map of its places.
  if (Array.isArray(value)) return `{${value.map((item, i) => `${i}=${nestedText(item)}`).join(', ')}}`;
  if (isJsonObject(value)) {
    return `{${Object.entries(value)
      .map(([key, member]) => `${key}=${nestedText(member)}`)
      .join(', ')}}`;
  }
  return String(value);
}

function nestedText(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? `[${value.map(nestedText).join(', ')}]` : asText(value);
}
