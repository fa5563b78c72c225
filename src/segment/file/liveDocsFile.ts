import { crc32, FixedBitSet } from '../../common/index.ts';
import { CorruptFileError, type Directory, readAtMost } from '../../directory/index.ts';

/**
 * The live documents of a segment: magic, number of documents, CRC32 of the words, the words. Every change
 * creates a new generation.
 */
const MAGIC = 0x4556494c;
const HEADER_BYTES = 12;

export function liveDocsFileName(segmentName: string, generation: number): string {
  return `${segmentName}_${generation.toString(36)}.liv`;
}

export function liveDocsChecksum({ words }: FixedBitSet): number {
  return crc32(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
}

/** Writes and closes the file; does not sync it. */
export async function writeLiveDocs(
  directory: Directory,
  name: string,
  liveDocs: FixedBitSet,
): Promise<void> {
  const { words } = liveDocs;
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  header.setUint32(0, MAGIC, true);
  header.setUint32(4, liveDocs.length, true);
  header.setUint32(8, liveDocsChecksum(liveDocs), true);
  const output = await directory.create(name);
  output.write(new Uint8Array(header.buffer));
  output.write(bytes);
  await output.close();
}

/** Throws NoSuchFileError, CorruptFileError. */
export async function readLiveDocs(directory: Directory, name: string, maxDoc: number): Promise<FixedBitSet> {
  const expectedBytes = HEADER_BYTES + 4 * ((maxDoc + 31) >>> 5);
  const bytes = await readAtMost(directory, name, expectedBytes);
  if (bytes.length !== expectedBytes)
    throw new CorruptFileError(name, `${bytes.length} bytes, not ${expectedBytes}`);
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const words = bytes.subarray(HEADER_BYTES);
  if (header.getUint32(0, true) !== MAGIC || header.getUint32(4, true) !== maxDoc) {
    throw new CorruptFileError(name, 'not the live documents of this segment');
  }
  if (header.getUint32(8, true) !== crc32(words)) throw new CorruptFileError(name, 'checksum mismatch');
  return new FixedBitSet(maxDoc, new Uint32Array(words.buffer, words.byteOffset, words.byteLength / 4));
}
