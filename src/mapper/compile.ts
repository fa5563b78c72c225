import { bug } from '../common/index.ts';
import type { Dynamic, FieldNode, Node, ObjectNode, RootNode } from './definition.ts';
import { fieldTypes } from './fields/index.ts';
import {
  type CompiledParts,
  type FieldContext,
  type MappingEnvironment,
  ParameterValues,
} from './fieldTypes.ts';
import { SlotTable } from './luceneDocument.ts';
import type { MappedFieldType } from './types.ts';

/** A mapping made ready to parse documents: what each name leads to, without looking anything up twice. */
export interface CompiledMapping {
  readonly node: RootNode;
  readonly root: CompiledObject;
  /** Every leaf by full name, multi-fields included, in mapping order. */
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
  /** What holds here, inherited where the node says nothing. */
  readonly dynamic: Dynamic;
  /** The innermost nested object from here up, this one included. */
  readonly nestedPath: string | null;
  readonly children: Map<string, Compiled>;
}

export interface CompiledField {
  readonly kind: 'field';
  readonly name: string;
  readonly type: MappedFieldType;
  readonly parse: CompiledParts['parse'];
  readonly parsesArrays: boolean;
  readonly shortErrors: boolean;
  readonly multiFields: readonly CompiledField[];
  readonly copyTo: readonly string[];
}

export interface CompiledAlias {
  readonly kind: 'alias';
  readonly name: string;
  readonly path: string;
}

/** Compiles nodes; with slots for fields of a mapping, without for those that a document has just introduced. */
export class Compiler {
  readonly fields = new Map<string, CompiledField>();
  readonly objects = new Map<string, CompiledObject>();
  readonly aliases = new Map<string, string>();
  readonly #environment: MappingEnvironment;
  #nextSlot: number | null;

  constructor(environment: MappingEnvironment, withSlots: boolean) {
    this.#environment = environment;
    this.#nextSlot = withSlots ? 0 : null;
  }

  mapping(node: RootNode): CompiledMapping {
    const root = this.object('', node.object, 'true', null);
    const slots = new SlotTable(this.#nextSlot ?? 0);
    const { fields, objects, aliases } = this;
    return { node, root, fields, objects, aliases, slots };
  }

  node(path: string, node: Node, dynamic: Dynamic, nestedPath: string | null): Compiled {
    if (node.kind === 'object') return this.object(path, node, dynamic, nestedPath);
    if (node.kind === 'field') return this.field(path, node, nestedPath);
    this.aliases.set(path, node.path);
    return { kind: 'alias', name: path, path: node.path };
  }

  object(path: string, node: ObjectNode, inherited: Dynamic, outerNested: string | null): CompiledObject {
    const dynamic = node.dynamic ?? inherited;
    const nestedPath = node.nested === null ? outerNested : path;
    const children = new Map<string, Compiled>();
    const compiled: CompiledObject = { kind: 'object', path, node, dynamic, nestedPath, children };
    if (path !== '') this.objects.set(path, compiled);
    for (const [name, child] of node.children) {
      children.set(name, this.node(path === '' ? name : `${path}.${name}`, child, dynamic, nestedPath));
    }
    return compiled;
  }

  field(name: string, node: FieldNode, nestedPath: string | null): CompiledField {
    const definition = fieldTypes.get(node.typeName);
    if (definition === undefined) throw bug(`field type [${node.typeName}] has no definition`);
    const context: FieldContext = {
      name,
      typeName: node.typeName,
      values: new ParameterValues(node.parameters, definition.parameters),
      nestedPath,
      slot: this.#nextSlot === null ? -1 : this.#nextSlot++,
      environment: this.#environment,
    };
    const parts = definition.create(context);
    const multiFields: CompiledField[] = [];
    const compiled: CompiledField = {
      kind: 'field',
      name,
      type: parts.type,
      parse: parts.parse,
      parsesArrays: definition.parsesArrays ?? false,
      shortErrors: definition.shortErrors ?? false,
      multiFields,
      copyTo: node.copyTo,
    };
    this.fields.set(name, compiled);
    for (const type of parts.companions ?? []) {
      this.fields.set(type.name, {
        ...compiled,
        name: type.name,
        type,
        parse: () => {},
        multiFields: [],
        copyTo: [],
      });
    }
    for (const [simpleName, field] of node.multiFields) {
      multiFields.push(this.field(`${name}.${simpleName}`, field, nestedPath));
    }
    return compiled;
  }
}
