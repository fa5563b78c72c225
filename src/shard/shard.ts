import { bug, type Clock, type FlatSettings, inTurns, type JsonObject, Pacer } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { MapperService, ParsedDocument } from '../mapper/index.ts';
import { utf8Key } from '../segment/index.ts';
import type { Committer } from './committer.ts';
import { type DocumentWriter, readDocument } from './documentWriter.ts';
import type { Maintenance } from './maintenance.ts';
import type { Merger } from './merger.ts';
import { isLarge, isWide, parseDocument } from './parseDocument.ts';
import { Periodic } from './periodic.ts';
import type { SegmentList } from './segmentList.ts';
import type { SegmentWriter } from './segmentWriter.ts';
import { parseShardConfig, type ShardConfig } from './settings.ts';
import { asShardError, shardClosed } from './shardErrors.ts';
import { FatalStorageError } from './storageError.ts';
import { checkTermLengths, isIndexFailure } from './termLengths.ts';
import type { Translog } from './translog/translog.ts';
import type {
  AppliedOperation,
  EngineSearcher,
  GetResult,
  HeldCommit,
  IndexOperation,
  IndexShard,
  ShardOperation,
  ShardStats,
  WriteResult,
} from './types.ts';

const OPERATIONS_BETWEEN_PAUSES = 16;
/** Limits retries if the mapping keeps changing under a document. */
const MAPPING_ATTEMPTS = 16;
/** Maximum size of unsynced data of an async translog. */
const ASYNC_PENDING_BYTES = 4 * 1024 * 1024;
/** Writes wait while more data than this is pending for the translog, since it becomes one record. */
const PENDING_BYTES_AT_MOST = 256 * 1024 * 1024;

export interface ShardParts {
  readonly shardId: number;
  readonly primaryTerm: number;
  readonly directory: Directory;
  readonly mapper: MapperService;
  readonly clock: Clock;
  readonly segments: SegmentList;
  readonly documents: DocumentWriter;
  readonly translog: Translog;
  readonly committer: Committer;
  readonly segmentWriter: SegmentWriter;
  readonly maintenance: Maintenance;
  readonly merger: Merger;
  /** Merges and persists a mapping; the document is then parsed again. */
  readonly onMappingUpdate: (update: JsonObject) => Promise<void>;
  readonly onBackgroundError: (error: Error) => void;
  readonly onFailure: (error: Error) => void;
}

/** The end of a shard (closed or failed), known to parts that are created before it. */
export class ShardLife {
  failure: Error | null = null;
  closed = false;

  /** Throws already_closed_exception. */
  check(): void {
    if (this.closed || this.failure !== null) throw shardClosed(this.failure);
  }
}

export class Shard implements IndexShard {
  readonly #parts: ShardParts;
  readonly #life: ShardLife;
  readonly #periodic: Periodic;
  #config: ShardConfig;
  readonly #indexing = { indexTotal: 0, deleteTotal: 0, failed: 0, timeMs: 0 };
  readonly #gets = { total: 0, exists: 0 };

  constructor(parts: ShardParts, life: ShardLife, config: ShardConfig) {
    this.#parts = parts;
    this.#life = life;
    this.#config = config;
    this.#periodic = new Periodic(parts.clock, {
      refresh: () => this.#inBackground(() => this.refresh()),
      syncTranslog: () => this.#inBackground(() => parts.translog.sync()),
      syncCheckpoint: () => this.#inBackground(() => parts.translog.syncCheckpoint()),
    });
    this.#periodic.configure(config);
  }

  get shardId(): number {
    return this.#parts.shardId;
  }

  get directory(): Directory {
    return this.#parts.directory;
  }

  get primaryTerm(): number {
    return this.#parts.documents.primaryTerm;
  }

  get maxSeqNo(): number {
    return this.#parts.documents.maxSeqNo;
  }

  /** The number of the next segment. */
  get nextSegment(): number {
    return this.#parts.segmentWriter.nextNumber;
  }

  get generationBytes(): number {
    return this.#config.generationBytes;
  }

  get failure(): Error | null {
    return this.#life.failure;
  }

  startTerm(primaryTerm: number): void {
    this.#parts.documents.startTerm(primaryTerm);
  }

  applySettings(settings: FlatSettings): void {
    this.#config = parseShardConfig(settings);
    this.#parts.merger.configure(this.#config.merge);
    // A shard that has ended must not start timers.
    if (!this.#life.closed && this.#life.failure === null) this.#periodic.configure(this.#config);
  }

  async write(operations: readonly ShardOperation[]): Promise<readonly (WriteResult | Error)[]> {
    this.#life.check();
    const { clock } = this.#parts;
    const startedAt = clock.nanoTime();
    const pacer = new Pacer(clock, () => this.#life.check());
    const results: (WriteResult | Error)[] = [];
    for (const operation of operations) {
      while (this.#isPendingLong) await this.#waitForRoom();
      const result = this.#apply(operation, pacer);
      results.push(result instanceof Promise ? await result : result);
      const isLong = result instanceof Promise;
      if (isLong || results.length % OPERATIONS_BETWEEN_PAUSES === 0) await pacer.pause();
    }
    this.#indexing.timeMs += Number(clock.nanoTime() - startedAt) / 1e6;
    this.#bufferGrew();
    await this.#makeDurable();
    await this.#relieve();
    return results;
  }

  async replicate(operations: readonly AppliedOperation[]): Promise<void> {
    this.#life.check();
    const pacer = new Pacer(this.#parts.clock, () => this.#life.check());
    for (let i = 0; i < operations.length; i++) {
      const { operation, document } = operations[i];
      if (document !== null && isWide(document)) {
        await inTurns(this.#parts.documents.prepare(document), pacer);
      }
      while (this.#isPendingLong) await this.#waitForRoom();
      this.#applyDecided(operations[i]);
      const isLong = operation.kind === 'index' && isLarge(operation);
      if (isLong || i % OPERATIONS_BETWEEN_PAUSES === OPERATIONS_BETWEEN_PAUSES - 1) await pacer.pause();
    }
    this.#bufferGrew();
    await this.#makeDurable();
    await this.#relieve();
  }

  get(id: string, realtime: boolean): GetResult | null {
    this.#life.check();
    const result = realtime ? this.#parts.documents.get(id) : this.#getPublished(id);
    this.#gets.total++;
    if (result !== null) this.#gets.exists++;
    return result;
  }

  acquireSearcher(): EngineSearcher {
    this.#life.check();
    return this.#parts.segments.acquire();
  }

  async refresh(): Promise<boolean> {
    this.#life.check();
    const changed = await this.#guarded(() => this.#parts.maintenance.refresh());
    this.#parts.documents.pruneTombstones(this.#config.gcDeletesMs);
    if (changed) this.#inBackground(() => this.#parts.merger.maybeMerge());
    return changed;
  }

  async flush(): Promise<void> {
    this.#life.check();
    await this.#guarded(() => this.#parts.maintenance.flush());
  }

  async acquireCommit(): Promise<HeldCommit> {
    await this.flush();
    this.#life.check();
    return this.#parts.committer.hold();
  }

  async forceMerge(options: {
    readonly maxNumSegments: number | null;
    readonly onlyExpungeDeletes: boolean;
  }): Promise<void> {
    this.#life.check();
    const { maintenance, merger } = this.#parts;
    await this.#guarded(async () => {
      await maintenance.writeBuffer();
      if (options.onlyExpungeDeletes) await merger.expungeDeletes();
      else if (options.maxNumSegments === null) await merger.maybeMerge();
      else await merger.forceMerge(options.maxNumSegments);
    });
  }

  stats(): ShardStats {
    const { segments, translog, maintenance, merger } = this.#parts;
    const readers = segments.all.map((segment) => segment.lastReader);
    const count = readers.reduce((sum, reader) => sum + reader.numDocs, 0);
    const operations = translog.operations;
    return {
      docs: { count, deleted: readers.reduce((sum, reader) => sum + reader.maxDoc, 0) - count },
      store: { sizeBytes: segments.all.reduce((sum, segment) => sum + segment.sizeBytes, 0) },
      segments: { count: readers.length },
      translog: { operations, sizeBytes: translog.sizeBytes, uncommittedOperations: operations },
      indexing: { ...this.#indexing },
      refresh: { total: maintenance.refreshStats.total, timeMs: maintenance.refreshStats.timeMs },
      flush: { total: maintenance.flushStats.total, timeMs: maintenance.flushStats.timeMs },
      merges: { ...merger.stats },
      get: { ...this.#gets },
    };
  }

  segments(): ReturnType<IndexShard['segments']> {
    const { segments, committer } = this.#parts;
    return segments.all.map((segment) => ({
      reader: segment.lastReader,
      committed: committer.isCommitted(segment),
      search: segments.published.some((leaf) => leaf.core === segment.core),
    }));
  }

  async close(options: { readonly flush: boolean } = { flush: true }): Promise<void> {
    if (this.#life.closed) return;
    const { maintenance, merger, segments, translog } = this.#parts;
    this.#periodic.stop();
    try {
      if (options.flush && this.#life.failure === null) await this.flush();
    } finally {
      // If the commit failed, the translog still has everything.
      if (options.flush) await translog.sync().catch(() => undefined);
      this.#life.closed = true;
      await merger.idle();
      await maintenance.idle();
      await segments.close();
      await translog.close();
    }
  }

  /** Stops all reads and writes; what is on disk is authoritative. */
  fail(error: Error): void {
    if (this.#life.closed || this.#life.failure !== null) return;
    this.#life.failure = error;
    this.#periodic.stop();
    this.#parts.segments.abandon();
    this.#parts.onFailure(error);
  }

  #apply(shardOperation: ShardOperation, pacer: Pacer): WriteResult | Error | Promise<WriteResult | Error> {
    try {
      if (shardOperation.kind === 'delete') {
        this.#indexing.deleteTotal++;
        return this.#parts.documents.delete(shardOperation.operation);
      }
      const { operation } = shardOperation;
      const parsed = parseDocument(this.#parts.mapper, operation, pacer);
      if (parsed instanceof Promise || parsed.mappingUpdate !== null) {
        return this.#applyInTurns(operation, parsed, pacer);
      }
      return this.#index(operation, parsed);
    } catch (error) {
      return this.#failed(shardOperation.operation.id, error);
    }
  }

  #applyDecided({ operation, document }: AppliedOperation): void {
    if (operation.kind === 'delete') this.#indexing.deleteTotal++;
    if (operation.kind === 'index') this.#indexing.indexTotal++;
    this.#parts.documents.replicate(operation, document);
  }

  /**
   * For a document that is large or has new fields: the fields are added to the mapping, then it is parsed
   * again.
   */
  async #applyInTurns(
    operation: IndexOperation,
    first: ParsedDocument | Promise<ParsedDocument>,
    pacer: Pacer,
  ): Promise<WriteResult | Error> {
    const { mapper, onMappingUpdate } = this.#parts;
    try {
      let parsed = await first;
      for (let attempt = 0; parsed.mappingUpdate !== null; attempt++) {
        if (attempt === MAPPING_ATTEMPTS) throw bug('the mapping does not take up its update');
        await onMappingUpdate(parsed.mappingUpdate);
        parsed = await parseDocument(mapper, operation, pacer);
      }
      if (isWide(parsed)) await inTurns(this.#parts.documents.prepare(parsed), pacer);
      await pacer.pause();
      while (this.#isPendingLong) await this.#waitForRoom();
      this.#life.check();
      return this.#index(operation, parsed);
    } catch (error) {
      return this.#failed(operation.id, error);
    }
  }

  #failed(id: string, error: unknown): Error {
    this.#indexing.failed++;
    if (isIndexFailure(error)) this.#parts.documents.fail(id);
    return error as Error;
  }

  #index(operation: IndexOperation, parsed: ParsedDocument): WriteResult {
    checkTermLengths(parsed);
    this.#indexing.indexTotal++;
    return this.#parts.documents.index(operation, parsed);
  }

  #bufferGrew(): void {
    const { documents, segmentWriter } = this.#parts;
    if (this.#config.sort.length === 0) segmentWriter.bufferGrew(documents.buffer);
  }

  async #makeDurable(): Promise<void> {
    const { translog } = this.#parts;
    if (this.#config.asyncDurability && translog.pendingBytes < ASYNC_PENDING_BYTES) return;
    await this.#syncTranslog();
  }

  get #isPendingLong(): boolean {
    return this.#parts.translog.pendingBytes > PENDING_BYTES_AT_MOST;
  }

  async #waitForRoom(): Promise<void> {
    await this.#syncTranslog();
    this.#life.check();
  }

  async #syncTranslog(): Promise<void> {
    await this.#parts.translog.sync().catch((error) => {
      if (this.#life.failure === null) this.#life.check();
      throw asShardError(this.#life.failure ?? error);
    });
  }

  /** Writes a large buffer as a segment, and commits if the translog is long. */
  async #relieve(): Promise<void> {
    const { documents, maintenance, merger, translog } = this.#parts;
    if (translog.sizeBytes > this.#config.flushThresholdBytes) this.#inBackground(() => this.flush());
    if (!documents.isBufferFull) return;
    const writing = this.#guarded(() => maintenance.writeBuffer()).then(() => merger.maybeMerge());
    this.#inBackground(() => writing);
    if (documents.isBufferOverfull) await writing.catch(() => undefined);
  }

  #getPublished(id: string): GetResult | null {
    const key = utf8Key(id);
    for (const leaf of this.#parts.segments.published) {
      const doc = leaf.lookupKey(key);
      if (doc !== -1 && (leaf.liveDocs?.has(doc) ?? true)) return readDocument(id, leaf, doc);
    }
    return null;
  }

  /** Fatal storage errors end the shard. */
  async #guarded<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (error instanceof FatalStorageError) this.fail(error);
      throw asShardError(error);
    }
  }

  /** Failures are retried at the next refresh, write or merge. */
  #inBackground(task: () => Promise<unknown>): void {
    if (this.#life.closed || this.#life.failure !== null) return;
    task().catch((error) => {
      if (!this.#life.closed) this.#parts.onBackgroundError(error as Error);
    });
  }
}
