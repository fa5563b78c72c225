import { type Clock, Mutex, type Pacer } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { type IndexSortField, LeafReader, sortSegment } from '../segment/index.ts';
import type { Committer } from './committer.ts';
import type { DocumentWriter } from './documentWriter.ts';
import type { IndexBuffer } from './indexBuffer.ts';
import type { SegmentList } from './segmentList.ts';
import type { SegmentWriter, WrittenSegment } from './segmentWriter.ts';
import { ShardSegment } from './shardSegment.ts';
import { SharedTask } from './sharedTask.ts';
import type { Translog } from './translog/translog.ts';

export interface MaintenanceParts {
  readonly directory: Directory;
  readonly clock: Clock;
  readonly segments: SegmentList;
  readonly segmentWriter: SegmentWriter;
  readonly documents: DocumentWriter;
  readonly translog: Translog;
  readonly committer: Committer;
  readonly newPacer: () => Pacer;
  readonly sort: readonly IndexSortField[];
}

/** Counts runs and their total time. */
class RunStats {
  readonly #clock: Clock;
  total = 0;
  timeMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async measure<T>(task: () => Promise<T>): Promise<T> {
    const startedAt = this.#clock.nanoTime();
    try {
      return await task();
    } finally {
      this.total++;
      this.timeMs += Number(this.#clock.nanoTime() - startedAt) / 1e6;
    }
  }
}

/**
 * Runs refreshes, flushes and writes of a full buffer, one at a time, while writes continue. A buffer that
 * could not be written (disk full, failed graph) is kept and retried at the next call.
 */
export class Maintenance {
  readonly #parts: MaintenanceParts;
  readonly #mutex = new Mutex();
  readonly refreshStats: RunStats;
  readonly flushStats: RunStats;
  readonly #refresh: SharedTask<boolean>;
  readonly #flush: SharedTask<void>;
  readonly #writeBuffer: SharedTask<void>;

  constructor(parts: MaintenanceParts) {
    this.#parts = parts;
    this.refreshStats = new RunStats(parts.clock);
    this.flushStats = new RunStats(parts.clock);
    this.#refresh = new SharedTask(this.#mutex, () => this.refreshStats.measure(() => this.#runRefresh()));
    this.#flush = new SharedTask(this.#mutex, () => this.#runFlush());
    this.#writeBuffer = new SharedTask(this.#mutex, () => this.#runWriteBuffer());
  }

  /** Makes everything written before the call searchable. Resolves to true if anything became visible. */
  refresh(): Promise<boolean> {
    return this.#refresh.run();
  }

  /** Commits everything written before the call. */
  flush(): Promise<void> {
    return this.#flush.run();
  }

  /** Writes the buffer as a segment that searches do not see yet. */
  writeBuffer(): Promise<void> {
    return this.#writeBuffer.run();
  }

  /** Resolves when nothing is in progress. */
  idle(): Promise<void> {
    return this.#mutex.idle();
  }

  /** Makes recovered documents searchable after replay. */
  async finishRecovery(): Promise<void> {
    await this.#runRefresh();
  }

  /**
   * Publishes the state of one moment: the segments with their deletions, and the documents in the buffer.
   * Writes continue while the buffer is written as a segment; their effects become visible with the next
   * refresh.
   */
  async #runRefresh(): Promise<boolean> {
    const { documents, segments } = this.#parts;
    await this.#writeLeftover();
    const frozen = segments.freeze();
    const sealed = documents.seal();
    try {
      const written = sealed && (await this.#writeSealed(sealed));
      // No await from here on: no merge may replace the segment before it is published.
      return segments.publish(frozen, sealed && this.#add(sealed, written));
    } catch (error) {
      segments.release(frozen.segments);
      throw error;
    }
  }

  async #runWriteBuffer(): Promise<void> {
    await this.#writeLeftover();
    const sealed = this.#parts.documents.seal();
    if (sealed !== null) this.#add(sealed, await this.#writeSealed(sealed));
  }

  /** Writes a buffer that an earlier call failed to write. */
  async #writeLeftover(): Promise<void> {
    const { sealed } = this.#parts.documents;
    if (sealed !== null) this.#add(sealed, await this.#writeSealed(sealed));
  }

  /** `null` if nothing in it was live when it was sealed. */
  async #writeSealed(buffer: IndexBuffer): Promise<WrittenSegment | null> {
    const { segmentWriter, newPacer, sort } = this.#parts;
    if (buffer.liveAtSeal?.cardinality() === 0) {
      segmentWriter.bufferDropped(buffer.builder);
      return null;
    }
    const pacer = newPacer();
    buffer.sorted ??= await sortSegment(await buffer.builder.finish(pacer), buffer.liveAtSeal, sort, pacer);
    const { data, liveDocs, docMap } = buffer.sorted;
    const origin = { cause: 'refresh', ...(docMap === null ? { buffer: buffer.builder } : {}) } as const;
    return segmentWriter.write(data, liveDocs, origin, pacer);
  }

  /**
   * Replaces the buffer with its segment synchronously, so that its documents can always be found in one of
   * the two. The segment's lastReader is the state at sealing.
   */
  #add(buffer: IndexBuffer, written: WrittenSegment | null): ShardSegment | null {
    const { documents, segments } = this.#parts;
    documents.unseal();
    if (written === null || buffer.sorted === null) return null;
    const { core, ...extra } = written;
    const { liveDocs, docMap } = buffer.sorted;
    const segment = new ShardSegment(new LeafReader(core, liveDocs), {
      liveGeneration: null,
      ...extra,
    });
    for (const root of buffer.deletedSinceSeal) segment.delete(docMap === null ? root : docMap[root]);
    segments.add(segment);
    return segment;
  }

  async #runFlush(): Promise<void> {
    const { segments, segmentWriter, documents, translog, committer } = this.#parts;
    await this.#writeLeftover();
    const { commit } = committer;
    const hasNews = documents.maxSeqNo > commit.maxSeqNo || translog.generation > commit.translogGeneration;
    if (!hasNews && !committer.isStale) return;
    await this.flushStats.measure(async () => {
      // The commit covers the operations before this moment, the translog those after it.
      const moment = await translog.begin((translogGeneration) => {
        const sealed = documents.seal();
        return { translogGeneration, sealed, maxSeqNo: documents.maxSeqNo };
      });
      const { sealed, ...position } = moment;
      if (sealed !== null) this.#add(sealed, await this.#writeSealed(sealed));
      segments.dropEmpty();
      const point = { ...position, nextSegment: segmentWriter.nextNumber };
      await committer.run(point, async () => {
        await translog.sync();
        await translog.syncCheckpoint();
      });
      await translog.trim(point.translogGeneration);
    });
  }
}
