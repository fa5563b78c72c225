import type {
  BulkItem,
  ClusterService,
  DocumentService,
  IndicesOptions,
  ItemOutcome,
  LocalIndex,
  UpdateContext,
  UpdateScriptCompiler,
} from '../cluster/index.ts';
import type { Clock, JsonObject, JsonValue } from '../common/index.ts';
import {
  illegalArgument,
  isJsonObject,
  JsonDouble,
  Pacer,
  parseJsonExact,
  RawJson,
  stringifyJson,
} from '../common/index.ts';
import type { SearchHit, SearchRequest, SearchService } from '../search/index.ts';

export interface ByQueryServices {
  readonly cluster: ClusterService;
  readonly documents: DocumentService;
  readonly search: SearchService;
  readonly clock: Clock;
  readonly compileUpdate: UpdateScriptCompiler;
}

export interface ByQueryRequest {
  readonly kind: 'delete' | 'update' | 'reindex';
  readonly indices: string;
  readonly indicesOptions: IndicesOptions;
  /** `query`, `sort`, `_source` and `slice` of the search for documents. */
  readonly source: JsonObject;
  readonly script: JsonObject | null;
  /** Where a reindex writes; `null` for other kinds. */
  readonly destination: ReindexDestination | null;
  readonly proceedOnConflicts: boolean;
  readonly maxDocs: number | null;
  readonly batchSize: number;
  readonly routing: string | null;
  readonly refresh: boolean;
  /** The ingest pipeline for written documents. */
  readonly pipeline: string | null;
  /** Number of parts that run concurrently, each with its own documents. */
  readonly slices: number;
  /** `null` for unlimited. */
  readonly requestsPerSecond: number | null;
  readonly signal: AbortSignal;
}

export interface ReindexDestination {
  readonly index: string;
  readonly opType: 'index' | 'create';
  readonly versionType: BulkItem['versionType'];
  /** `keep`, `discard`, or `=value`. */
  readonly routing: string | null;
}

const SCROLL_MS = 300_000;

const COUNTERS = [
  'total',
  'updated',
  'created',
  'deleted',
  'batches',
  'versionConflicts',
  'noops',
  'throttledMs',
] as const;

/** Counters of a running by-query request, as `_tasks` shows them. */
export class ByQueryProgress {
  total = 0;
  updated = 0;
  created = 0;
  deleted = 0;
  batches = 0;
  versionConflicts = 0;
  noops = 0;
  throttledMs = 0;
  /** Changed by `_rethrottle` while the request runs. */
  requestsPerSecond: number | null = null;
  /** The progress of each part; empty if the request is not sliced. */
  slices: readonly ByQueryProgress[] = [];
  readonly failures: JsonObject[] = [];
  /** The id of the slice given in the request's body. */
  sliceId: number | null = null;
  readonly #kind: ByQueryRequest['kind'];

  constructor(kind: ByQueryRequest['kind']) {
    this.#kind = kind;
  }

  /** Sets the totals to the sums over all parts. */
  addSlices(): void {
    for (const name of COUNTERS) this[name] = this.slices.reduce((sum, slice) => sum + slice[name], 0);
    this.failures.splice(0, this.failures.length, ...this.slices.flatMap(({ failures }) => failures));
  }

  rethrottle(requestsPerSecond: number | null): void {
    this.requestsPerSecond = requestsPerSecond;
    for (const slice of this.slices) slice.rethrottle(requestsPerSecond);
  }

  toJson(): JsonObject {
    if (this.slices.length > 0) this.addSlices();
    const parts = this.slices.map((slice, slice_id) => ({ slice_id, ...slice.toJson() }));
    return {
      ...(this.sliceId === null ? {} : { slice_id: this.sliceId }),
      total: this.total,
      ...(this.#kind === 'delete' ? {} : { updated: this.updated }),
      ...(this.#kind === 'reindex' ? { created: this.created } : {}),
      deleted: this.deleted,
      batches: this.batches,
      version_conflicts: this.versionConflicts,
      noops: this.noops,
      retries: { bulk: 0, search: 0 },
      throttled_millis: Math.round(this.throttledMs),
      requests_per_second: new JsonDouble(this.requestsPerSecond ?? -1) as unknown as number,
      throttled_until_millis: 0,
      ...(parts.length > 0 ? { slices: parts } : {}),
    };
  }
}

/**
 * Scrolls over the matching documents and deletes, updates or copies them batch by batch. A document that
 * changed since it was found is a version conflict: the request stops there, unless `conflicts` is `proceed`.
 */
export async function runByQuery(
  services: ByQueryServices,
  request: ByQueryRequest,
  progress: ByQueryProgress,
): Promise<JsonObject> {
  const started = services.clock.nanoTime();
  const touched = new Set<LocalIndex>();
  progress.requestsPerSecond = request.requestsPerSecond;
  progress.sliceId = sliceIdOf(request.source);
  if (request.slices > 1) await runSlices(services, request, progress, touched);
  else await runPart(services, request, progress, touched);
  if (request.refresh) await Promise.all([...touched].map((index) => index.refresh()));
  const took = Number((services.clock.nanoTime() - started) / 1_000_000n);
  return { took, timed_out: false, ...progress.toJson(), failures: progress.failures };
}

/** The id of `slice` in the request's body, which the response repeats. */
function sliceIdOf({ slice }: JsonObject): number | null {
  return isJsonObject(slice) ? Number(slice.id) : null;
}

async function runSlices(
  services: ByQueryServices,
  request: ByQueryRequest,
  progress: ByQueryProgress,
  touched: Set<LocalIndex>,
): Promise<void> {
  const { slices: max, maxDocs, requestsPerSecond } = request;
  progress.slices = Array.from({ length: max }, () => new ByQueryProgress(request.kind));
  await Promise.all(
    progress.slices.map((slice, id) => {
      slice.requestsPerSecond = requestsPerSecond === null ? null : requestsPerSecond / max;
      const part = {
        ...request,
        source: { ...request.source, slice: { id, max } },
        maxDocs: maxDocs === null ? null : Math.ceil(maxDocs / max),
      };
      return runPart(services, part, slice, touched);
    }),
  );
  progress.addSlices();
}

async function runPart(
  services: ByQueryServices,
  request: ByQueryRequest,
  progress: ByQueryProgress,
  touched: Set<LocalIndex>,
): Promise<void> {
  const pacer = new Pacer(services.clock);
  await eachBatch(services, request, progress, async (hits) => {
    const operations = await pacer.each(hits, (hit) => operation(services, request, progress, hit));
    const outcomes = await services.documents.bulk(operations.filter((item) => item !== null));
    for (const outcome of outcomes) count(outcome, request, progress, touched);
    return progress.failures.length === 0;
  });
}

/** Waits as long as the requested rate demands for this batch; returns early if the request is cancelled. */
async function throttle(
  clock: Clock,
  request: ByQueryRequest,
  progress: ByQueryProgress,
  documents: number,
): Promise<void> {
  if (progress.requestsPerSecond === null) return;
  const waitMs = (documents / progress.requestsPerSecond) * 1000;
  progress.throttledMs += waitMs;
  await new Promise<void>((resolve) => {
    const timer = clock.schedule(waitMs, resolve);
    request.signal.addEventListener('abort', () => {
      timer.cancel();
      resolve();
    });
  });
}

async function eachBatch(
  { search, clock }: ByQueryServices,
  request: ByQueryRequest,
  progress: ByQueryProgress,
  work: (hits: readonly SearchHit[]) => Promise<boolean>,
): Promise<void> {
  const size = Math.min(request.batchSize, request.maxDocs ?? request.batchSize);
  let left = request.maxDocs ?? Number.POSITIVE_INFINITY;
  let page = await search.search(searchRequest(request, size));
  progress.total = Math.min(page.hits.total?.value ?? 0, left);
  try {
    for (;;) {
      request.signal.throwIfAborted();
      const hits = page.hits.hits.slice(0, left);
      if (hits.length === 0) return;
      progress.batches++;
      left -= hits.length;
      if (!(await work(hits)) || left <= 0 || page._scroll_id === undefined) return;
      await throttle(clock, request, progress, hits.length);
      request.signal.throwIfAborted();
      page = await search.scroll(page._scroll_id, SCROLL_MS);
    }
  } finally {
    if (page._scroll_id !== undefined) search.clearScroll([page._scroll_id]);
  }
}

function searchRequest(request: ByQueryRequest, size: number): SearchRequest {
  return {
    indices: request.indices,
    indicesOptions: request.indicesOptions,
    source: {
      sort: ['_doc'],
      ...request.source,
      size,
      version: true,
      seq_no_primary_term: true,
      track_total_hits: true,
    },
    routing: request.routing,
    preference: null,
    scrollMs: SCROLL_MS,
    searchType: 'query_then_fetch',
    allowPartialSearchResults: false,
    typedKeys: false,
    requestCache: null,
    signal: request.signal,
  };
}

/** The write for a found document; `null` if none is needed. */
function operation(
  { compileUpdate, clock }: ByQueryServices,
  request: ByQueryRequest,
  progress: ByQueryProgress,
  hit: SearchHit,
): BulkItem | null {
  const routing = typeof hit._routing === 'string' ? hit._routing : null;
  const id = String(hit._id);
  if (request.kind === 'delete') return { ...checked(hit), action: 'delete', index: hit._index, id, routing };
  const text = hit._source instanceof RawJson ? hit._source.text : stringifyJson(hit._source ?? {});
  const target = request.destination?.index ?? hit._index;
  const kept = request.destination ? reindexRouting(request.destination.routing, routing) : routing;
  if (!request.script) return write(request, hit, target, id, kept, Buffer.from(text));
  const ctx: UpdateContext = {
    op: 'index',
    _source: parseJsonExact(text) as JsonObject,
    _index: target,
    _id: id,
    _routing: kept,
    _version: Number(hit._version),
    _now: clock.nowMs(),
  };
  compileUpdate(request.script)(ctx);
  if (ctx.op === 'noop' || ctx.op === 'none') {
    progress.noops++;
    return null;
  }
  if (!['index', 'create', 'delete'].includes(ctx.op)) {
    throw illegalArgument(`Operation type [${ctx.op}] not allowed, only [noop, index, delete] are allowed`);
  }
  if (ctx.op === 'delete')
    return { ...checked(hit), action: 'delete', index: ctx._index, id: ctx._id, routing: ctx._routing };
  const source = Buffer.from(stringifyJson(ctx._source as JsonValue));
  return write(request, hit, ctx._index, ctx._id, ctx._routing, source);
}

/** Conditions that make the write fail if the document has changed since it was found. */
function checked(hit: SearchHit): Omit<BulkItem, 'action' | 'index' | 'id' | 'routing'> {
  return {
    version: null,
    versionType: 'internal',
    ifSeqNo: Number(hit._seq_no),
    ifPrimaryTerm: Number(hit._primary_term),
    requireAlias: false,
    source: null,
    update: null,
  };
}

function write(
  request: ByQueryRequest,
  hit: SearchHit,
  index: string,
  id: string,
  routing: string | null,
  source: Uint8Array,
): BulkItem {
  const { destination } = request;
  const { pipeline } = request;
  if (!destination) return { ...checked(hit), action: 'index', index, id, routing, source, pipeline };
  const external = destination.versionType !== 'internal';
  return {
    action: destination.opType,
    index,
    id: id === '' ? null : id,
    routing,
    version: external ? Number(hit._version) : null,
    versionType: destination.versionType,
    ifSeqNo: null,
    ifPrimaryTerm: null,
    requireAlias: false,
    source,
    update: null,
    pipeline,
  };
}

function reindexRouting(rule: string | null, routing: string | null): string | null {
  if (rule === null || rule === 'keep') return routing;
  return rule === 'discard' ? null : rule.replace(/^=/, '');
}

function count(
  outcome: ItemOutcome,
  request: ByQueryRequest,
  progress: ByQueryProgress,
  touched: Set<LocalIndex>,
): void {
  if (outcome.kind === 'failed') {
    const { error, index, id } = outcome;
    const conflict = error.type === 'version_conflict_engine_exception';
    if (conflict) progress.versionConflicts++;
    if (conflict && request.proceedOnConflicts) return;
    progress.failures.push({ index, id, cause: error.toJson() as JsonObject, status: error.status });
    return;
  }
  if (outcome.kind === 'dropped') {
    progress.noops++;
    return;
  }
  touched.add(outcome.index);
  if (outcome.action === 'delete') progress.deleted++;
  else if (outcome.result.result === 'created') progress.created++;
  else progress.updated++;
}
