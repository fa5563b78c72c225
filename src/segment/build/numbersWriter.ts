import type { FieldData } from '../data.ts';
import type { NumericColumn } from '../types.ts';
import { type ColumnLayout, columnLayout, placeValues, sortEachDocument } from './columns.ts';
import type { FieldOf, FieldWriter } from './fieldWriter.ts';
import { Float64List, Uint32List } from './lists.ts';

/** Numbers and dates: doubles, until a value needs more than 53 bits. */
export class NumbersWriter implements FieldWriter<'numbers'> {
  readonly #docs = new Uint32List();
  readonly #doubles = new Float64List();
  #bigints: bigint[] | null = null;

  get sizeBytes(): number {
    return this.#docs.length * (this.#bigints === null ? 12 : 36);
  }

  add(doc: number, field: FieldOf<'numbers'>): void {
    for (const value of field.values) {
      this.#docs.push(doc);
      if (typeof value === 'number' && this.#bigints === null) this.#doubles.push(value);
      else this.#pushBigint(BigInt(value));
    }
  }

  finish(maxDoc: number): Partial<FieldData> {
    if (this.#docs.length === 0) return {};
    const docs = this.#docs.toArray();
    const layout = columnLayout(docs, maxDoc);
    const values =
      this.#bigints === null
        ? placeValues(this.#doubles.toArray(), docs, layout, maxDoc)
        : placeBigints(this.#bigints, docs, layout, maxDoc);
    sortEachDocument(values, layout.offsets);
    return { numeric: { kind: 'numeric', values, ...layout, ...this.#bounds() } };
  }

  #pushBigint(value: bigint): void {
    this.#bigints ??= Array.from(this.#doubles.toArray(), BigInt);
    this.#bigints.push(value);
  }

  #bounds(): Pick<NumericColumn, 'min' | 'max'> {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.#docs.length; i++) {
      const value = this.#bigints === null ? this.#doubles.get(i) : Number(this.#bigints[i]);
      if (value < min) min = value;
      if (value > max) max = value;
    }
    return { min, max };
  }
}

function placeBigints(
  bigints: readonly bigint[],
  docs: Uint32Array,
  layout: ColumnLayout,
  maxDoc: number,
): BigInt64Array {
  if (layout.offsets !== null) return BigInt64Array.from(bigints);
  const placed = new BigInt64Array(maxDoc);
  for (let i = 0; i < bigints.length; i++) placed[docs[i]] = bigints[i];
  return placed;
}
