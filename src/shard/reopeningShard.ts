import type { Clock, FlatSettings, Soon, Timer } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { openIndexShard, type ShardOptions } from './openIndexShard.ts';
import type { Shard } from './shard.ts';
import type {
  AppliedOperation,
  EngineSearcher,
  GetResult,
  HeldCommit,
  IndexShard,
  ShardOperation,
  ShardStats,
  WriteResult,
} from './types.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export interface ReopeningOptions extends ShardOptions {
  /** The current settings. */
  readonly currentSettings: () => FlatSettings;
  /**
   * The primary term for reopening the shard, durable when it resolves. For a primary it is higher than all
   * before, because operations that were read may be lost, and their sequence numbers reused. A replica keeps
   * the term of its group. If it rejects, the shard stays closed until a later attempt.
   */
  readonly nextTerm: () => Promise<number>;
  /**
   * The shard is open, but accepts no writes until this resolves, since its operations may differ from those
   * of other copies. If it rejects, the shard is closed until a later attempt.
   */
  readonly beforeReopened?: () => Promise<void>;
  /** The shard accepts requests again. It has what was on disk; other copies may have more, or less. */
  readonly onReopened?: () => void;
  /** The shard could not be reopened. Return true if the error is permanent, to stop retrying. */
  readonly onReopenFailed?: (error: Error) => boolean;
}

/** Opens a shard that reopens itself from disk after a failed write or fsync has closed it. */
export async function openReopeningShard(options: ReopeningOptions): Promise<IndexShard> {
  const shard = new ReopeningShard(options);
  await shard.start();
  return shard;
}

/**
 * Delegates to the current shard. Requests in progress when it fails get the error. Later ones wait while it
 * is reopened; if that fails too (the disk is full), requests fail until a later attempt succeeds.
 */
class ReopeningShard implements IndexShard {
  readonly #options: ReopeningOptions;
  readonly #clock: Clock;
  #current: Shard | null = null;
  #attempt: Promise<void> | null = null;
  #retry: Timer | null = null;
  #waitMs = FIRST_WAIT_MS;
  /** The lowest segment number for the next attempt. */
  #nextSegment = 0;
  #isClosed = false;

  constructor(options: ReopeningOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  async start(): Promise<void> {
    this.#current = await this.#open(this.#options.primaryTerm ?? 1, 0);
  }

  get shardId(): number {
    return this.#shard.shardId;
  }

  get directory(): Directory {
    return this.#shard.directory;
  }

  get primaryTerm(): number {
    return this.#shard.primaryTerm;
  }

  get maxSeqNo(): number {
    return this.#shard.maxSeqNo;
  }

  get failure(): Error | null {
    return this.#shard.failure;
  }

  startTerm(primaryTerm: number): void {
    this.#shard.startTerm(primaryTerm);
  }

  applySettings(settings: FlatSettings): void {
    this.#shard.applySettings(settings);
  }

  async write(operations: readonly ShardOperation[]): Promise<readonly (WriteResult | Error)[]> {
    return (await this.#living()).write(operations);
  }

  async replicate(operations: readonly AppliedOperation[]): Promise<void> {
    return (await this.#living()).replicate(operations);
  }

  get(id: string, realtime: boolean): Soon<GetResult | null> {
    if (this.#attempt === null) return this.#shard.get(id, realtime);
    return this.#living().then((shard) => shard.get(id, realtime));
  }

  acquireSearcher(): EngineSearcher {
    return this.#shard.acquireSearcher();
  }

  async refresh(): Promise<boolean> {
    return (await this.#living()).refresh();
  }

  async flush(): Promise<void> {
    return (await this.#living()).flush();
  }

  async acquireCommit(): Promise<HeldCommit> {
    return (await this.#living()).acquireCommit();
  }

  async forceMerge(options: Parameters<IndexShard['forceMerge']>[0]): Promise<void> {
    return (await this.#living()).forceMerge(options);
  }

  stats(): ShardStats {
    return this.#shard.stats();
  }

  segments(): ReturnType<IndexShard['segments']> {
    return this.#shard.segments();
  }

  async close(options?: { readonly flush: boolean }): Promise<void> {
    this.#isClosed = true;
    this.#retry?.cancel();
    await this.#attempt;
    await this.#shard.close(options);
  }

  get #shard(): Shard {
    return this.#current as Shard;
  }

  async #living(): Promise<Shard> {
    if (this.#attempt !== null) await this.#attempt;
    return this.#shard;
  }

  #open(primaryTerm: number, firstSegment: number): Promise<Shard> {
    const settings = this.#options.currentSettings();
    return openIndexShard({
      ...this.#options,
      settings,
      primaryTerm,
      firstSegment,
      onFailure: (error) => {
        this.#options.onFailure?.(error);
        // Deferred, so that the failed request is answered first.
        this.#attempt ??= Promise.resolve().then(() => this.#reopen());
      },
    });
  }

  /** Never rejects: errors are reported, and another attempt follows. */
  async #reopen(): Promise<void> {
    const failed = this.#shard;
    try {
      await this.#discard(failed);
      if (this.#isClosed) return;
      const term = Math.max(await this.#options.nextTerm(), failed.primaryTerm);
      const reopened = await this.#open(term, this.#nextSegment);
      try {
        await this.#options.beforeReopened?.();
        // It may have failed meanwhile, and only the current shard is reopened.
        if (reopened.failure !== null) throw reopened.failure;
      } catch (error) {
        await this.#discard(reopened);
        throw error;
      }
      // Terms and settings that arrived meanwhile reached only the failed shard.
      reopened.startTerm(Math.max(term, failed.primaryTerm));
      reopened.applySettings(this.#options.currentSettings());
      this.#current = reopened;
      this.#waitMs = FIRST_WAIT_MS;
      this.#options.onReopened?.();
    } catch (error) {
      this.#options.onBackgroundError?.(error as Error);
      if (!this.#options.onReopenFailed?.(error as Error)) this.#retryLater();
    } finally {
      this.#attempt = null;
    }
  }

  /** Closes a shard that is being replaced: its segments are deleted, and their names not reused. */
  async #discard(shard: Shard): Promise<void> {
    await shard.close({ flush: false });
    this.#nextSegment = Math.max(this.#nextSegment, shard.nextSegment);
    for (const { reader } of shard.segments()) this.#options.listener?.segmentRemoved(reader.name);
  }

  #retryLater(): void {
    if (this.#isClosed) return;
    this.#retry = this.#clock.schedule(this.#waitMs, () => {
      this.#attempt ??= this.#reopen();
    });
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }
}
