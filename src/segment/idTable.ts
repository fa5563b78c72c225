import { compareBytes, hashBytes } from './byteStrings.ts';
import type { ByteStrings } from './data.ts';
import type { Utf8Key } from './utf8Key.ts';

/** At most half full, so that a miss takes one or two probes. */
export function newSlots(count: number): Uint32Array {
  let size = 8;
  while (size < count * 2) size *= 2;
  return new Uint32Array(size);
}

/**
 * Adds the documents [from, to); later documents replace earlier ones with the same id. Skips documents
 * without an id (nested children).
 */
export function fillIdTable(table: Uint32Array, ids: ByteStrings, from: number, to: number): void {
  const { bytes, offsets } = ids;
  const mask = table.length - 1;
  for (let doc = from; doc < to; doc++) {
    const start = offsets[doc];
    const end = offsets[doc + 1];
    if (start === end) continue;
    let slot = hashBytes(bytes, start, end) & mask;
    while (table[slot] !== 0 && !sameId(ids, table[slot] - 1, bytes, start, end)) slot = (slot + 1) & mask;
    table[slot] = doc + 1;
  }
}

/** The newest document with the id, or -1. */
export function findId(table: Uint32Array, ids: ByteStrings, key: Utf8Key): number {
  const mask = table.length - 1;
  let slot = key.hash & mask;
  for (;;) {
    const doc = table[slot] - 1;
    if (doc === -1 || sameId(ids, doc, key.bytes, 0, key.length)) return doc;
    slot = (slot + 1) & mask;
  }
}

function sameId(ids: ByteStrings, doc: number, bytes: Uint8Array, from: number, to: number): boolean {
  return compareBytes(ids.bytes, ids.offsets[doc], ids.offsets[doc + 1], bytes, from, to) === 0;
}
