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

/** What all shards of one search share. */
export interface SearchEnvironment {
  readonly resolver: IndexResolver;
  readonly random: Random;
  readonly nowMs: number;
  readonly allowExpensiveQueries: boolean;
  readonly allowIdFieldData: boolean;
  readonly explains?: boolean;
  readonly absentIsNull?: boolean;
  /** What scores count with; absent: the shard's own numbers. */
  readonly statistics?: (leaves: readonly LeafContext[]) => ScoreStatistics;
  /** Nanoseconds of a clock that never goes back, for profiles. */
  readonly nanoTime: () => bigint;
  /** Throws when the search was cancelled or ran out of time. */
  readonly checkCancelled: () => void;
  /** Throws when the search was cancelled: its time does not end it while it is bound. */
  readonly checkGone: () => void;
  /** What is found is fetched, however long it takes. */
  readonly liftTimeout: () => void;
  /** The pauses of the search, whichever shard it is at. */
  readonly pacer: Pacer;
  /** Those while it finds documents: it ends there when it was cancelled or ran out of time. */
  readonly findingPacer: Pacer;
  /** The buckets of all its shards. */
  readonly buckets: BucketAccount;
}

/** What the answer depends on beside the request and the documents of the shard. Grows while the search is bound and runs. */
export interface Dependence {
  /** On the time, on chance, or on documents of other shards. */
  readonly isVolatile: boolean;
  /** Decisions about `now` that do hold for all times near this one. */
  readonly settled: readonly string[];
  /** Binding alone counts something, or loads it. */
  readonly bindingActs: boolean;
}

interface MutableDependence {
  isVolatile: boolean;
  bindingActs: boolean;
  readonly settled: string[];
}

/** A shard while it is searched: the binding context, and what binding found. */
export interface ShardSearch {
  readonly open: OpenShard;
  readonly nanoTime: () => bigint;
  readonly pacer: Pacer;
  readonly findingPacer: Pacer;
  readonly buckets: BucketAccount;
  readonly context: QueryShardContext;
  /** Explains hits, once the search is bound. */
  readonly explained: HitExplainer;
  readonly leaves: readonly LeafContext[];
  readonly namedQueries: readonly { readonly name: string; readonly query: Query }[];
  readonly innerHits: readonly InnerHitsDefinition[];
  /** Fields that clauses give their hits. */
  readonly hitFields: ReadonlyMap<string, HitFieldValues>;
  readonly dependence: Dependence;
  /** What is done when the fetch phase binds the query again. */
  readonly fetchTasks: readonly (() => void)[];
  /** Binds in turns of the event loop where that takes long: `binding` may run more than once. */
  readonly bindInTurns: <T>(binding: () => T) => Turns<T>;
  /** Runs what binding asked to be done before documents are matched. */
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

/** The source of a document, for terms lookups and more_like_this; null when there is none. */
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
