import { randomBytes } from 'node:crypto';

/** Randomness as a constructor parameter: no other room calls Math.random or the system's generator. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** `count` random bytes. */
  bytes(count: number): Uint8Array;
}

export class SystemRandom implements Random {
  next(): number {
    return Math.random();
  }

  bytes(count: number): Uint8Array {
    return randomBytes(count);
  }
}

/** xorshift128+ seeded by splitmix: the same seed gives the same sequence on every machine. */
export class SeededRandom implements Random {
  #a: number;
  #b: number;

  constructor(seed: number) {
    this.#a = (seed ^ 0x9e3779b9) >>> 0 || 1;
    this.#b = Math.imul(seed ^ 0x85ebca6b, 0xc2b2ae35) >>> 0 || 2;
    for (let i = 0; i < 8; i++) this.next();
  }

  next(): number {
    let t = this.#a;
    const s = this.#b;
    this.#a = s;
    t ^= t << 23;
    t ^= t >>> 17;
    t ^= s ^ (s >>> 26);
    this.#b = t >>> 0;
    return ((this.#a + this.#b) >>> 0) / 4294967296;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => Math.floor(this.next() * 256));
  }
}

/** A 22-character URL-safe id (128 bits), the form of the original's node ids and index UUIDs. */
export function randomUuid(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('base64url');
}

/** A 20-character URL-safe id (120 bits), the form of the original's automatic document ids. */
export function randomDocumentId(random: Random): string {
  return Buffer.from(random.bytes(15)).toString('base64url');
}
