import { CorruptFileError, type Directory } from './directory.ts';

/**
 * The whole file. Throws NoSuchFileError, and CorruptFileError for a file that is larger than any undamaged one can be:
 * it is not read.
 */
export async function readAtMost(directory: Directory, name: string, maxBytes: number): Promise<Uint8Array> {
  const sizeBytes = await directory.sizeBytes(name);
  if (sizeBytes > maxBytes) {
    throw new CorruptFileError(name, `${sizeBytes} bytes long, ${maxBytes} bytes at most are possible`);
  }
  return directory.read(name);
}
