import type { FixedBitSet } from '../common/index.ts';

/** The documents of a single-valued column grouped into spans of values; ascending within each span. */
export interface ValueOrder {
  /** bounds[i] is the smallest value of span i + 1. */
  readonly bounds: Float64Array;
  /** Span i is docs[starts[i] … starts[i + 1]). */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
}

/** Shorter columns are faster to scan. */
const MIN_DOCS = 16_384;
const DOCS_OF_A_SPAN = 512;
const MAX_SPANS = 1024;
const SAMPLES_OF_A_SPAN = 16;
/** Documents processed per request for the column. */
const DOCS_OF_A_PIECE = 32_768;
const PLACES_OF_A_PIECE = 262_144;

const ordersOf = new WeakMap<Float64Array, UnfinishedOrder | ValueOrder>();

/**
 * The order of a repeatedly used column; `null` until it is finished. Built incrementally from the second
 * request on, so that no search waits for all of it.
 */
export function valueOrder(values: Float64Array, presence: FixedBitSet | null): ValueOrder | null {
  if (values.length < MIN_DOCS) return null;
  const known = ordersOf.get(values);
  if (known === undefined) {
    ordersOf.set(values, new UnfinishedOrder(values, presence));
    return null;
  }
  if (!(known instanceof UnfinishedOrder)) return known;
  const order = known.goOn();
  if (order !== null) ordersOf.set(values, order);
  return order;
}

/** The span of a value. The number of bounds is one less than a power of two. */
export function spanOf(bounds: Float64Array, value: number): number {
  let span = 0;
  for (let step = (bounds.length + 1) >>> 1; step > 0; step >>>= 1) {
    if (bounds[span + step - 1] <= value) span += step;
  }
  return span;
}

class UnfinishedOrder {
  readonly #values: Float64Array;
  readonly #presence: FixedBitSet | null;
  #bounds: Float64Array | null = null;
  #spans: Uint16Array = new Uint16Array(0);
  #starts: Uint32Array = new Uint32Array(0);
  #docs: Uint32Array | null = null;
  #at = 0;

  constructor(values: Float64Array, presence: FixedBitSet | null) {
    this.#values = values;
    this.#presence = presence;
  }

  goOn(): ValueOrder | null {
    const bounds = this.#bounds ?? this.#begin();
    if (this.#docs === null) {
      this.#count(bounds);
      return null;
    }
    this.#place(this.#docs);
    if (this.#at < this.#values.length) return null;
    // The next free position of each span has become the start of the following one.
    this.#starts.copyWithin(1, 0);
    this.#starts[0] = 0;
    return { bounds, starts: this.#starts, docs: this.#docs };
  }

  /** Chooses bounds so that spans hold about equally many of some sampled documents. */
  #begin(): Float64Array {
    const { length } = this.#values;
    let spans = 2;
    while (spans < MAX_SPANS && spans * DOCS_OF_A_SPAN < length) spans *= 2;
    const samples = new Float64Array(spans * SAMPLES_OF_A_SPAN);
    for (let i = 0; i < samples.length; i++) {
      samples[i] = this.#values[Math.floor((i * length) / samples.length)];
    }
    samples.sort();
    const bounds = new Float64Array(spans - 1);
    for (let i = 0; i < bounds.length; i++) bounds[i] = samples[(i + 1) * SAMPLES_OF_A_SPAN];
    this.#bounds = bounds;
    this.#spans = new Uint16Array(length);
    this.#starts = new Uint32Array(spans + 1);
    return bounds;
  }

  #count(bounds: Float64Array): void {
    const to = Math.min(this.#values.length, this.#at + DOCS_OF_A_PIECE);
    for (let doc = this.#at; doc < to; doc++) {
      if (this.#presence !== null && !this.#presence.has(doc)) continue;
      const span = spanOf(bounds, this.#values[doc]);
      this.#spans[doc] = span;
      this.#starts[span + 1]++;
    }
    this.#at = to;
    if (to < this.#values.length) return;
    for (let span = 1; span < this.#starts.length; span++) this.#starts[span] += this.#starts[span - 1];
    this.#docs = new Uint32Array(this.#starts[this.#starts.length - 1]);
    this.#at = 0;
  }

  #place(docs: Uint32Array): void {
    const to = Math.min(this.#values.length, this.#at + PLACES_OF_A_PIECE);
    for (let doc = this.#at; doc < to; doc++) {
      if (this.#presence !== null && !this.#presence.has(doc)) continue;
      docs[this.#starts[this.#spans[doc]]++] = doc;
    }
    this.#at = to;
  }
}
