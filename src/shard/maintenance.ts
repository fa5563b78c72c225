import type { Clock, Pacer } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { LeafReader } from '../segment/index.ts';
import type { Committer } from './committer.ts';
import type { DocumentWriter } from './documentWriter.ts';
import type { IndexBuffer } from './indexBuffer.ts';
import type { SegmentList } from './segmentList.ts';
import type { SegmentCause, SegmentWriter } from './segmentWriter.ts';
import { ShardSegment } from './shardSegment.ts';
import { Mutex, SharedTask } from './tasks.ts';
import { createGeneration, type Translog } from './translog/translog.ts';

export interface MaintenanceParts {
  readonly directory: Directory;
  readonly clock: Clock;
  readonly segments: SegmentList;
  readonly segmentWriter: SegmentWriter;
  readonly documents: DocumentWriter;
  readonly translog: Translog;
  readonly committer: Committer;
  readonly newPacer: () => Pacer;
}

/** Counts runs and their time. */
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
 * Refresh, flush, and the writing of a full buffer: one of them at a time, while writes go on. A buffer that could not
 * become a segment (disk full, a graph that failed) is kept and tried again at the next call.
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
    this.#refresh = new SharedTask(this.#mutex, () =>
      this.refreshStats.measure(() => this.#runRefresh('refresh')),
    );
    this.#flush = new SharedTask(this.#mutex, () => this.#runFlush());
    this.#writeBuffer = new SharedTask(this.#mutex, () => this.#runWriteBuffer('refresh'));
  }

  /** Makes all that was written before the call searchable. True when something became visible. */
  refresh(): Promise<boolean> {
    return this.#refresh.run();
  }

  /** Commits all that was written before the call. */
  flush(): Promise<void> {
    return this.#flush.run();
  }

  /** Turns the buffer into a segment that searches do not see yet. */
  writeBuffer(): Promise<void> {
    return this.#writeBuffer.run();
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#mutex.idle();
  }

  /** After replay: what was recovered is searchable. */
  async finishRecovery(): Promise<void> {
    await this.#runRefresh('recovery');
  }

  async #runRefresh(cause: SegmentCause): Promise<boolean> {
    await this.#runWriteBuffer(cause);
    return this.#parts.segments.publish();
  }

  async #runWriteBuffer(cause: SegmentCause): Promise<void> {
    const { documents } = this.#parts;
    if (documents.sealed !== null) await this.#writeSealed(documents.sealed, cause);
    if (!documents.isBufferEmpty) await this.#writeSealed(documents.seal(), cause);
  }

  /** The sealed buffer becomes a segment; its documents are found in either, at every moment. */
  async #writeSealed(buffer: IndexBuffer, cause: SegmentCause): Promise<void> {
    const { documents, segments, segmentWriter } = this.#parts;
    const pacer = this.#parts.newPacer();
    buffer.data ??= await buffer.builder.finish(pacer);
    if (buffer.liveDocs()?.cardinality() === 0) return documents.unseal();
    const { core, ...extra } = await segmentWriter.write(buffer.data, buffer.liveDocs(), cause, pacer);
    // From here on without a pause: a deletion goes to the buffer before, to the segment after.
    segments.add(
      new ShardSegment(new LeafReader(core, buffer.liveDocs()), { liveGeneration: null, ...extra }),
    );
    documents.unseal();
  }

  async #runFlush(): Promise<void> {
    const { directory, segments, segmentWriter, documents, translog, committer } = this.#parts;
    if (documents.sealed !== null) await this.#writeSealed(documents.sealed, 'refresh');
    const { commit } = committer;
    const hasNews = documents.maxSeqNo > commit.maxSeqNo || translog.generation > commit.translogGeneration;
    if (!hasNews && !committer.isStale) return;
    await this.flushStats.measure(async () => {
      const next = await createGeneration(directory, translog.generation + 1, committer.identity);
      // Without a pause: the operations before this moment are the commit's, those after it the translog's.
      translog.switchTo(next);
      const sealed = documents.isBufferEmpty ? null : documents.seal();
      const { maxSeqNo } = documents;
      if (sealed !== null) await this.#writeSealed(sealed, 'refresh');
      segments.dropEmpty();
      const point = { maxSeqNo, translogGeneration: next.number, nextSegment: segmentWriter.nextNumber };
      await committer.run(point, () => translog.sync());
      await translog.trim(next.number);
    });
  }
}
