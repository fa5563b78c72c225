import { type AggregationContext, BucketAccount, parseAggregations } from '../../../src/aggregation/index.ts';
import { createAnalysisRegistry } from '../../../src/analysis/index.ts';
import {
  type Clock,
  inTurns,
  type JsonObject,
  type JsonValue,
  limits,
  ManualClock,
  OpenSearchError,
  Pacer,
  placeError,
  plainNumbers,
  type Reservation,
} from '../../../src/common/index.ts';
import { createMapperService, type MapperService } from '../../../src/mapper/index.ts';
import { docSetOfArray, type LeafContext, parseQuery } from '../../../src/query/index.ts';
import { LeafReader, SegmentBuilder, SegmentCore } from '../../../src/segment/index.ts';

/** Fields by name, each a type (`keyword`) or its whole definition. */
export type Mapping = Readonly<Record<string, string | JsonObject>>;
export type Document = Readonly<Record<string, unknown>>;
/** Documents by shard and segment. */
export type Shards = readonly (readonly (readonly Document[])[])[];

const analysis = createAnalysisRegistry({});
const pacer = new Pacer(new ManualClock());
const NOW_MS = 1_700_000_000_000;

export function mapperOf(mapping: Mapping): MapperService {
  const mapper = createMapperService({ indexName: 'index', analysis, settings: () => new Map() });
  const properties = Object.fromEntries(
    Object.entries(mapping).map(([name, type]): [string, JsonValue] => [
      name,
      typeof type === 'string' ? { type } : type,
    ]),
  );
  mapper.merge({ properties }, 'create');
  return mapper;
}

/** The segments of one shard. */
export async function leavesOf(
  mapper: MapperService,
  segments: readonly (readonly Document[])[],
): Promise<LeafContext[]> {
  const leaves: LeafContext[] = [];
  let docBase = 0;
  for (const [ord, documents] of segments.entries()) {
    const builder = new SegmentBuilder();
    documents.forEach((document, i) => {
      const source = new TextEncoder().encode(JSON.stringify(document));
      const parsed = mapper.parse({ id: `${ord}-${i}`, routing: 'r', source });
      builder.add(parsed, { seqNo: i, version: 1, primaryTerm: 1 });
    });
    const core = new SegmentCore(`_${ord}`, await builder.finish(pacer), 0);
    const reader = new LeafReader(core, null);
    leaves.push({ reader, ord, docBase });
    docBase += reader.maxDoc;
  }
  return leaves;
}

interface Options {
  readonly typedKeys?: boolean;
  readonly maxBuckets?: number;
  readonly clock?: Clock;
  readonly memory?: Reservation;
}

/** Runs aggregations over all root documents. */
export async function aggregate(
  mapping: Mapping,
  shards: Shards,
  aggs: JsonObject,
  options: Options = {},
): Promise<JsonObject> {
  const builders = parseAggregations(aggs);
  const mapper = mapperOf(mapping);
  const results = [];
  for (const [shardId, segments] of shards.entries()) {
    const leaves = await leavesOf(mapper, segments);
    const context = {
      ...contextOf(mapper, leaves, shardId),
      ...(options.clock && { pacer: new Pacer(options.clock) }),
      buckets: new BucketAccount(options.maxBuckets ?? limits.buckets.value, options.memory ?? null),
    };
    const aggregator = builders.createShardAggregator(context);
    for (const leaf of leaves) await aggregator.collect(leaf, docSetOfArray(rootDocs(leaf)), null);
    results.push(await aggregator.result());
  }
  const { typedKeys = false, maxBuckets } = options;
  const reduction = builders.reduce(results, { typedKeys, maxBuckets });
  return plainNumbers(
    await inTurns(reduction, new Pacer(options.clock ?? new ManualClock()), 1),
  ) as JsonObject;
}

function rootDocs({ reader }: LeafContext): Uint32Array {
  return reader.rootDocs?.toArray() ?? Uint32Array.from({ length: reader.maxDoc }, (_, doc) => doc);
}

export function contextOf(
  mapper: MapperService,
  leaves: readonly LeafContext[],
  shardId: number,
): AggregationContext {
  return {
    indexName: 'index',
    indexUuid: 'uuid',
    shardId,
    pacer,
    buckets: new BucketAccount(limits.buckets.value, null),
    mapper,
    analysis,
    settings: new Map(),
    now: () => NOW_MS,
    leaves,
    prepare: () => {},
    checkCancelled: () => {},
    checkGone: () => {},
    parseQuery: (json) => parseQuery(json),
    fetchTopHits: ({ groups }) => ({
      total: { value: groups.reduce((sum, { docs }) => sum + docs.length, 0), relation: 'eq' },
      max_score: null,
      hits: groups.flatMap(({ leaf, docs }) =>
        Array.from(docs, (doc) => ({ _id: leaf.reader.id(doc), sort: [doc] })),
      ),
    }),
  };
}

/** The error of a request as `type: reason < type: reason of its cause`, with places filled in. */
export async function failureOf(mapping: Mapping, shards: Shards, text: string): Promise<string> {
  const aggs = JSON.parse(text) as JsonObject;
  try {
    await aggregate(mapping, shards, aggs);
    return 'no error';
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    return describe(placeError(error, aggs, text));
  }
}

function describe(error: OpenSearchError): string {
  const { line, col } = error.metadata;
  const own = `${error.type}${line === undefined ? '' : ` ${line}:${col}`}: ${error.reason}`;
  return error.causedBy ? `${own} < ${describe(error.causedBy)}` : own;
}
