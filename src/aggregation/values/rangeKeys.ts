import { limits } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { PairColumn } from '../../segment/index.ts';
import { tooManyBuckets } from '../framework/internalAggregation.ts';
import { type IdRun, type Key, type KeyReader, type KeySource, NO_KEYS } from './keys.ts';
import { NumberTable } from './numberTable.ts';
import type { ValuesConfig } from './valuesConfig.ts';

interface SpanRounding {
  round(value: number): number;
  /** The next key. */
  next(key: number): number;
  /** Ranges are clipped to these bounds; `null` if open. */
  readonly bounds: { readonly min: number | null; readonly max: number | null } | null;
}

/** Range values as histogram keys: every bucket that a range overlaps, once per document. */
export class RangeKeys implements KeySource {
  readonly #field: string;
  readonly #rounding: SpanRounding;
  readonly #table = new NumberTable();

  constructor(config: ValuesConfig, rounding: SpanRounding) {
    this.#field = config.field?.name ?? '';
    this.#rounding = rounding;
  }

  get size(): number {
    return this.#table.size;
  }

  key(id: number): Key {
    return this.#table.key(id);
  }

  addAll(): void {}

  leaf(leaf: LeafContext): KeyReader {
    const column = leaf.reader.column(this.#field);
    if (column?.kind !== 'pairs') return NO_KEYS.leaf(leaf);
    return { read: (block) => this.#read(block, column) };
  }

  #read(block: Parameters<KeyReader['read']>[0], column: PairColumn): IdRun {
    const { first, second, offsets, presence } = column;
    const ids: number[] = [];
    const positions: number[] = [];
    for (let i = 0; i < block.count; i++) {
      const doc = block.docs[i];
      if (presence !== null && !presence.has(doc)) continue;
      const touched = new Set<number>();
      const end = offsets ? offsets[doc + 1] : doc + 1;
      for (let j = offsets ? offsets[doc] : doc; j < end; j++) this.#span(first[j], second[j], touched);
      for (const id of touched) {
        ids.push(id);
        positions.push(i);
      }
    }
    const count = ids.length;
    return { ids: Uint32Array.from(ids), positions: Uint32Array.from(positions), count, dense: false };
  }

  #span(from: number, to: number, touched: Set<number>): void {
    const { round, next, bounds } = this.#rounding;
    const start = Math.max(from, bounds?.min ?? Number.NEGATIVE_INFINITY);
    const end = Math.min(to, bounds?.max ?? Number.POSITIVE_INFINITY);
    if (!(start <= end)) return;
    const most = limits.buckets.value * 2;
    const last = round(end);
    for (let key = round(start); key <= last; key = next(key)) {
      touched.add(this.#table.add(key));
      if (touched.size > most || !(next(key) > key))
        throw tooManyBuckets(limits.buckets.value, touched.size, 400);
    }
  }
}
