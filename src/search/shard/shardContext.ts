import type { BucketAccount } from '../../aggregation/index.ts';
import type { IndexResolver, IndicesOptions } from '../../cluster/index.ts';
import {
  isJsonObject,
  type JsonValue,
  OpenSearchError,
  type Pacer,
  type Random,
  readJson,
  type Turns,
} from '../../common/index.ts';
import {
  type FieldScoring,
  fieldScoring,
  type HitFieldValues,
  type InnerHitsDefinition,
  type LeafContext,
  type Query,
  type QueryShardContext,
  type ScoreStatistics,
} from '../../query/index.ts';
import { BindingNotes } from './bindingNotes.ts';
import { FoundAhead } from './foundAhead.ts';
import { HitExplainer } from './hitExplainer.ts';
import type { OpenShard } from './target.ts';

/** State shared by all shards of a search. */
export interface SearchEnvironment {
  readonly resolver: IndexResolver;
  readonly random: Random;
  readonly nowMs: number;
  readonly allowExpensiveQueries: boolean;
  readonly allowIdFieldData: boolean;
  readonly explains?: boolean;
  readonly absentIsNull?: boolean;
  /** The statistics for scoring; absent for the shard's own. */
  readonly statistics?: (leaves: readonly LeafContext[]) => ScoreStatistics;
  /** Monotonic time in nanoseconds, for profiles. */
  readonly nanoTime: () => bigint;
  /** Throws if the search was cancelled or has timed out. */
  readonly checkCancelled: () => void;
  /** Throws if the search was cancelled, where timeouts do not apply: while binding, for example. */
  readonly checkGone: () => void;
  /** From now on timeouts do not apply: what was found is fetched, however long it takes. */
  readonly liftTimeout: () => void;
  /** The pacer of the search, for all shards. */
  readonly pacer: Pacer;
  /** The pacer while documents are searched: also ends on cancellation or timeout. */
  readonly findingPacer: Pacer;
  /** Accounts for the buckets of all shards. */
  readonly buckets: BucketAccount;
}

/**
 * What the result depends on besides the request and the shard's documents. Extended while the search is
 * bound and runs.
 */
export interface Dependence {
  /** Depends on the time, randomness, or documents of other shards. */
  readonly isVolatile: boolean;
  /** Decisions about `now` that hold for all nearby times. */
  readonly settled: readonly string[];
  /** Binding itself counts or loads something. */
  readonly bindingActs: boolean;
}

interface MutableDependence {
  isVolatile: boolean;
  bindingActs: boolean;
  readonly settled: string[];
}

/** A shard during a search: the binding context, and what binding registered. */
export interface ShardSearch {
  readonly open: OpenShard;
  readonly nanoTime: () => bigint;
  readonly pacer: Pacer;
  readonly findingPacer: Pacer;
  readonly buckets: BucketAccount;
  readonly checkGone: () => void;
  readonly context: QueryShardContext;
  /** Explains hits, once the search is bound. */
  readonly explained: HitExplainer;
  readonly leaves: readonly LeafContext[];
  readonly namedQueries: readonly { readonly name: string; readonly query: Query }[];
  readonly innerHits: readonly InnerHitsDefinition[];
  /** Fields that clauses add to their hits. */
  readonly hitFields: ReadonlyMap<string, HitFieldValues>;
  readonly dependence: Dependence;
  /** Work to repeat when the fetch phase binds the query again. */
  readonly fetchTasks: readonly (() => void)[];
  /** Binds, yielding to the event loop if needed: `binding` may be called more than once. */
  readonly bindInTurns: <T>(binding: () => T) => Turns<T>;
  /** Runs preparations that binding registered, before documents are matched. */
  readonly runPreparations: () => Turns<void>;
}

const DOCUMENT_OPTIONS: IndicesOptions = {
  ignoreUnavailable: false,
  allowNoIndices: false,
  expandWildcards: ['none'],
  forbidClosed: true,
  resourceType: 'index_expression',
};

export function openShardSearch(open: OpenShard, environment: SearchEnvironment): ShardSearch {
  const { target, searcher } = open;
  const leaves = leavesOf(searcher.leaves, fieldScoring(target.index.mapper, target.index.settings));
  const notes = new BindingNotes();
  const dependence: MutableDependence = { isVolatile: false, bindingActs: false, settled: [] };
  const ahead = new FoundAhead();
  const context: QueryShardContext = {
    indexName: target.index.name,
    indexUuid: target.index.uuid,
    shardId: target.shardId,
    mapper: target.index.mapper,
    analysis: target.index.analysis,
    settings: target.index.settings,
    allowExpensiveQueries: environment.allowExpensiveQueries,
    allowIdFieldData: environment.allowIdFieldData,
    now: () => {
      dependence.isVolatile = true;
      return environment.nowMs;
    },
    settled: {
      peekNow: () => environment.nowMs,
      because: (text) => void dependence.settled.push(text),
    },
    extensions: target.handle.extensions,
    explains: environment.explains,
    absentIsNull: environment.absentIsNull,
    leaves,
    fetchDocument: (index, id, routing) => {
      dependence.isVolatile = true;
      return fetchDocument(environment.resolver, index, id, routing);
    },
    statistics: environment.statistics?.(leaves),
    ...notes.listeners,
    prepare: (task) => {
      dependence.bindingActs = true;
      notes.listeners.prepare(task);
    },
    onFetch: (task) => {
      dependence.bindingActs = true;
      notes.listeners.onFetch(task);
    },
    checkCancelled: () => (ahead.isBinding ? environment.checkGone() : environment.checkCancelled()),
    ahead: (key, find) => ahead.get(key, find),
    pacer: environment.findingPacer,
    random: () => {
      dependence.isVolatile = true;
      return environment.random.next();
    },
  };
  return {
    open,
    nanoTime: environment.nanoTime,
    pacer: environment.pacer,
    findingPacer: environment.findingPacer,
    buckets: environment.buckets,
    checkGone: environment.checkGone,
    context,
    explained: new HitExplainer(),
    leaves,
    namedQueries: notes.namedQueries,
    innerHits: notes.innerHits,
    hitFields: notes.hitFields,
    dependence,
    fetchTasks: notes.fetchTasks,
    bindInTurns: (binding) => ahead.bind(binding, () => notes.forget(), environment.pacer),
    runPreparations: () => notes.runPreparations(),
  };
}

function leavesOf(readers: OpenShard['searcher']['leaves'], scoring: FieldScoring): LeafContext[] {
  let docBase = 0;
  return readers.map((reader, ord) => {
    const leaf = { reader, ord, docBase, scoring };
    docBase += reader.maxDoc;
    return leaf;
  });
}

/** The source of a document, for terms lookup and more_like_this; `null` if missing. */
async function fetchDocument(
  resolver: IndexResolver,
  indexName: string,
  id: string,
  routing: string | null,
): Promise<JsonValue | null> {
  const [resolved] = resolver.resolve(indexName, DOCUMENT_OPTIONS);
  if (resolved === undefined) return null;
  const { index } = resolved;
  const found = await index.primary(index.shardFor(id, routing)).get(id, true);
  if (found === null) return null;
  const source = readJson(new TextDecoder().decode(found.source));
  if (!isJsonObject(source)) throw new OpenSearchError('parse_exception', 'the source is no object');
  return source;
}
