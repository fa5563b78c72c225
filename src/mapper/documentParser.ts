import {
  atOnce,
  indexLimit,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  parseJsonBytes,
  type Steps,
} from '../common/index.ts';
import type { Compiled, CompiledField, CompiledMapping, CompiledObject } from './compile.ts';
import { DocumentContext, PreviewedError } from './documentContext.ts';
import { DynamicMapping } from './dynamicMapping.ts';
import { mapperParsing } from './errors.ts';
import { splitPath } from './fieldPath.ts';
import type { MappingEnvironment } from './fieldTypes.ts';
import { javaText } from './javaText.ts';
import { LuceneDocumentBuilder, SlotTable } from './luceneDocument.ts';
import { isMetadataField } from './metadataFields.ts';
import { PlainReader, type PlainSink } from './plainReader.ts';
import { storeValue } from './storedValues.ts';
import type { LuceneDocument, SourceToParse } from './types.ts';

export interface ParsedFields {
  readonly docs: readonly LuceneDocument[];
  readonly mappingUpdate: JsonObject | null;
}

/** A text of this length takes about as long as a short field, so it counts as one step. */
const CHARACTERS_A_STEP = 512;

/** Documents up to this size are tried with the fast reader, in one step. */
const PLAIN_CHARACTERS = 64 * 1024;

/**
 * Parses documents by one compiled mapping. They share a slot table, so only one is parsed at a time, except
 * by `steps`.
 */
export class DocumentParser {
  readonly #mapping: CompiledMapping;
  readonly #environment: MappingEnvironment;
  readonly #plain: PlainReader;
  readonly #steps: (string | number)[] = [];

  constructor(mapping: CompiledMapping, environment: MappingEnvironment) {
    this.#mapping = mapping;
    this.#environment = environment;
    this.#plain = new PlainReader(mapping.root);
  }

  /** Throws mapper_parsing_exception and similar, in the original's words. */
  parse(source: SourceToParse): ParsedFields {
    const text = textOf(source);
    if (this.#plain.isWorthTrying) {
      const parsed = this.#atOnce(source, text, (walk) => walk.runPlain(this.#plain));
      if (parsed !== null) return parsed;
    }
    return this.#atOnce(source, text, (walk) => atOnce(walk.run()));
  }

  /** Like `parse`, in steps. Other documents may be parsed in between, so it uses a slot table of its own. */
  *steps(source: SourceToParse): Steps<ParsedFields> {
    const text = textOf(source);
    if (text.length <= PLAIN_CHARACTERS && this.#plain.isWorthTrying) {
      const parsed = this.#atOnce(source, text, (walk) => walk.runPlain(this.#plain));
      if (parsed !== null) return parsed;
      yield;
    }
    const slots = new SlotTable(this.#mapping.slots.size);
    const root = new LuceneDocumentBuilder(null, 0, null, slots);
    const context = new DocumentContext(source.id, text, root, source.routing);
    return yield* new Walk(this.#mapping, this.#environment, context, true).run();
  }

  /** Runs without interruption, on the shared state. */
  #atOnce<T>({ id, routing }: SourceToParse, text: string, run: (walk: Walk) => T): T {
    const root = new LuceneDocumentBuilder(null, 0, null, this.#mapping.slots);
    const context = new DocumentContext(id, text, root, routing, this.#steps);
    return run(new Walk(this.#mapping, this.#environment, context, false));
  }
}

function textOf({ source }: SourceToParse): string {
  if (source instanceof Buffer) return source.toString();
  return Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString();
}

/** Walks one document. */
class Walk implements PlainSink {
  readonly #mapping: CompiledMapping;
  readonly #context: DocumentContext;
  readonly #environment: MappingEnvironment;
  /** Whether to yield steps, each of which costs as much as a short field. */
  readonly #inSteps: boolean;
  #dynamic: DynamicMapping | null = null;

  constructor(
    mapping: CompiledMapping,
    environment: MappingEnvironment,
    context: DocumentContext,
    inSteps: boolean,
  ) {
    this.#inSteps = inSteps;
    this.#mapping = mapping;
    this.#environment = environment;
    this.#context = context;
  }

  /** Yields for members of objects and items of arrays. */
  *run(): Steps<ParsedFields> {
    const context = this.#context;
    const document = readDocument(context.text);
    if (this.#inSteps) yield* stepsFor(context.text.length);
    try {
      if (this.#mapping.root.node.enabled) yield* this.#members(this.#mapping.root, document, 0);
    } catch (error) {
      throw wrapped(error);
    }
    return this.#finish(this.#dynamic === null ? null : yield* this.#dynamic.update());
  }

  /** Like `run`, with the fast reader; `null` if the document is not plain. */
  runPlain(reader: PlainReader): ParsedFields | null {
    if (!reader.read(this.#context.text, this)) return null;
    return this.#finish(this.#dynamic === null ? null : atOnce(this.#dynamic.update()));
  }

  get steps(): (string | number)[] {
    return this.#context.steps;
  }

  field(field: CompiledField, value: JsonValue, depth: number): void {
    this.#fieldValue(field, value, depth);
  }

  #finish(mappingUpdate: JsonObject | null): ParsedFields {
    const context = this.#context;
    if (context.indexingError !== null) throw context.indexingError;
    for (const name of context.ignored) {
      context.root.addTerm({ name: '_ignored', slot: -1 }, name, true, true);
    }
    return { docs: finishBlock(context), mappingUpdate };
  }

  *#members(object: CompiledObject, members: JsonObject, depth: number): Steps<void> {
    const { children } = object;
    const { steps } = this.#context;
    for (const key in members) {
      const value = members[key];
      steps[depth] = key;
      const child = children.get(key);
      if (this.#inSteps) yield;
      if (child === undefined) yield* this.#unknownMember(object, key, value, depth + 1);
      else if (child.kind === 'object') yield* this.#objectValue(child, key, value, depth + 1, 0);
      else if (child.kind === 'field' && (!this.#inSteps || isShort(value))) {
        this.#fieldValue(child, value, depth + 1);
      } else yield* this.#child(child, key, value, depth + 1);
    }
  }

  *#child(child: Compiled, key: string, value: JsonValue, depth: number): Steps<void> {
    if (child.kind === 'field') yield* this.#fieldSteps(child, value, depth);
    else if (child.kind === 'object') yield* this.#objectValue(child, key, value, depth, 0);
    else {
      throw new OpenSearchError(
        'illegal_argument_exception',
        `Cannot write to a field alias [${child.name}].`,
      );
    }
  }

  /** Like `#fieldValue`, for values that may take long: many values, or a long text. */
  *#fieldSteps(field: CompiledField, value: JsonValue, depth: number): Steps<void> {
    if (typeof value === 'object' && Array.isArray(value) && !field.parsesArrays) {
      const { steps } = this.#context;
      for (let i = 0; i < value.length; i++) {
        yield;
        steps[depth] = i;
        yield* this.#fieldSteps(field, value[i], depth + 1);
      }
      return;
    }
    this.#fieldValue(field, value, depth);
    if (typeof value === 'string') yield* stepsFor(value.length);
  }

  #fieldValue(field: CompiledField, value: JsonValue, depth: number): void {
    if (typeof value === 'object' && Array.isArray(value) && !field.parsesArrays) {
      const { steps } = this.#context;
      for (let i = 0; i < value.length; i++) {
        steps[depth] = i;
        this.#fieldValue(field, value[i], depth + 1);
      }
      return;
    }
    this.#context.depth = depth;
    this.#parseField(field, value);
    if (field.copyTo.length > 0 && !this.#context.withinCopyTo) this.#copy(field.copyTo, value, depth);
  }

  #parseField(field: CompiledField, value: JsonValue): void {
    try {
      field.parse(value, this.#context);
    } catch (error) {
      throw fieldError(field, error, this.#context);
    }
    if (field.type.stored) {
      storeValue(this.#context.doc, field.type, field.storedForm?.(value, this.#context) ?? value);
    }
    const { multiFields } = field;
    for (let i = 0; i < multiFields.length; i++) this.#parseField(multiFields[i], value);
  }

  /** `name`: what the parser calls the value, which is the member's key, or null within an array. */
  *#objectValue(
    object: CompiledObject,
    name: string | null,
    value: JsonValue,
    depth: number,
    offset: number,
  ): Steps<void> {
    if (value === null || !object.node.enabled) return;
    if (Array.isArray(value)) {
      const { steps } = this.#context;
      for (let i = 0; i < value.length; i++) {
        if (this.#inSteps) yield;
        steps[depth] = i;
        yield* this.#objectValue(object, null, value[i], depth + 1, i);
      }
      return;
    }
    if (typeof value !== 'object') {
      throw mapperParsing(
        `object mapping for [${object.path}] tried to parse field [${name}] as object, but found a concrete value`,
      );
    }
    if (object.node.nested === null) yield* this.#members(object, value, depth);
    else yield* this.#nestedObject(object, value, depth, offset);
  }

  *#nestedObject(object: CompiledObject, members: JsonObject, depth: number, offset: number): Steps<void> {
    const context = this.#context;
    const parent = context.doc;
    const limit = indexLimit(this.#environment.settings(), 'nestedObjects');
    if (context.children.length >= limit) {
      throw mapperParsing(
        `The number of nested documents has exceeded the allowed limit of [${limit}]. This limit can be set by ` +
          `changing the [index.mapping.nested_objects.limit] index level setting.`,
      );
    }
    const child = new LuceneDocumentBuilder(object.path, offset, parent, null);
    context.doc = child;
    yield* this.#members(object, members, depth);
    context.doc = parent;
    context.children.push(child);
    const { nested } = object.node;
    if (nested?.includeInParent) parent.include(child);
    if (nested?.includeInRoot && !(nested.includeInParent && parent === context.root))
      context.root.include(child);
  }

  /** A key that matches no child: a metadata field, a name with dots, or a new field. */
  *#unknownMember(object: CompiledObject, key: string, value: JsonValue, depth: number): Steps<void> {
    const path = object.path === '' ? key : `${object.path}.${key}`;
    if (isMetadataField(path)) {
      this.#context.depth = depth;
      throw metadataError(path, this.#context);
    }
    const parts = splitPath(key);
    if (passesDisabled(object, parts)) return;
    const found = findChild(object, key, parts);
    if (found !== null) yield* this.#child(found, key, value, depth);
    else yield* this.#dynamicMapping().member(object, parts, value, depth);
  }

  #dynamicMapping(): DynamicMapping {
    this.#dynamic ??= new DynamicMapping(this.#mapping, this.#environment, this.#context, {
      field: (field, value, depth) => this.#fieldSteps(field, value, depth),
      object: (object, name, value, depth, offset) => this.#objectValue(object, name, value, depth, offset),
    });
    return this.#dynamic;
  }

  #copy(targets: readonly string[], value: JsonValue, depth: number): void {
    const context = this.#context;
    const doc = context.doc;
    context.withinCopyTo = true;
    for (const target of targets) {
      let owner: LuceneDocumentBuilder = doc;
      while (owner.parent !== null && !target.startsWith(`${owner.nestedPath}.`)) owner = owner.parent;
      context.doc = owner;
      context.depth = depth;
      const field = this.#mapping.fields.get(target);
      if (field !== undefined) this.#parseField(field, value);
      else if (this.#mapping.aliases.has(target)) {
        throw new OpenSearchError('illegal_argument_exception', `Cannot copy to a field alias [${target}].`);
      } else atOnce(this.#dynamicMapping().member(this.#mapping.root, splitPath(target), value, depth));
    }
    context.doc = doc;
    context.withinCopyTo = false;
  }
}

/** Yields one step for each stretch of processed text. */
function* stepsFor(characters: number): Steps<void> {
  for (let rest = characters; rest > CHARACTERS_A_STEP; rest -= CHARACTERS_A_STEP) yield;
}

/** Whether the value takes a single step. */
function isShort(value: JsonValue): boolean {
  return typeof value === 'string' ? value.length <= CHARACTERS_A_STEP : !Array.isArray(value);
}

function readDocument(text: string): JsonObject {
  if (text.length === 0) throw mapperParsing('failed to parse, document is empty');
  checkFormat(text);
  let document: JsonValue;
  try {
    document = parseJsonBytes(text);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw mapperParsing('failed to parse', error);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw mapperParsing('Malformed content, must start with an object');
  }
  return document;
}

/** The original first detects the format by the start of the source; `---` would be YAML. */
function checkFormat(text: string): void {
  if (/^(?:\s*\{|---)/.test(text)) return;
  const reason =
    'Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes';
  throw mapperParsing('failed to parse', new OpenSearchError('not_x_content_exception', reason));
}

/** Orders the block: children before their parent, the root last. */
function finishBlock(context: DocumentContext): LuceneDocument[] {
  if (context.children.length === 0) return [context.root.finish(-1)];
  const block = [...context.children, context.root];
  const places = new Map(block.map((builder, index) => [builder, index]));
  return block.map((builder) =>
    builder.finish(builder.parent === null ? -1 : (places.get(builder.parent) ?? -1)),
  );
}

function wrapped(error: unknown): unknown {
  if (!(error instanceof OpenSearchError)) return error;
  const asItIs = ['mapper_parsing_exception', 'strict_dynamic_mapping_exception', 'not_emulated_exception'];
  return asItIs.includes(error.type) ? error : mapperParsing('failed to parse', error);
}

function fieldError(field: CompiledField, error: unknown, context: DocumentContext): unknown {
  const cause = error instanceof PreviewedError ? error.cause : error;
  if (!(cause instanceof OpenSearchError) || cause.family === 'bug') return error;
  if (field.errors === 'bare') return mapperParsing('failed to parse', cause);
  const what = `failed to parse field [${field.name}] of type [${field.type.typeName}]`;
  if (field.errors === 'none') return cause;
  if (field.errors === 'short') return mapperParsing(what, cause);
  const preview = error instanceof PreviewedError ? error.preview : javaText(context.exactValue());
  return mapperParsing(
    `${what} in document with id '${context.id}'. Preview of field's value: '${preview}'`,
    cause,
  );
}

function metadataError(path: string, context: DocumentContext): OpenSearchError {
  const cause = mapperParsing(
    `Field [${path}] is a metadata field and cannot be added inside a document. Use the index API request parameters.`,
  );
  const preview = javaText(context.exactValue());
  return mapperParsing(
    `failed to parse field [${path}] of type [${path}] in document with id '${context.id}'. ` +
      `Preview of field's value: '${preview}'`,
    cause,
  );
}

function passesDisabled(object: CompiledObject, parts: readonly string[]): boolean {
  let current = object;
  for (const part of parts.slice(0, -1)) {
    const next = current.children.get(part);
    if (next?.kind !== 'object') return false;
    if (!next.node.enabled) return true;
    current = next;
  }
  return false;
}

/** Finds `a.b` within an object as the child `b` of its child `a`. */
function findChild(object: CompiledObject, key: string, parts: readonly string[]): Compiled | null {
  let current = object;
  for (const part of parts.slice(0, -1)) {
    const next = current.children.get(part);
    if (next?.kind !== 'object') return null;
    if (next.node.nested !== null) {
      throw mapperParsing(
        `Cannot add a value for field [${key}] since one of the intermediate objects is mapped as a nested ` +
          `object: [${next.path}]`,
      );
    }
    current = next;
  }
  return current.children.get(parts[parts.length - 1]) ?? null;
}
