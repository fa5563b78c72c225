import type { SeededRandom } from '../../src/common/index.ts';

/** One way in which a disk, a crash or a hand can spoil a file; `other` is a good file of the same kind. */
type Damage = (bytes: Uint8Array, random: SeededRandom, other: Uint8Array) => Uint8Array;

function within(random: SeededRandom, limit: number): number {
  return Math.floor(random.next() * limit);
}

/** At the front as often as anywhere: the header is where the library trusts what it reads. */
function place(random: SeededRandom, length: number): number {
  return within(random, random.next() < 0.5 ? Math.min(128, length) : length);
}

export const damages: Readonly<Record<string, Damage>> = {
  bit(bytes, random) {
    const copy = bytes.slice();
    copy[place(random, bytes.length)] ^= 1 << within(random, 8);
    return copy;
  },
  byte(bytes, random) {
    const copy = bytes.slice();
    copy[place(random, bytes.length)] ^= 1 + within(random, 255);
    return copy;
  },
  word(bytes, random) {
    const copy = bytes.slice();
    const at = place(random, bytes.length - 8);
    for (let i = 0; i < 8; i++) copy[at + i] = ~copy[at + i];
    return copy;
  },
  zeros(bytes, random) {
    const from = place(random, bytes.length);
    const copy = bytes.slice().fill(0, from, from + 1 + within(random, 4096));
    // Where zeros stood already nothing would be damaged.
    copy[from] = ~bytes[from];
    return copy;
  },
  noise(bytes, random) {
    const copy = bytes.slice();
    const from = place(random, bytes.length);
    const to = Math.min(bytes.length, from + 1 + within(random, 4096));
    for (let i = from; i < to; i++) copy[i] = within(random, 256);
    copy[from] = ~bytes[from];
    return copy;
  },
  truncation: (bytes, random) => bytes.slice(0, within(random, bytes.length)),
  appendix(bytes, random) {
    const tail = Uint8Array.from({ length: 1 + within(random, 512) }, () => within(random, 256));
    return Uint8Array.of(...bytes, ...tail);
  },
  swap(bytes, random) {
    const size = Math.min(16 + within(random, 256), bytes.length >> 1);
    const copy = bytes.slice();
    const [a, b] = [within(random, bytes.length - size), within(random, bytes.length - size)];
    copy.set(bytes.subarray(a, a + size), b);
    copy.set(bytes.subarray(b, b + size), a);
    copy[a] ^= 1;
    return copy;
  },
  another: (_bytes, _random, other) => other,
};
