import { limits } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { PairColumn } from '../../segment/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { tooManyBuckets } from '../framework/internalAggregation.ts';
import {
  type IdRun,
  joinRuns,
  type Key,
  type KeyReader,
  type KeySource,
  listedRun,
  NO_KEYS,
} from './keys.ts';
import { NumberTable } from './numberTable.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** Keys of a run, unless the block ends before; one document may have more. */
const KEYS_OF_A_RUN = 16_384;

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
    const parts = (block: DocBlock) => this.#readInParts(block, column);
    return { read: (block) => joinRuns(parts(block)), readInParts: parts };
  }

  *#readInParts(block: DocBlock, column: PairColumn): Iterable<IdRun> {
    const { first, second, offsets, presence } = column;
    let ids: number[] = [];
    let positions: number[] = [];
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
      if (ids.length < KEYS_OF_A_RUN) continue;
      yield listedRun(ids, positions);
      ids = [];
      positions = [];
    }
    yield listedRun(ids, positions);
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
