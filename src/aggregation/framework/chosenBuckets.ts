import type { KeyReader } from '../values/keys.ts';
import { collectorOf, type LeafCollector, NO_BUCKET } from './aggregator.ts';
import { BlockEmitter } from './blockEmitter.ts';
import { scratch32 } from './growable.ts';

const NO_PLACE = -1;

/**
 * The buckets of one owner that are returned, with their indexes, by which sub-aggregations refer to them.
 */
export class ChosenBuckets {
  #buckets: readonly number[] = [];
  /** Index by bucket. */
  #places: Int32Array = new Int32Array(0);

  /** `size` is greater than every bucket ordinal. */
  choose(buckets: readonly number[], size: number): void {
    this.#buckets = buckets;
    this.#places = new Int32Array(size).fill(NO_PLACE);
    for (let place = 0; place < buckets.length; place++) this.#places[buckets[place]] = place;
  }

  bucketAt(place: number): number {
    return place === NO_BUCKET ? NO_BUCKET : this.#buckets[place];
  }

  /** NO_BUCKET if the bucket was not chosen. */
  placeOf(bucket: number): number {
    const place = this.#places[bucket] ?? NO_PLACE;
    return place === NO_PLACE ? NO_BUCKET : place;
  }

  /** Forwards the documents of the chosen buckets. */
  collector(reader: KeyReader, children: LeafCollector): LeafCollector {
    const emitter = new BlockEmitter(children);
    const places = this.#places;
    const ownerBound = this.#buckets.length;
    let positions: Uint32Array = new Uint32Array(0);
    let owners: Uint32Array = new Uint32Array(0);
    return collectorOf((block) => {
      const run = reader.read(block);
      positions = scratch32(positions, run.count);
      owners = scratch32(owners, run.count);
      let count = 0;
      for (let i = 0; i < run.count; i++) {
        const place = places[run.ids[i]];
        if (place === NO_PLACE) continue;
        owners[count] = place;
        positions[count++] = run.positions[i];
      }
      return emitter.emit(block, { positions, count, dense: false }, owners, ownerBound);
    });
  }
}
