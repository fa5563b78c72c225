import type { JsonObject, JsonValue, Steps } from '../common/index.ts';
import { OpenSearchError } from '../common/index.ts';
import {
  type Compiled,
  type CompiledField,
  type CompiledMapping,
  type CompiledObject,
  Compiler,
} from './compile.ts';
import type { Node } from './definition.ts';
import type { DocumentContext } from './documentContext.ts';
import { detect, dynamicNode, objectTemplateNode } from './dynamicField.ts';
import { type DynamicMapper, dynamicUpdate } from './dynamicUpdate.ts';
import { mapperParsing } from './errors.ts';
import type { MappingEnvironment } from './fieldTypes.ts';
import { totalFieldsLimit } from './limitsCheck.ts';

/** Continues the walk through the document once a mapper has been found for a new field. */
interface Walker {
  field(field: CompiledField, value: JsonValue, depth: number): Steps<void>;
  object(
    object: CompiledObject,
    name: string | null,
    value: JsonValue,
    depth: number,
    offset: number,
  ): Steps<void>;
}

/** Collects the fields that one document adds to its mapping, while it is parsed. */
export class DynamicMapping {
  readonly #mapping: CompiledMapping;
  readonly #environment: MappingEnvironment;
  readonly #context: DocumentContext;
  readonly #walker: Walker;
  readonly #found: DynamicMapper[] = [];
  #limit: number | null = null;
  /** Nodes and mappers already created for this document, by path and type of value. */
  readonly #made = new Map<string, { readonly node: Node; readonly compiled: Compiled }>();

  constructor(
    mapping: CompiledMapping,
    environment: MappingEnvironment,
    context: DocumentContext,
    walker: Walker,
  ) {
    this.#mapping = mapping;
    this.#environment = environment;
    this.#context = context;
    this.#walker = walker;
  }

  *update(): Steps<JsonObject | null> {
    return this.#found.length === 0 ? null : yield* dynamicUpdate(this.#found, this.#mapping);
  }

  /** Handles a member that `object` has no child for; `parts` is its name split at dots. */
  *member(object: CompiledObject, parts: readonly string[], value: JsonValue, depth: number): Steps<void> {
    if (this.#isFull) return;
    const name = parts[parts.length - 1];
    if (value === null) {
      if (object.node.dynamic === 'strict') throw strictError(object, parts.join('.'));
      return;
    }
    const parent = this.#parent(object, parts);
    if (parent === null) return;
    if (parent.dynamic === 'strict') {
      throw strictError(typeof value === 'object' && !Array.isArray(value) ? object : parent, name);
    }
    if (parent.dynamic === 'true') yield* this.#value(parent, name, value, depth, name, 0);
  }

  /**
   * The object that the new field belongs to, creating objects along the way; `null` if dynamic mapping is
   * off there.
   */
  #parent(object: CompiledObject, parts: readonly string[]): CompiledObject | null {
    let current = object;
    for (const part of parts.slice(0, -1)) {
      const path = pathOf(current, part);
      const next = current.children.get(part);
      if (next !== undefined && next.kind !== 'object') {
        const type = next.kind === 'field' ? next.type.typeName : 'alias';
        throw mapperParsing(
          `Could not dynamically add mapping for field [${parts.join('.')}]. Existing mapping for [${path}] must ` +
            `be of type object but found [${type}].`,
        );
      }
      if (next !== undefined) current = next;
      else if (current.dynamic === 'strict') throw strictError(current, part);
      else if (current.dynamic === 'false') return null;
      else current = this.#newParent(current, part, path);
    }
    return current;
  }

  #newParent(parent: CompiledObject, name: string, path: string): CompiledObject {
    const { node, compiled } = this.#make(parent, name, {});
    if (compiled.kind !== 'object') throw mapperParsing(`failed to find type parsed [object] for [${name}]`);
    if (compiled.node.nested !== null) {
      throw mapperParsing(
        `It is forbidden to create dynamic nested objects ([${path}]) through \`copy_to\` or dots in field names`,
      );
    }
    this.#found.push({ name: path, node });
    return compiled;
  }

  /** `label`: what the parser calls the value, which is the member's key, or null within an array. */
  *#value(
    parent: CompiledObject,
    name: string,
    value: JsonValue,
    depth: number,
    label: string | null,
    offset: number,
  ): Steps<void> {
    if (value === null) return;
    if (Array.isArray(value)) {
      yield* this.#array(parent, name, value, depth);
      return;
    }
    this.#context.depth = depth;
    const { node, compiled } = this.#make(parent, name, value);
    this.#found.push({ name: pathOf(parent, name), node });
    yield* this.#walk(compiled, label, value, depth, offset);
  }

  *#array(parent: CompiledObject, name: string, values: readonly JsonValue[], depth: number): Steps<void> {
    const path = pathOf(parent, name);
    const node = objectTemplateNode(path, name, this.#mapping.node, this.#environment);
    const compiled = node === null ? null : this.#compile(node, parent, path);
    if (node !== null && compiled?.kind === 'field' && compiled.parsesArrays) {
      this.#found.push({ name: path, node });
      yield* this.#walker.field(compiled, [...values], depth);
      return;
    }
    const { steps } = this.#context;
    for (let i = 0; i < values.length; i++) {
      yield;
      steps[depth] = i;
      yield* this.#value(parent, name, values[i], depth + 1, null, i);
    }
  }

  *#walk(
    compiled: Compiled,
    label: string | null,
    value: JsonValue,
    depth: number,
    offset: number,
  ): Steps<void> {
    if (compiled.kind === 'field') yield* this.#walker.field(compiled, value, depth);
    else if (compiled.kind === 'object') yield* this.#walker.object(compiled, label, value, depth, offset);
    else {
      const reason = `Cannot write to a field alias [${compiled.name}].`;
      throw new OpenSearchError('illegal_argument_exception', reason);
    }
  }

  #make(parent: CompiledObject, name: string, value: JsonValue): { node: Node; compiled: Compiled } {
    const path = pathOf(parent, name);
    const detected = detect(value, this.#mapping.node, () => this.#context.exactValue());
    const key = `${detected.kind} ${detected.format ?? ''} ${path}`;
    let made = this.#made.get(key);
    if (made === undefined) {
      const node = dynamicNode(path, name, detected, this.#mapping.node, this.#environment);
      made = { node, compiled: this.#compile(node, parent, path) };
      this.#made.set(key, made);
    }
    return made;
  }

  /** Whether there are more new fields than a mapping may have: its merge will fail whatever follows. */
  get #isFull(): boolean {
    this.#limit ??= totalFieldsLimit(this.#environment.settings());
    return this.#made.size > this.#limit;
  }

  #compile(node: Node, parent: CompiledObject, path: string): Compiled {
    return new Compiler(this.#environment, null).node(path, node, parent.dynamic, parent.nestedPath);
  }
}

function pathOf(parent: CompiledObject, name: string): string {
  return parent.path === '' ? name : `${parent.path}.${name}`;
}

function strictError(object: CompiledObject, name: string): OpenSearchError {
  const within = object.path === '' ? '_doc' : object.path;
  return new OpenSearchError(
    'strict_dynamic_mapping_exception',
    `mapping set to strict, dynamic introduction of [${name}] within [${within}] is not allowed`,
  );
}
