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

/** A segment on disk that is in no list yet: its deletions are decided at the moment when it enters one. */
export interface WrittenSegment extends ExtraFiles {
  readonly core: SegmentCore;
}

/** Makes segments of data: the file, and what the listener builds beside it. Names are never used twice. */
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

  /** Written, not yet durable, not yet searchable. When it fails the files are gone and the data can be tried again. */
  async write(
    data: SegmentData,
    liveDocs: FixedBitSet | null,
    origin: SegmentOrigin,
    pacer: Pacer,
  ): Promise<WrittenSegment> {
    const name = `_${(this.#nextNumber++).toString(36)}`;
    try {
      const { sizeBytes, checksum } = await writeSegmentFile(this.#directory, name, data, pacer);
      // In memory the file is the segment: its views take the place of what it was made of.
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

  /** Announces a segment to the listener; resolves to the files beside it, which need not exist. */
  async announce(segment: LeafReader, origin: SegmentOrigin): Promise<ExtraFiles> {
    if (this.#listener === null) return { extraFiles: [], extraBytes: 0 };
    const event = { segment, directory: this.#directory, mapper: this.#mapper, ...origin };
    const extraFiles = await this.#listener.segmentCreated(event);
    let extraBytes = 0;
    for (const file of extraFiles) extraBytes += await this.#sizeIfThere(file);
    return { extraFiles, extraBytes };
  }

  /** The buffer has taken documents, which keep their order when they become a segment. */
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
