import type { JsonObject, JsonValue } from '../common/index.ts';

/**
 * A mapping as data: immutable nodes, made by parsing a mapping body, merged, printed, and compiled into what parses
 * documents. Children keep the order of their definition.
 */
export type Node = ObjectNode | FieldNode | AliasNode;

export type Dynamic = 'true' | 'false' | 'strict';

export interface ObjectNode {
  readonly kind: 'object';
  /** null: as the parent. */
  readonly dynamic: Dynamic | null;
  readonly enabled: boolean;
  /** null: no nested object. */
  readonly nested: { readonly includeInParent: boolean; readonly includeInRoot: boolean } | null;
  readonly children: ReadonlyMap<string, Node>;
}

export interface FieldNode {
  readonly kind: 'field';
  readonly typeName: string;
  /** Normalised parameters that were given, by name; defaults are absent. */
  readonly parameters: ReadonlyMap<string, JsonValue>;
  readonly multiFields: ReadonlyMap<string, FieldNode>;
  readonly copyTo: readonly string[];
}

export interface AliasNode {
  readonly kind: 'alias';
  readonly path: string;
}

/** The whole mapping: the root object and what only the root has. */
export interface RootNode {
  readonly object: ObjectNode;
  readonly meta: JsonObject | null;
  /** Metadata mappers as given: `_routing`, `_source`, … */
  readonly metadata: ReadonlyMap<string, JsonObject>;
  /** null: none were ever given. */
  readonly dynamicTemplates: readonly DynamicTemplate[] | null;
  /** null: the default formats. */
  readonly dynamicDateFormats: readonly string[] | null;
  readonly dateDetection: boolean | null;
  readonly numericDetection: boolean | null;
}

type Matcher = (text: string) => boolean;

export interface DynamicTemplate {
  readonly name: string;
  /** Of the name and of the path; null: whatever they are. */
  readonly match: Matcher | null;
  readonly unmatch: Matcher | null;
  readonly pathMatch: Matcher | null;
  readonly pathUnmatch: Matcher | null;
  /** `*`: of any kind. */
  readonly matchMappingType: string;
  readonly mapping: JsonObject;
  /** As `_mapping` prints it. */
  readonly body: JsonObject;
}

export const EMPTY_OBJECT: ObjectNode = {
  kind: 'object',
  dynamic: null,
  enabled: true,
  nested: null,
  children: new Map(),
};

export const EMPTY_ROOT: RootNode = {
  object: EMPTY_OBJECT,
  meta: null,
  metadata: new Map(),
  dynamicTemplates: null,
  dynamicDateFormats: null,
  dateDetection: null,
  numericDetection: null,
};

/** The name by which merge errors call a node's type. */
export function nodeTypeName(node: Node): string {
  if (node.kind === 'field') return node.typeName;
  if (node.kind === 'alias') return 'alias';
  return node.nested === null ? 'object' : 'nested';
}
