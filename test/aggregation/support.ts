import { type AggregationContext, parseAggregations } from '../../src/aggregation/index.ts';
import { type JsonObject, type JsonValue, ManualClock, Pacer } from '../../src/common/index.ts';
import type {
  FieldFamily,
  IndexedField,
  IndexValue,
  LuceneDocument,
  MappedFieldType,
  MapperService,
  NumericKind,
  ParsedDocument,
} from '../../src/mapper/index.ts';
import { type LeafContext, parseQuery } from '../../src/query/index.ts';
import { LeafReader, SegmentBuilder, SegmentCore } from '../../src/segment/index.ts';

/** Fields by name: `keyword`, `long`, `double`, `date`, `boolean`, `ip`, `geo_point`. */
export type Mapping = Readonly<Record<string, string>>;
/** A document as values by field; lists are many values, `nested` paths hold lists of documents. */
export type Document = Readonly<Record<string, unknown>>;

const FAMILIES: Readonly<Record<string, FieldFamily>> = {
  keyword: 'keyword',
  long: 'numeric',
  double: 'numeric',
  date: 'date',
  boolean: 'boolean',
  geo_point: 'geo_point',
  text: 'text',
};

function mappedField(name: string, typeName: string): MappedFieldType {
  const family = FAMILIES[typeName];
  const toIndexValue = (value: JsonValue): IndexValue => {
    if (family === 'date') return typeof value === 'number' ? value : Date.parse(String(value));
    if (family === 'numeric') return Number(value);
    return String(value);
  };
  return {
    name,
    typeName,
    family,
    indexed: true,
    hasDocValues: family !== 'text',
    hasNorms: false,
    stored: false,
    nestedPath: null,
    params: {},
    numericKind: family === 'numeric' ? (typeName as NumericKind) : null,
    indexAnalyzer: null,
    searchAnalyzer: null,
    searchQuoteAnalyzer: null,
    vector: null,
    toIndexValue,
    toRangeBound: toIndexValue,
    render: (value) => (family === 'date' ? new Date(Number(value)).toISOString() : value),
  };
}

function mapperOf(mapping: Mapping): MapperService {
  const fields = new Map(Object.entries(mapping).map(([name, type]) => [name, mappedField(name, type)]));
  const mapper: Partial<MapperService> = {
    field: (name) => (mapping[name] === 'nested' ? undefined : fields.get(name)),
    object: (path) => (mapping[path] === 'nested' ? { path, nested: true } : undefined),
  };
  return mapper as MapperService;
}

function indexed(mapping: Mapping, document: Document, prefix: string): IndexedField[] {
  return Object.entries(document).flatMap(([key, value]): IndexedField[] => {
    const field = `${prefix}${key}`;
    const values = Array.isArray(value) ? value : [value];
    switch (mapping[field]) {
      case 'nested':
        return [];
      case 'keyword':
        return [{ kind: 'terms', field, terms: values.map(String), indexed: true, docValues: true }];
      case 'boolean':
        return [
          {
            kind: 'terms',
            field,
            terms: values.map((one) => (one ? 'T' : 'F')),
            indexed: true,
            docValues: true,
          },
        ];
      case 'geo_point': {
        const points = values as { lat: number; lon: number }[];
        return [{ kind: 'geo', field, lats: points.map((p) => p.lat), lons: points.map((p) => p.lon) }];
      }
      case 'date':
        return [{ kind: 'numbers', field, values: values.map((one) => new Date(one as string).getTime()) }];
      default:
        return [{ kind: 'numbers', field, values: values as number[] }];
    }
  });
}

function parsed(mapping: Mapping, document: Document, id: string): ParsedDocument {
  const docs: LuceneDocument[] = [];
  const nested = Object.entries(document).filter(([key]) => mapping[key] === 'nested');
  const total = nested.reduce((sum, [, list]) => sum + (list as Document[]).length, 0);
  for (const [path, list] of nested) {
    (list as Document[]).forEach((child, nestedOffset) => {
      docs.push({
        nestedPath: path,
        nestedOffset,
        parent: total,
        fields: indexed(mapping, child, `${path}.`),
      });
    });
  }
  docs.push({ nestedPath: null, nestedOffset: -1, parent: -1, fields: indexed(mapping, document, '') });
  const source = new TextEncoder().encode('{}');
  return { id, routing: null, source, docs, mappingUpdate: null };
}

const pacer = new Pacer(new ManualClock());

/** Segments of one shard. */
export async function leavesOf(
  mapping: Mapping,
  segments: readonly (readonly Document[])[],
): Promise<LeafContext[]> {
  const leaves: LeafContext[] = [];
  let docBase = 0;
  for (const [ord, documents] of segments.entries()) {
    const builder = new SegmentBuilder();
    documents.forEach((document, i) => {
      const version = { seqNo: i, version: 1, primaryTerm: 1 };
      builder.add(parsed(mapping, document, `${ord}-${i}`), version);
    });
    const core = new SegmentCore(`_${ord}`, await builder.finish(pacer), 0);
    const reader = new LeafReader(core, null);
    leaves.push({ reader, ord, docBase });
    docBase += reader.maxDoc;
  }
  return leaves;
}

/** Runs aggregations over all root documents of the shards; each shard is a list of segments. */
export async function aggregate(
  mapping: Mapping,
  shards: readonly (readonly (readonly Document[])[])[],
  aggs: JsonObject,
  options: { readonly typedKeys?: boolean; readonly maxBuckets?: number } = {},
): Promise<JsonObject> {
  const builders = parseAggregations(aggs);
  const mapper = mapperOf(mapping);
  const results = [];
  for (const [shardId, segments] of shards.entries()) {
    const leaves = await leavesOf(mapping, segments);
    const aggregator = builders.createShardAggregator(contextOf(mapper, leaves, shardId));
    for (const leaf of leaves) aggregator.collect(leaf, rootDocs(leaf), null);
    results.push(aggregator.result());
  }
  return builders.reduce(results, { typedKeys: options.typedKeys ?? false, maxBuckets: options.maxBuckets });
}

export function rootDocs({ reader }: LeafContext): Uint32Array {
  return reader.rootDocs?.toArray() ?? Uint32Array.from({ length: reader.maxDoc }, (_, doc) => doc);
}

export function contextOf(
  mapper: MapperService,
  leaves: readonly LeafContext[],
  shardId = 0,
): AggregationContext {
  const context: Partial<AggregationContext> = {
    indexName: 'index',
    indexUuid: 'uuid',
    shardId,
    mapper,
    nowMs: 1_700_000_000_000,
    leaves,
    parseQuery: (json) => parseQuery(json),
    fetchTopHits: () => ({}),
    prepare: () => {},
    checkCancelled: () => {},
  };
  return context as AggregationContext;
}
