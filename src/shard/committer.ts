import { bug } from '../common/index.ts';
import { type Directory, NoSuchFileError } from '../directory/index.ts';
import { liveDocsChecksum, liveDocsFileName, segmentFileName, writeLiveDocs } from '../segment/index.ts';
import { COMMIT_FORMAT, type Commit, commitFileName, writeCommit } from './commit.ts';
import type { ShardIdentity } from './identity.ts';
import type { SegmentList } from './segmentList.ts';
import type { ShardSegment } from './shardSegment.ts';
import { FatalStorageError, fatally } from './storageError.ts';
import type { HeldCommit } from './types.ts';

/** The position that a commit covers; see Commit. */
export type CommitPoint = Pick<Commit, 'maxSeqNo' | 'translogGeneration' | 'nextSegment'>;

interface KeptCommit {
  readonly commit: Commit;
  readonly segments: readonly ShardSegment[];
}

/** Writes commits, one at a time, and keeps the files of the newest. */
export class Committer {
  readonly #directory: Directory;
  readonly #segments: SegmentList;
  readonly identity: ShardIdentity;
  #held: KeptCommit;
  /** Files known to be synced. */
  #durable: Set<string>;
  /** Held commits. */
  readonly #readers = new Set<{ readonly commit: Commit }>();
  /**
   * After a failed fsync no more commits are made: a later fsync may report success for data that is lost.
   */
  #failure: FatalStorageError | null = null;

  constructor(
    directory: Directory,
    segments: SegmentList,
    identity: ShardIdentity,
    commit: Commit,
    held: readonly ShardSegment[],
  ) {
    this.#directory = directory;
    this.#segments = segments;
    this.identity = identity;
    this.#held = { commit, segments: held };
    this.#durable = new Set(filesOf(commit));
    segments.retain(held);
  }

  get commit(): Commit {
    return this.#held.commit;
  }

  isCommitted(segment: ShardSegment): boolean {
    return this.#held.segments.includes(segment);
  }

  /** Holds the newest commit: its files are kept until it is released. */
  hold(): HeldCommit {
    const { commit, segments } = this.#held;
    const reader = { commit };
    this.#segments.retain(segments);
    this.#readers.add(reader);
    return {
      commit,
      files: filesOf(commit),
      release: () => {
        if (!this.#readers.delete(reader)) return;
        this.#segments.release(segments);
        this.#deleteUnused(commit.segments.flatMap(liveDocsFiles));
      },
    };
  }

  /** Whether a commit now would differ from the last in segments or deletions. */
  get isStale(): boolean {
    const { segments } = this.#held;
    const now = this.#segments.all;
    return (
      segments.length !== now.length ||
      now.some((segment, i) => segment !== segments[i] || segment.isUnwritten)
    );
  }

  /**
   * Commits the current segments. `beforeCommit` runs between the snapshot of the deletions and making them
   * durable, because the deleting operations must be durable first. After a FatalStorageError every call
   * throws it.
   */
  async run(point: CommitPoint, beforeCommit: () => Promise<void>): Promise<void> {
    // A flush that waited for the failed one gets here before the shard has closed.
    if (this.#failure !== null) throw this.#failure;
    const last = this.#held.commit;
    if (point.maxSeqNo < last.maxSeqNo || point.translogGeneration < last.translogGeneration) {
      const { maxSeqNo, translogGeneration } = last;
      throw bug(`a commit goes back: ${JSON.stringify({ last: { maxSeqNo, translogGeneration }, point })}`);
    }
    const segments = this.#segments.all;
    this.#segments.retain(segments);
    const unwritten = segments.flatMap((segment) => {
      const live = segment.takeUnwritten();
      return live ? [{ segment, ...live }] : [];
    });
    try {
      for (const { segment, liveDocs, generation } of unwritten) {
        await writeLiveDocs(this.#directory, liveDocsFileName(segment.name, generation), liveDocs);
        segment.liveGeneration = generation;
        segment.liveChecksum = liveDocsChecksum(liveDocs);
      }
      const commit: Commit = {
        format: COMMIT_FORMAT,
        shard: this.identity,
        ...point,
        generation: this.#held.commit.generation + 1,
        segments: segments.map(({ name, core, liveGeneration, liveChecksum, extraFiles }) => ({
          name,
          checksum: core.checksum,
          liveGeneration,
          liveChecksum,
          extraFiles,
        })),
      };
      await this.#makeDurable(commit);
      await beforeCommit();
      await writeCommit(this.#directory, commit);
      this.#succeed({ commit, segments });
    } catch (error) {
      for (const { segment } of unwritten) segment.writeFailed();
      // After a fatal error the new commit may be on disk, so its files must be kept.
      if (error instanceof FatalStorageError) this.#failure = error;
      else this.#segments.release(segments);
      throw error;
    }
  }

  async #makeDurable(commit: Commit): Promise<void> {
    await fatally(async () => {
      const isNew = (file: string): boolean => !this.#durable.has(file);
      await this.#directory.sync(neededFiles(commit).filter(isNew));
      await Promise.all(
        cacheFiles(commit)
          .filter(isNew)
          .map((file) => this.#syncIfThere(file)),
      );
      await this.#directory.syncFolder();
    });
  }

  async #syncIfThere(file: string): Promise<void> {
    await this.#directory.sync([file]).catch((error) => {
      if (!(error instanceof NoSuchFileError)) throw error;
    });
  }

  #succeed(next: KeptCommit): void {
    const old = this.#held;
    this.#held = next;
    this.#durable = new Set(filesOf(next.commit));
    this.#segments.release(old.segments);
    // Segment files are deleted with their segment, other files with the commit that names them.
    this.#deleteUnused([
      commitFileName(old.commit.generation),
      ...old.commit.segments.flatMap(liveDocsFiles),
    ]);
  }

  #deleteUnused(files: readonly string[]): void {
    const used = new Set([this.#held, ...this.#readers].flatMap(({ commit }) => filesOf(commit)));
    for (const file of files) if (!used.has(file)) this.#directory.delete(file).catch(() => undefined);
  }
}

/** All files that a commit names, except its own. */
export function filesOf(commit: Commit): string[] {
  return [...neededFiles(commit), ...cacheFiles(commit)];
}

/** Files without which the commit cannot be opened. */
function neededFiles(commit: Commit): string[] {
  return commit.segments.flatMap((segment) => [segmentFileName(segment.name), ...liveDocsFiles(segment)]);
}

/** Graphs, which can be rebuilt from segments if missing or damaged. */
function cacheFiles(commit: Commit): string[] {
  return commit.segments.flatMap(({ extraFiles }) => extraFiles);
}

function liveDocsFiles({ name, liveGeneration }: Commit['segments'][number]): string[] {
  return liveGeneration === null ? [] : [liveDocsFileName(name, liveGeneration)];
}
