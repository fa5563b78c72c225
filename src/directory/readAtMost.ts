import { CorruptFileError, type Directory } from './directory.ts';

/**
 * The whole file. Throws NoSuchFileError, and CorruptFileError, without reading it, for a file larger than an
 * undamaged one can be.
 */
export async function readAtMost(directory: Directory, name: string, maxBytes: number): Promise<Uint8Array> {
  const sizeBytes = await directory.sizeBytes(name);
  if (sizeBytes > maxBytes) {
    throw new CorruptFileError(name, `${sizeBytes} bytes long; the maximum is ${maxBytes} bytes`);
  }
  return directory.read(name);
}
