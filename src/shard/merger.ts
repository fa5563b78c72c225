import { type Clock, FixedBitSet, Mutex, type Pacer } from '../common/index.ts';
import {
  GONE,
  type IndexSortField,
  LeafReader,
  type MergedSegment,
  mergeSegments,
  type SegmentCore,
  sortSegment,
} from '../segment/index.ts';
import { chooseExpunge, chooseForcedMerge, chooseMerge, type MergeCandidate } from './mergePolicy.ts';
import type { SegmentList } from './segmentList.ts';
import type { SegmentWriter } from './segmentWriter.ts';
import type { MergeConfig } from './settings.ts';
import { ShardSegment } from './shardSegment.ts';
import { SharedTask } from './sharedTask.ts';
import type { ShardStats } from './types.ts';

type Choice = (candidates: readonly MergeCandidate[]) => readonly number[] | null;

/**
 * Merges segments, one merge at a time. The result replaces its sources at once, and becomes visible to
 * searches with the next refresh.
 */
export class Merger {
  readonly #segments: SegmentList;
  readonly #writer: SegmentWriter;
  readonly #clock: Clock;
  readonly #sort: readonly IndexSortField[];
  readonly #newPacer: () => Pacer;
  readonly #mutex = new Mutex();
  readonly #background: SharedTask<void>;
  #config: MergeConfig;
  #stats = { total: 0, current: 0, docs: 0, sizeBytes: 0, timeMs: 0 };

  constructor(
    parts: {
      readonly segments: SegmentList;
      readonly writer: SegmentWriter;
      readonly clock: Clock;
      readonly sort: readonly IndexSortField[];
    },
    newPacer: () => Pacer,
    config: MergeConfig,
  ) {
    this.#segments = parts.segments;
    this.#writer = parts.writer;
    this.#clock = parts.clock;
    this.#sort = parts.sort;
    this.#newPacer = newPacer;
    this.#config = config;
    this.#background = new SharedTask(this.#mutex, () =>
      this.#mergeWhile((all) => chooseMerge(all, this.#config)),
    );
  }

  get stats(): ShardStats['merges'] {
    return this.#stats;
  }

  configure(config: MergeConfig): void {
    this.#config = config;
  }

  /** Merges until the policy requests no more. */
  maybeMerge(): Promise<void> {
    return this.#background.run();
  }

  /** Merges the segments present at the call; later ones are not touched. */
  forceMerge(maxNumSegments: number): Promise<void> {
    return this.#mutex.run(async () => {
      const results = new Set<ShardSegment>();
      const forced = new Set(this.#segments.all);
      for (;;) {
        const all = this.#segments.all.filter((segment) => forced.has(segment));
        const candidates = all.map((one) => ({ ...candidateOf(one), isResult: results.has(one) }));
        const chosen = chooseForcedMerge(candidates, maxNumSegments);
        if (chosen === null) return;
        const merged = await this.#merge(inOrder(all, chosen));
        if (merged === null) continue;
        forced.add(merged);
        results.add(merged);
      }
    });
  }

  /** A single pass: deletions that remain happened meanwhile. */
  expungeDeletes(): Promise<void> {
    return this.#mutex.run(async () => {
      const { all } = this.#segments;
      const merges = chooseExpunge(all.map(candidateOf)).map((chosen) => inOrder(all, chosen));
      for (const sources of merges) await this.#merge(sources);
    });
  }

  idle(): Promise<void> {
    return this.#mutex.idle();
  }

  async #mergeWhile(choice: Choice): Promise<void> {
    for (let chosen = this.#choose(choice); chosen !== null; chosen = this.#choose(choice))
      await this.#merge(chosen);
  }

  #choose(choice: Choice): readonly ShardSegment[] | null {
    const all = this.#segments.all;
    const chosen = choice(all.map(candidateOf));
    return chosen && inOrder(all, chosen);
  }

  /** Resolves to the segment that replaces the sources; `null` if they had no live documents. */
  async #merge(sources: readonly ShardSegment[]): Promise<ShardSegment | null> {
    const startedAt = this.#clock.nanoTime();
    const readers = sources.map((segment) => segment.reader());
    this.#stats.current++;
    this.#segments.retain(sources);
    try {
      const pacer = this.#newPacer();
      const { data, docMaps } = await this.#sorted(await mergeSegments(readers, pacer), pacer);
      if (data.maxDoc === 0) {
        this.#segments.replace(sources, null);
        return null;
      }
      const origins = readers.map((segment, i) => ({ segment, docMap: docMaps[i] }));
      const origin = { cause: 'merge', sources: origins } as const;
      const { core, ...extra } = await this.#writer.write(data, null, origin, pacer);
      const liveDocs = carryOver(core, sources, readers, docMaps);
      const merged = new ShardSegment(new LeafReader(core, liveDocs), { liveGeneration: null, ...extra });
      this.#segments.replace(sources, merged);
      this.#stats.docs += data.maxDoc;
      this.#stats.sizeBytes += core.sizeBytes;
      return merged;
    } finally {
      this.#segments.release(sources);
      this.#stats.current--;
      this.#stats.total++;
      this.#stats.timeMs += Number(this.#clock.nanoTime() - startedAt) / 1e6;
    }
  }

  async #sorted(merged: MergedSegment, pacer: Pacer): Promise<MergedSegment> {
    const { data, docMap } = await sortSegment(merged.data, null, this.#sort, pacer);
    if (docMap === null) return merged;
    const renumber = (doc: number): number => (doc === GONE ? GONE : docMap[doc]);
    return { data, docMaps: merged.docMaps.map((numbers) => numbers.map(renumber)) };
  }
}

/** Applies deletions that happened in the sources during the merge to its result. */
function carryOver(
  core: SegmentCore,
  sources: readonly ShardSegment[],
  readers: readonly LeafReader[],
  docMaps: readonly Uint32Array[],
): FixedBitSet | null {
  let live: FixedBitSet | null = null;
  for (const [i, source] of sources.entries()) {
    if (source.reader() === readers[i]) continue;
    for (let doc = 0; doc < docMaps[i].length; doc++) {
      if (docMaps[i][doc] === GONE || source.isLive(doc)) continue;
      live ??= FixedBitSet.full(core.data.maxDoc);
      live.remove(docMaps[i][doc]);
    }
  }
  return live;
}

/** The chosen segments in list order, which the merged documents keep. */
function inOrder(all: readonly ShardSegment[], chosen: readonly number[]): readonly ShardSegment[] {
  return [...chosen].sort((a, b) => a - b).map((index) => all[index]);
}

function candidateOf(segment: ShardSegment): MergeCandidate {
  const { maxDoc, numDocs } = segment.reader();
  const { sizeBytes } = segment.core;
  const liveBytes = sizeBytes * (maxDoc === 0 ? 0 : numDocs / maxDoc);
  return { sizeBytes, liveBytes, maxDoc, deletedDocs: maxDoc - numDocs };
}
