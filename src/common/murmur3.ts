const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

const mixed = (block: number): number => {
  const k = Math.imul(block, C1);
  return Math.imul((k << 15) | (k >>> 17), C2);
};

/** MurmurHash3 of 32 bits, as Lucene hashes terms. */
export function murmur3Bytes(bytes: Uint8Array, seed: number): number {
  let h = seed | 0;
  const whole = bytes.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    h ^= mixed(bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24));
    h = Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64;
  }
  let rest = 0;
  for (let i = bytes.length - 1; i >= whole; i--) rest = (rest << 8) | bytes[i];
  if (whole < bytes.length) h ^= mixed(rest);
  return mix32(h ^ bytes.length);
}

/** Mixes the bits of an int (Murmur's finalizer). */
export function mix32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
