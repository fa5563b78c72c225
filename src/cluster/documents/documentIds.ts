import type { Random } from '../../common/index.ts';

const ID_BYTES = 15;
const IDS_AT_ONCE = 512;

/** Generates document ids: 20 URL-safe characters, 120 random bits. Random bytes are drawn in bulk. */
export class DocumentIds {
  readonly #random: Random;
  #pool = Buffer.alloc(0);
  #at = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  next(): string {
    if (this.#at === this.#pool.length) {
      this.#pool = Buffer.from(this.#random.bytes(ID_BYTES * IDS_AT_ONCE));
      this.#at = 0;
    }
    const id = this.#pool.toString('base64url', this.#at, this.#at + ID_BYTES);
    this.#at += ID_BYTES;
    return id;
  }
}
