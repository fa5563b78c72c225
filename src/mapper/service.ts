import {
  atOnce,
  bug,
  inTurns,
  type JsonObject,
  OpenSearchError,
  type Pacer,
  type Steps,
  wildcardMatches,
} from '../common/index.ts';
import { type CompiledMapping, Compiler, NOTHING_COMPILED } from './compile.ts';
import { checkTimestamp, timestampField } from './dataStreamTimestamp.ts';
import { EMPTY_ROOT, type RootNode } from './definition.ts';
import { DocumentParser, type ParsedFields } from './documentParser.ts';
import { mapperParsing, wrappingSteps } from './errors.ts';
import { flatObjectMember } from './fields/flatObject.ts';
import type { MappingEnvironment } from './fieldTypes.ts';
import { checkAliases, checkCopyTo, checkLimits } from './limitsCheck.ts';
import { mergeRoots } from './mappingMerge.ts';
import { printRoot } from './mappingPrinter.ts';
import { metadataFieldTypes } from './metadataFields.ts';
import { parseRoot } from './rootParser.ts';
import { SourceFilter } from './sourceFilter.ts';
import type {
  MappedFieldType,
  MapperService,
  MergeReason,
  ParsedDocument,
  PreparedMapping,
  SourceToParse,
} from './types.ts';

export interface MapperServiceOptions {
  readonly indexName: string;
  readonly analysis: MappingEnvironment['analysis'];
  /** The current index settings: limits of the mapping, k-NN defaults. */
  readonly settings: MappingEnvironment['settings'];
  /** Throws while indexing vectors is not allowed (circuit breaker, plugin disabled); by default never. */
  readonly checkVectorIndexing?: () => void;
  /** Throws if `container[key]` is not a query that a percolator field can store; by default never. */
  readonly checkQuery?: (container: object, key: string | number, mapper: MapperService) => void;
}

/** Creates the mapping of an index, initially empty. */
export function createMapperService(options: MapperServiceOptions): MapperService {
  return new IndexMapperService(options);
}

/** Everything that a merge replaces together. */
interface State {
  readonly mapping: CompiledMapping;
  readonly parser: DocumentParser;
  readonly fieldTypes: readonly MappedFieldType[];
  readonly sourceFilter: SourceFilter;
  readonly routingRequired: boolean;
  /** The field that every document of a data stream must have. */
  readonly timestampField: string | null;
  printed: JsonObject | null;
}

/** The printed mapping of a state, cached. */
function printed(state: State): JsonObject {
  state.printed ??= atOnce(printRoot(state.mapping.node, null));
  return state.printed;
}

/** A merge result, with the mapping that was live when it was prepared. */
class Candidate implements PreparedMapping {
  readonly owner: MapperService;
  readonly base: State;
  readonly state: State;

  constructor(owner: MapperService, base: State, state: State) {
    this.owner = owner;
    this.base = base;
    this.state = state;
  }

  toJson(): JsonObject {
    return printed(this.state);
  }
}

class IndexMapperService implements MapperService {
  readonly #environment: MappingEnvironment;
  readonly #metadata = metadataFieldTypes();
  #state: State;
  #version = 1;

  constructor(options: MapperServiceOptions) {
    const { checkQuery } = options;
    this.#environment = {
      checkVectorIndexing: () => undefined,
      ...options,
      checkQuery: (container, key) => checkQuery?.(container, key, this),
    };
    this.#state = atOnce(this.#stateOf(EMPTY_ROOT, null));
  }

  get version(): number {
    return this.#version;
  }

  get routingRequired(): boolean {
    return this.#state.routingRequired;
  }

  field(name: string): MappedFieldType | undefined {
    const { mapping } = this.#state;
    return (
      mapping.fields.get(name)?.type ??
      mapping.fields.get(mapping.aliases.get(name) ?? '')?.type ??
      this.#metadata.get(name) ??
      this.#flatMember(name)
    );
  }

  /** The field for `catalog.title`, where `catalog` is a flat_object. */
  #flatMember(name: string): MappedFieldType | undefined {
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      const root = this.#state.mapping.fields.get(name.slice(0, dot))?.type;
      if (root?.typeName === 'flat_object') return flatObjectMember(root, name);
    }
    return undefined;
  }

  fields(): readonly MappedFieldType[] {
    return this.#state.fieldTypes;
  }

  matching(pattern: string): readonly MappedFieldType[] {
    if (!pattern.includes('*')) {
      const field = this.field(pattern);
      return field === undefined ? [] : [field];
    }
    const { mapping, fieldTypes } = this.#state;
    const targets = [...mapping.aliases]
      .filter(([alias]) => wildcardMatches(pattern, alias))
      .map(([, path]) => path);
    return fieldTypes.filter((field) => wildcardMatches(pattern, field.name) || targets.includes(field.name));
  }

  object(path: string): { readonly path: string; readonly nested: boolean } | undefined {
    const object = this.#state.mapping.objects.get(path);
    return object === undefined ? undefined : { path, nested: object.node.nested !== null };
  }

  toJson(): JsonObject {
    return printed(this.#state);
  }

  prepare(mapping: JsonObject, reason: MergeReason): PreparedMapping | null {
    return atOnce(this.#prepare(mapping, reason));
  }

  prepareInTurns(mapping: JsonObject, reason: MergeReason, pacer: Pacer): Promise<PreparedMapping | null> {
    return inTurns(this.#prepare(mapping, reason), pacer);
  }

  *#prepare(mapping: JsonObject, reason: MergeReason): Steps<PreparedMapping | null> {
    const current = this.#state;
    const incoming = yield* this.#parse(mapping, reason);
    const merged = yield* mergeRoots(current.mapping.node, incoming);
    const state = merged === current.mapping.node ? current : yield* this.#stateOf(merged, current);
    yield* checkLimits(state.mapping, this.#environment.settings());
    checkAliases(state.mapping);
    checkCopyTo(state.mapping);
    if (state === current) return null;
    const before = current.printed && { root: current.mapping.node, json: current.printed };
    state.printed = yield* printRoot(merged, before);
    return new Candidate(this, current, state);
  }

  #parse(mapping: JsonObject, reason: MergeReason): Steps<RootNode> {
    const steps = parseRoot(mapping, this.#environment);
    if (reason !== 'create') return steps;
    return wrappingSteps(steps, (cause) =>
      mapperParsing(`Failed to parse mapping [_doc]: ${cause.reason}`, cause),
    );
  }

  adopt(prepared: PreparedMapping): void {
    if (!(prepared instanceof Candidate) || prepared.owner !== this) {
      throw bug(
        `mapping of [${this.#environment.indexName}]: adopt() of a candidate that it did not prepare`,
      );
    }
    if (prepared.base !== this.#state) {
      throw bug(
        `mapping of [${this.#environment.indexName}]: the candidate was prepared for an earlier version than ` +
          `[${this.#version}]`,
      );
    }
    this.#state = prepared.state;
    this.#version++;
  }

  merge(mapping: JsonObject, reason: MergeReason): void {
    const prepared = this.prepare(mapping, reason);
    if (prepared !== null) this.adopt(prepared);
  }

  parse(document: SourceToParse): ParsedDocument {
    const state = this.#state;
    this.#checkRouting(state, document);
    return parsedDocument(state, document, state.parser.parse(document));
  }

  async parseInTurns(document: SourceToParse, pacer: Pacer): Promise<ParsedDocument> {
    const state = this.#state;
    this.#checkRouting(state, document);
    return parsedDocument(state, document, await inTurns(state.parser.steps(document), pacer));
  }

  #checkRouting({ routingRequired }: State, { id, routing }: SourceToParse): void {
    if (!routingRequired || routing !== null) return;
    const index = this.#environment.indexName;
    throw new OpenSearchError('routing_missing_exception', `routing is required for [${index}]/[${id}]`, {
      metadata: { index, index_uuid: '_na_' },
    });
  }

  *#stateOf(node: RootNode, before: State | null): Steps<State> {
    const mapping = yield* new Compiler(this.#environment, before?.mapping ?? NOTHING_COMPILED).mapping(node);
    return {
      mapping,
      parser: new DocumentParser(mapping, this.#environment),
      fieldTypes: [...mapping.fields.values()].map((field) => field.type),
      sourceFilter: new SourceFilter(node.metadata.get('_source') ?? {}),
      routingRequired: node.metadata.get('_routing')?.required === true,
      timestampField: timestampField(node.metadata.get('_data_stream_timestamp')),
      printed: null,
    };
  }
}

function parsedDocument(
  state: State,
  document: SourceToParse,
  { docs, mappingUpdate }: ParsedFields,
): ParsedDocument {
  if (state.timestampField !== null) checkTimestamp(document, state.timestampField);
  const { id, routing, source } = document;
  return { id, routing, source: state.sourceFilter.apply(source), docs, mappingUpdate };
}
