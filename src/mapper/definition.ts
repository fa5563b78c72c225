import type { JsonObject, JsonValue } from '../common/index.ts';

/**
 * A mapping as data: immutable nodes that are parsed from a mapping body, merged, printed, and compiled to
 * parse documents. Children keep the order of their definition.
 */
export type Node = ObjectNode | FieldNode | AliasNode;

export type Dynamic = 'true' | 'false' | 'strict';

export interface ObjectNode {
  readonly kind: 'object';
  /** `null` to inherit. */
  readonly dynamic: Dynamic | null;
  readonly enabled: boolean;
  /** `null` for a plain object. */
  readonly nested: { readonly includeInParent: boolean; readonly includeInRoot: boolean } | null;
  readonly children: ReadonlyMap<string, Node>;
}

export interface FieldNode {
  readonly kind: 'field';
  readonly typeName: string;
  /** Normalised explicit parameters by name; defaults are absent. */
  readonly parameters: ReadonlyMap<string, JsonValue>;
  readonly multiFields: ReadonlyMap<string, FieldNode>;
  readonly copyTo: readonly string[];
}

export interface AliasNode {
  readonly kind: 'alias';
  readonly path: string;
}

/** A whole mapping: the root object and its root-only members. */
export interface RootNode {
  readonly object: ObjectNode;
  readonly meta: JsonObject | null;
  /** Metadata mappers as given, such as `_routing` and `_source`. */
  readonly metadata: ReadonlyMap<string, JsonObject>;
  /** `null` if none were ever given. */
  readonly dynamicTemplates: readonly DynamicTemplate[] | null;
  /** `null` for the default formats. */
  readonly dynamicDateFormats: readonly string[] | null;
  readonly dateDetection: boolean | null;
  readonly numericDetection: boolean | null;
}

type Matcher = (text: string) => boolean;

export interface DynamicTemplate {
  readonly name: string;
  /** Conditions on the name and on the path; `null` for none. */
  readonly match: Matcher | null;
  readonly unmatch: Matcher | null;
  readonly pathMatch: Matcher | null;
  readonly pathUnmatch: Matcher | null;
  /** `*` for any type. */
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

/** What merge errors call the type of a node. */
export function nodeTypeName(node: Node): string {
  if (node.kind === 'field') return node.typeName;
  if (node.kind === 'alias') return 'alias';
  return node.nested === null ? 'object' : 'nested';
}
