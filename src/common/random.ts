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

/** sfc32 (128 bits of state), seeded: the same seed gives the same sequence on every machine. */
export class SeededRandom implements Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x9e3779b9 | 0;
    this.#c = 0x85ebca6b | 0;
    for (let i = 0; i < 15; i++) this.next();
  }

  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
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
