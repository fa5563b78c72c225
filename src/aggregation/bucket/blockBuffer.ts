import type { DocBlock } from '../framework/aggregator.ts';

/** A block built document by document. */
export class BlockBuffer {
  #docs: Uint32Array = new Uint32Array(64);
  #owners: Uint32Array = new Uint32Array(64);
  #scores: Float32Array = new Float32Array(64);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  add(doc: number, owner: number, score: number): void {
    if (this.#count === this.#docs.length) this.#grow();
    this.#docs[this.#count] = doc;
    this.#owners[this.#count] = owner;
    this.#scores[this.#count++] = score;
  }

  /** Everything added since the last clear(); valid until then. */
  block(ownerBound: number, withScores: boolean): DocBlock {
    return {
      docs: this.#docs,
      owners: this.#owners,
      scores: withScores ? this.#scores : null,
      count: this.#count,
      ownerBound,
      contiguous: false,
    };
  }

  #grow(): void {
    const size = this.#docs.length * 2;
    const docs = new Uint32Array(size);
    docs.set(this.#docs);
    const owners = new Uint32Array(size);
    owners.set(this.#owners);
    const scores = new Float32Array(size);
    scores.set(this.#scores);
    this.#docs = docs;
    this.#owners = owners;
    this.#scores = scores;
  }
}
