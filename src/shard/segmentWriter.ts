import type { FixedBitSet, Pacer } from '../common/index.ts';
import { type Directory, NoSuchFileError } from '../directory/index.ts';
import type { MapperService } from '../mapper/index.ts';
import {
  LeafReader,
  readSegmentFile,
  SegmentCore,
  type SegmentData,
  segmentFileName,
  type VectorBuffer,
  writeSegmentFile,
} from '../segment/index.ts';
import type { SegmentListener, SegmentOrigin } from './segmentListener.ts';

interface ExtraFiles {
  readonly extraFiles: readonly string[];
  readonly extraBytes: number;
}

/** A segment on disk that is not in a list yet: its deletions are determined when it is added to one. */
export interface WrittenSegment extends ExtraFiles {
  readonly core: SegmentCore;
}

/** Creates segments from data: the file, and what the listener builds for it. Names are never reused. */
export class SegmentWriter {
  readonly #directory: Directory;
  readonly #mapper: MapperService;
  readonly #listener: SegmentListener | null;
  #nextNumber: number;

  constructor(
    directory: Directory,
    mapper: MapperService,
    listener: SegmentListener | null,
    nextNumber: number,
  ) {
    this.#directory = directory;
    this.#mapper = mapper;
    this.#listener = listener;
    this.#nextNumber = nextNumber;
  }

  get nextNumber(): number {
    return this.#nextNumber;
  }

  /**
   * Writes a segment that is not yet durable or searchable. If it fails, its files are deleted and the data
   * can be retried.
   */
  async write(
    data: SegmentData,
    liveDocs: FixedBitSet | null,
    origin: SegmentOrigin,
    pacer: Pacer,
  ): Promise<WrittenSegment> {
    const name = `_${(this.#nextNumber++).toString(36)}`;
    try {
      const { sizeBytes, checksum } = await writeSegmentFile(this.#directory, name, data, pacer);
      // For a folder in memory, use views over the file instead of the original data, which can then be
      // freed.
      const kept = this.#directory.isMemory
        ? (await readSegmentFile(this.#directory, name, { fresh: true, pacer })).data
        : data;
      const core = new SegmentCore(name, kept, sizeBytes, checksum);
      return { core, ...(await this.announce(new LeafReader(core, liveDocs), origin)) };
    } catch (error) {
      await this.#directory.delete(segmentFileName(name)).catch(() => undefined);
      throw error;
    }
  }

  /** Announces a segment to the listener; resolves to its accompanying files, which need not exist. */
  async announce(segment: LeafReader, origin: SegmentOrigin): Promise<ExtraFiles> {
    if (this.#listener === null) return { extraFiles: [], extraBytes: 0 };
    const event = { segment, directory: this.#directory, mapper: this.#mapper, ...origin };
    const extraFiles = await this.#listener.segmentCreated(event);
    let extraBytes = 0;
    for (const file of extraFiles) extraBytes += await this.#sizeIfThere(file);
    return { extraFiles, extraBytes };
  }

  /** The buffer has received documents, which will keep their order in the segment. */
  bufferGrew(buffer: VectorBuffer): void {
    this.#listener?.bufferGrew?.(buffer, this.#mapper);
  }

  bufferDropped(buffer: VectorBuffer): void {
    this.#listener?.bufferDropped?.(buffer);
  }

  #sizeIfThere(file: string): Promise<number> {
    return this.#directory.sizeBytes(file).catch((error) => {
      if (error instanceof NoSuchFileError) return 0;
      throw error;
    });
  }
}
