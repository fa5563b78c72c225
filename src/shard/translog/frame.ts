import { bug, crc32 } from '../../common/index.ts';
import type { ShardIdentity } from '../identity.ts';

/**
 * A translog file is a header and frames. A frame contains the operations of one group commit, and is written
 * and synced before the next one is begun, so that a crash can only tear the last frame.
 *
 * header = magic (8), generation (8), shard (4), length of the index's uuid (4), uuid, zeros, CRC32 of these
 *     (4)
 * frame  = magic (4), payload length (4), operations (4), CRC32 of the payload (4), payload
 *
 * The CRC of a frame is seeded with its offset, so that frame-like bytes elsewhere (in a document's text) are
 * not valid.
 *
 * Format 1 has another magic, and a header of 24 bytes without the shard's identity: magic, generation,
 * CRC32, zeros.
 */
export const HEADER_BYTES = 64;
const OLD_HEADER_BYTES = 24;
const MAX_UUID_BYTES = 36;
export const FRAME_HEADER_BYTES = 16;
const FILE_MAGIC = Buffer.from('RPTRNLG2', 'latin1');
const OLD_FILE_MAGIC = Buffer.from('RPTRNLOG', 'latin1');
const FRAME_MAGIC = Buffer.from('RPfr', 'latin1');

export interface TranslogHeader {
  readonly generation: number;
  /** `null` in format 1. */
  readonly shard: ShardIdentity | null;
  /** Size of the header itself. */
  readonly sizeBytes: number;
}

export function encodeHeader(generation: number, { indexUuid, shardId }: ShardIdentity): Uint8Array {
  const uuid = Buffer.from(indexUuid);
  if (uuid.length > MAX_UUID_BYTES) throw bug(`not a uuid: ${indexUuid}`);
  const header = Buffer.alloc(HEADER_BYTES);
  FILE_MAGIC.copy(header);
  header.writeDoubleLE(generation, 8);
  header.writeUInt32LE(shardId, 16);
  header.writeUInt32LE(uuid.length, 20);
  uuid.copy(header, 24);
  header.writeUInt32LE(crc32(header.subarray(0, HEADER_BYTES - 4)), HEADER_BYTES - 4);
  return header;
}

/** `null` if the header is incomplete. */
export function decodeHeader(file: Uint8Array): TranslogHeader | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const isWhole = (size: number, crcAt: number): boolean =>
    bytes.length >= size && crc32(bytes.subarray(0, crcAt)) === bytes.readUInt32LE(crcAt);
  if (startsWith(bytes, FILE_MAGIC) && isWhole(HEADER_BYTES, HEADER_BYTES - 4)) {
    const indexUuid = bytes.toString('utf8', 24, 24 + bytes.readUInt32LE(20));
    const shard = { indexUuid, shardId: bytes.readUInt32LE(16) };
    return { generation: bytes.readDoubleLE(8), shard, sizeBytes: HEADER_BYTES };
  }
  if (startsWith(bytes, OLD_FILE_MAGIC) && isWhole(OLD_HEADER_BYTES, 16) && bytes.readUInt32LE(20) === 0) {
    return { generation: bytes.readDoubleLE(8), shard: null, sizeBytes: OLD_HEADER_BYTES };
  }
  return null;
}

function startsWith(bytes: Uint8Array, magic: Uint8Array): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

/** Fills in the header of a frame whose payload follows in `frame`, for writing at `offset` of the file. */
export function sealFrame(frame: Uint8Array, operations: number, offset: number): void {
  const view = new DataView(frame.buffer, frame.byteOffset, FRAME_HEADER_BYTES);
  frame.set(FRAME_MAGIC);
  view.setUint32(4, frame.length - FRAME_HEADER_BYTES, true);
  view.setUint32(8, operations, true);
  view.setUint32(12, frameChecksum(frame, operations, offset), true);
}

/** The end of the frame at `offset`, or `null` if it is incomplete. */
export function frameEnd(file: Uint8Array, offset: number): number | null {
  if (offset + FRAME_HEADER_BYTES > file.length || !FRAME_MAGIC.equals(file.subarray(offset, offset + 4)))
    return null;
  const view = new DataView(file.buffer, file.byteOffset + offset, FRAME_HEADER_BYTES);
  const end = offset + FRAME_HEADER_BYTES + view.getUint32(4, true);
  if (end > file.length) return null;
  const frame = file.subarray(offset, end);
  return frameChecksum(frame, view.getUint32(8, true), offset) === view.getUint32(12, true) ? end : null;
}

/** Whether a complete frame begins anywhere in the file after `offset`. */
export function hasFrameAfter(file: Uint8Array, offset: number): boolean {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (
    let at = buffer.indexOf(FRAME_MAGIC, offset + 1);
    at !== -1;
    at = buffer.indexOf(FRAME_MAGIC, at + 1)
  ) {
    if (frameEnd(file, at) !== null) return true;
  }
  return false;
}

function frameChecksum(frame: Uint8Array, operations: number, offset: number): number {
  const seed = new Uint32Array([frame.length, operations, offset, offset / 2 ** 32]);
  return crc32(frame.subarray(FRAME_HEADER_BYTES), crc32(new Uint8Array(seed.buffer)));
}
