import { atOnce, crc32, inTurns, type Pacer } from '../../common/index.ts';
import { CorruptFileError, type Directory, type IndexOutput, readAtMost } from '../../directory/index.ts';
import type { SegmentData } from '../data.ts';
import { decodeSteps, type EncodedTree, encodeSteps, textSteps } from './codec.ts';

/**
 * The segment file:
 *
 * magic (8)  sections, each padded to 8  table of contents (JSON)  footer (24)
 * footer = offset of the contents (8), their length (4), version (4), CRC32 of all before (4), end mark (4)
 *
 * Sections are typed arrays in the machine's (little-endian) order, so that an opened segment consists of
 * views over the file.
 */
const MAGIC = Buffer.from('RPSEGMNT', 'latin1');
const END_MARK = 0x4d474553;
const VERSION = 1;
const FOOTER_BYTES = 24;
const CHUNK_BYTES = 1 << 20;
const SECTIONS_BETWEEN_PAUSES = 16;
const PADDING = new Uint8Array(7);

interface Contents {
  readonly sections: readonly (readonly [offset: number, length: number])[];
  readonly tree: Readonly<Record<string, EncodedTree>>;
}

export function segmentFileName(segmentName: string): string {
  return `${segmentName}.seg`;
}

/** Identifies the content of a segment file. */
export interface SegmentFileInfo {
  readonly sizeBytes: number;
  /** Checksum of the content, which distinguishes it from any other segment. */
  readonly checksum: number;
}

/** Writes and closes the file; does not sync it. */
export async function writeSegmentFile(
  directory: Directory,
  name: string,
  data: SegmentData,
  pacer: Pacer,
): Promise<SegmentFileInfo> {
  const output = new ChecksumOutput(await directory.create(segmentFileName(name)), pacer);
  let checksum = 0;
  try {
    const sections: Uint8Array[] = [];
    const tree = await inTurns(encodeSteps(data, sections), pacer);
    await output.write(MAGIC);
    const table: [number, number][] = [];
    for (const section of sections) {
      table.push([output.position, section.length]);
      await output.write(section);
      await output.write(PADDING.subarray(0, -section.length & 7));
      if (table.length % SECTIONS_BETWEEN_PAUSES === 0) await pacer.pause();
    }
    const treeText = await inTurns(textSteps(tree), pacer);
    const tableText = await inTurns(textSteps({ sections: table }), pacer);
    const contents = Buffer.from(`${tableText.slice(0, -1)},"tree":${treeText}}`);
    const footer = Buffer.alloc(FOOTER_BYTES);
    footer.writeBigUInt64LE(BigInt(output.position), 0);
    footer.writeUInt32LE(contents.length, 8);
    footer.writeUInt32LE(VERSION, 12);
    await output.write(contents);
    await output.write(footer.subarray(0, 16));
    checksum = output.checksum;
    footer.writeUInt32LE(checksum, 16);
    footer.writeUInt32LE(END_MARK, 20);
    await output.write(footer.subarray(16));
  } finally {
    await output.close();
  }
  return { sizeBytes: output.position, checksum };
}

/** Offsets within a segment are signed 32-bit integers. */
const LARGEST_SEGMENT_BYTES = 2 ** 31;

/**
 * Decoded segments by their bytes in memory: a fork of a folder reuses them without verifying and decoding
 * again.
 */
const decoded = new WeakMap<Uint8Array, SegmentData>();

/**
 * Reads and verifies a file, yielding to the event loop with a pacer; a file that this process has just
 * written (`fresh`) is not verified. Throws NoSuchFileError, CorruptFileError.
 */
export async function readSegmentFile(
  directory: Directory,
  name: string,
  { fresh = false, pacer = null }: { readonly fresh?: boolean; readonly pacer?: Pacer | null } = {},
): Promise<SegmentFileInfo & { readonly data: SegmentData }> {
  const file = segmentFileName(name);
  const bytes = await readAtMost(directory, file, LARGEST_SEGMENT_BYTES);
  const known = decoded.get(bytes);
  if (!known && !fresh) await checkSegmentFile(file, bytes, pacer);
  const data = known ?? (await decodeSegmentFile(bytes, pacer));
  if (directory.isMemory) decoded.set(bytes, data);
  const checksum = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 4).getUint32(0, true);
  return { data, sizeBytes: bytes.length, checksum };
}

async function checkSegmentFile(file: string, bytes: Uint8Array, pacer: Pacer | null): Promise<void> {
  const footerAt = bytes.length - FOOTER_BYTES;
  if (footerAt < MAGIC.length || !MAGIC.equals(bytes.subarray(0, MAGIC.length))) {
    throw new CorruptFileError(file, 'not a segment file');
  }
  const footer = new DataView(bytes.buffer, bytes.byteOffset + footerAt, FOOTER_BYTES);
  if (footer.getUint32(20, true) !== END_MARK) throw new CorruptFileError(file, 'cut off');
  const end = footerAt + 16;
  let checksum = 0;
  for (let from = 0; from < end; from += CHUNK_BYTES) {
    checksum = crc32(bytes.subarray(from, Math.min(end, from + CHUNK_BYTES)), checksum);
    await pacer?.pause();
  }
  if (checksum !== footer.getUint32(16, true)) {
    throw new CorruptFileError(file, 'checksum mismatch');
  }
  const version = footer.getUint32(12, true);
  if (version !== VERSION) {
    const written = version > VERSION ? 'written by a newer Rockpool' : 'of another format';
    throw new CorruptFileError(file, `${written} (format ${version}, this one reads ${VERSION})`);
  }
}

async function decodeSegmentFile(bytes: Uint8Array, pacer: Pacer | null): Promise<SegmentData> {
  const footer = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - FOOTER_BYTES, FOOTER_BYTES);
  const contentsAt = Number(footer.getBigUint64(0, true));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + contentsAt, footer.getUint32(8, true)).toString();
  const { sections, tree } = JSON.parse(text) as Contents;
  const section = (index: number): Uint8Array => {
    const [offset, length] = sections[index];
    return bytes.subarray(offset, offset + length);
  };
  const steps = decodeSteps(tree, section);
  return (pacer === null ? atOnce(steps) : await inTurns(steps, pacer)) as unknown as SegmentData;
}

/** Writes in chunks, so that large sections neither block the event loop nor are buffered twice. */
class ChecksumOutput {
  readonly #output: IndexOutput;
  readonly #pacer: Pacer;
  checksum = 0;

  constructor(output: IndexOutput, pacer: Pacer) {
    this.#output = output;
    this.#pacer = pacer;
  }

  get position(): number {
    return this.#output.position;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
      const piece = bytes.subarray(from, from + CHUNK_BYTES);
      this.checksum = crc32(piece, this.checksum);
      this.#output.write(piece);
      if (piece.length < CHUNK_BYTES) continue;
      await this.#output.flush();
      await this.#pacer.pause();
    }
  }

  close(): Promise<void> {
    return this.#output.close();
  }
}
