import { type JsonObject, OpenSearchError, wildcardMatches } from '../common/index.ts';
import { type CompiledMapping, Compiler } from './compile.ts';
import { checkTimestamp, timestampField } from './dataStreamTimestamp.ts';
import { EMPTY_ROOT, type RootNode } from './definition.ts';
import { DocumentParser } from './documentParser.ts';
import { mapperParsing, wrapping } from './errors.ts';
import { flatObjectMember } from './fields/flatObject.ts';
import type { MappingEnvironment } from './fieldTypes.ts';
import { checkAliases, checkLimits } from './limitsCheck.ts';
import { mergeRoots } from './mappingMerge.ts';
import { printRoot } from './mappingPrinter.ts';
import { metadataFieldTypes } from './metadataFields.ts';
import { parseRoot } from './rootParser.ts';
import { SourceFilter } from './sourceFilter.ts';
import type { MappedFieldType, MapperService, ParsedDocument, SourceToParse } from './types.ts';

export interface MapperServiceOptions {
  readonly indexName: string;
  readonly analysis: MappingEnvironment['analysis'];
  /** The index settings in force: limits of the mapping, k-NN defaults. */
  readonly settings: MappingEnvironment['settings'];
  /** Throws while vectors may not be indexed (circuit breaker, plugin disabled); by default never. */
  readonly checkVectorIndexing?: () => void;
  /** Throws for a query that percolator fields must refuse; by default none. */
  readonly checkQuery?: (query: JsonObject) => void;
}

/** The mapping of one index, empty at first. */
export function createMapperService(options: MapperServiceOptions): MapperService {
  return new IndexMapperService({
    checkVectorIndexing: () => undefined,
    checkQuery: () => undefined,
    ...options,
  });
}

/** Everything that changes together when a mapping is merged. */
interface State {
  readonly mapping: CompiledMapping;
  readonly parser: DocumentParser;
  readonly fieldTypes: readonly MappedFieldType[];
  readonly sourceFilter: SourceFilter;
  readonly routingRequired: boolean;
  /** What every document of a data stream must have. */
  readonly timestampField: string | null;
}

class IndexMapperService implements MapperService {
  readonly #environment: MappingEnvironment;
  readonly #metadata = metadataFieldTypes();
  #state: State;
  #printed: { readonly of: State; readonly json: JsonObject } | null = null;
  #version = 1;

  constructor(environment: MappingEnvironment) {
    this.#environment = environment;
    this.#state = this.#stateOf(EMPTY_ROOT);
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

  /** `catalog.title` where `catalog` is a flat_object. */
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
    const of = this.#state;
    if (this.#printed?.of !== of) this.#printed = { of, json: printRoot(of.mapping.node) };
    return this.#printed.json;
  }

  merge(mapping: JsonObject, reason: 'create' | 'update' | 'dynamic'): void {
    const parse = (): RootNode => parseRoot(mapping, this.#environment.analysis);
    const incoming =
      reason === 'create'
        ? wrapping(parse, (cause) => mapperParsing(`Failed to parse mapping [_doc]: ${cause.reason}`, cause))
        : parse();
    const state = this.#stateOf(mergeRoots(this.#state.mapping.node, incoming));
    checkLimits(state.mapping, this.#environment.settings());
    checkAliases(state.mapping);
    this.#state = state;
    this.#version++;
  }

  parse(document: SourceToParse): ParsedDocument {
    const { parser, sourceFilter, routingRequired } = this.#state;
    const { id, routing } = document;
    if (routingRequired && routing === null) {
      const index = this.#environment.indexName;
      throw new OpenSearchError('routing_missing_exception', `routing is required for [${index}]/[${id}]`, {
        metadata: { index, index_uuid: '_na_' },
      });
    }
    const { docs, mappingUpdate } = parser.parse(document);
    if (this.#state.timestampField !== null) checkTimestamp(document, this.#state.timestampField);
    return { id, routing, source: sourceFilter.apply(document.source), docs, mappingUpdate };
  }

  #stateOf(node: RootNode): State {
    const mapping = new Compiler(this.#environment, true).mapping(node);
    return {
      mapping,
      parser: new DocumentParser(mapping, this.#environment),
      fieldTypes: [...mapping.fields.values()].map((field) => field.type),
      sourceFilter: new SourceFilter(node.metadata.get('_source') ?? {}),
      routingRequired: node.metadata.get('_routing')?.required === true,
      timestampField: timestampField(node.metadata.get('_data_stream_timestamp')),
    };
  }
}
