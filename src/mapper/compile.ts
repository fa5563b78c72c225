import { atOnce, bug, type FlatSettings, type JsonValue, type Steps } from '../common/index.ts';
import {
  type Dynamic,
  EMPTY_OBJECT,
  EMPTY_ROOT,
  type FieldNode,
  type Node,
  type ObjectNode,
  type RootNode,
} from './definition.ts';
import { fieldTypes } from './fields/index.ts';
import {
  type CompiledParts,
  type FieldContext,
  type FieldErrors,
  type MappingEnvironment,
  ParameterValues,
} from './fieldTypes.ts';
import { SlotTable } from './luceneDocument.ts';
import type { MappedFieldType } from './types.ts';

/** A mapping prepared for parsing documents: what each name refers to, resolved in advance. */
export interface CompiledMapping {
  readonly node: RootNode;
  readonly root: CompiledObject;
  /** All leaf fields by full name, including multi-fields, in mapping order. */
  readonly fields: ReadonlyMap<string, CompiledField>;
  readonly objects: ReadonlyMap<string, CompiledObject>;
  /** Alias → the full name of its target. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly slots: SlotTable;
}

export type Compiled = CompiledObject | CompiledField | CompiledAlias;

export interface CompiledObject {
  readonly kind: 'object';
  /** Full name; empty for the root. */
  readonly path: string;
  readonly node: ObjectNode;
  /** The effective value, inherited if the node has none. */
  readonly dynamic: Dynamic;
  /** The innermost enclosing nested object, possibly this one. */
  readonly nestedPath: string | null;
  readonly children: Map<string, Compiled>;
}

export interface CompiledField {
  readonly kind: 'field';
  readonly name: string;
  readonly node: FieldNode;
  readonly nestedPath: string | null;
  /** -1 for a field without a slot, which is found by name, such as a companion. */
  readonly slot: number;
  readonly type: MappedFieldType;
  readonly parse: CompiledParts['parse'];
  readonly storedForm: CompiledParts['storedForm'];
  readonly parsesArrays: boolean;
  readonly errors: FieldErrors;
  /** Additional fields created by the type, under their own names. */
  readonly companions: readonly CompiledField[];
  readonly multiFields: readonly CompiledField[];
  readonly copyTo: readonly string[];
}

export interface CompiledAlias {
  readonly kind: 'alias';
  readonly name: string;
  readonly path: string;
}

/** The state before the first mapping. */
export const NOTHING_COMPILED: CompiledMapping = {
  node: EMPTY_ROOT,
  root: {
    kind: 'object',
    path: '',
    node: EMPTY_OBJECT,
    dynamic: 'true',
    nestedPath: null,
    children: new Map(),
  },
  fields: new Map(),
  objects: new Map(),
  aliases: new Map(),
  slots: new SlotTable(0),
};

/**
 * Compiles nodes: the fields of a mapping get slots, those just introduced by a document do not. Compiled
 * fields of unchanged nodes are reused from the previous mapping, so that adding one field costs one
 * compilation.
 */
export class Compiler {
  readonly #fields = new Map<string, CompiledField>();
  readonly #objects = new Map<string, CompiledObject>();
  readonly #aliases = new Map<string, string>();
  readonly #environment: MappingEnvironment;
  readonly #before: CompiledMapping | null;
  #nextSlot: number;

  /** `before`: the previous mapping; `null` for fields without slots. */
  constructor(environment: MappingEnvironment, before: CompiledMapping | null) {
    this.#environment = environment;
    this.#before = before;
    this.#nextSlot = before === null ? -1 : before.slots.size;
  }

  *mapping(node: RootNode): Steps<CompiledMapping> {
    const root = yield* this.#object('', node.object, 'true', null);
    const slots = new SlotTable(Math.max(0, this.#nextSlot));
    return {
      node,
      root,
      fields: this.#fields,
      objects: this.#objects,
      aliases: this.#aliases,
      slots,
    };
  }

  /** Compiles one node at `path`, in an object with the effective `dynamic`. */
  node(path: string, node: Node, dynamic: Dynamic, nestedPath: string | null): Compiled {
    return atOnce(this.#node(path, node, dynamic, nestedPath));
  }

  *#node(path: string, node: Node, dynamic: Dynamic, nestedPath: string | null): Steps<Compiled> {
    if (node.kind === 'object') return yield* this.#object(path, node, dynamic, nestedPath);
    if (node.kind === 'field') return this.#field(path, node, nestedPath);
    this.#aliases.set(path, node.path);
    return { kind: 'alias', name: path, path: node.path };
  }

  *#object(
    path: string,
    node: ObjectNode,
    inherited: Dynamic,
    outerNested: string | null,
  ): Steps<CompiledObject> {
    const dynamic = node.dynamic ?? inherited;
    const nestedPath = node.nested === null ? outerNested : path;
    const children = new Map<string, Compiled>();
    const compiled: CompiledObject = { kind: 'object', path, node, dynamic, nestedPath, children };
    if (path !== '') this.#objects.set(path, compiled);
    for (const [name, child] of node.children) {
      yield;
      const childPath = path === '' ? name : `${path}.${name}`;
      children.set(name, yield* this.#node(childPath, child, dynamic, nestedPath));
    }
    return compiled;
  }

  #field(name: string, node: FieldNode, nestedPath: string | null): CompiledField {
    const before = this.#before?.fields.get(name);
    if (before?.node !== node || before.nestedPath !== nestedPath)
      return this.#create(name, node, nestedPath);
    this.#keep(before);
    return before;
  }

  #keep(field: CompiledField): void {
    this.#fields.set(field.name, field);
    for (const companion of field.companions) this.#fields.set(companion.name, companion);
    for (const multiField of field.multiFields) this.#keep(multiField);
  }

  #create(name: string, node: FieldNode, nestedPath: string | null): CompiledField {
    const definition = fieldTypes.get(node.typeName);
    if (definition === undefined) throw bug(`field type [${node.typeName}] has no definition`);
    const slot = this.#slotOf(name);
    const context: FieldContext = {
      name,
      typeName: node.typeName,
      values: new ParameterValues(
        node.parameters,
        definition.parameters,
        indexDefaults(this.#environment.settings()),
      ),
      nestedPath,
      slot,
      environment: this.#environment,
    };
    const { type, parse, storedForm, companions: others } = definition.create(context);
    const multiFields: CompiledField[] = [];
    const companions: CompiledField[] = [];
    const { parsesArrays = false, errors = 'previewed' } = definition;
    const { copyTo } = node;
    const compiled: CompiledField = {
      kind: 'field',
      name,
      node,
      nestedPath,
      slot,
      type,
      parse,
      storedForm,
      parsesArrays,
      errors,
      companions,
      multiFields,
      copyTo,
    };
    this.#fields.set(name, compiled);
    const nothing = { slot: -1, parse: () => {}, companions: [], multiFields: [], copyTo: [] };
    for (const other of others ?? []) {
      const companion = { ...compiled, ...nothing, name: other.name, type: other };
      companions.push(companion);
      this.#fields.set(other.name, companion);
    }
    for (const [simpleName, field] of node.multiFields) {
      multiFields.push(this.#field(`${name}.${simpleName}`, field, nestedPath));
    }
    return compiled;
  }

  /** A changed field keeps its slot. */
  #slotOf(name: string): number {
    if (this.#before === null) return -1;
    const before = this.#before.fields.get(name)?.slot ?? -1;
    return before === -1 ? this.#nextSlot++ : before;
  }
}

/** Defaults from `index.mapping.*` for parameters not given in the mapping. */
function indexDefaults(settings: FlatSettings): ReadonlyMap<string, JsonValue> {
  const defaults = new Map<string, JsonValue>();
  for (const name of ['coerce', 'ignore_malformed']) {
    const text = settings.get(`index.mapping.${name}`);
    if (text !== undefined) defaults.set(name, text === 'true');
  }
  return defaults;
}
