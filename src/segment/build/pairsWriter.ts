import type { FieldData } from '../data.ts';
import { columnLayout, placeValues } from './columns.ts';
import type { FieldOf, FieldWriter } from './fieldWriter.ts';
import { Float64List, Uint32List } from './lists.ts';

/** Points (latitude, longitude) and ranges (from, to): two numbers per value. */
export class PairsWriter<K extends 'geo' | 'ranges'> implements FieldWriter<K> {
  readonly #split: (field: FieldOf<K>) => readonly [readonly number[], readonly number[]];
  readonly #docs = new Uint32List();
  readonly #first = new Float64List();
  readonly #second = new Float64List();

  constructor(split: (field: FieldOf<K>) => readonly [readonly number[], readonly number[]]) {
    this.#split = split;
  }

  get sizeBytes(): number {
    return this.#docs.length * 20;
  }

  add(doc: number, field: FieldOf<K>): void {
    const [first, second] = this.#split(field);
    for (let i = 0; i < first.length; i++) {
      this.#docs.push(doc);
      this.#first.push(first[i]);
      this.#second.push(second[i]);
    }
  }

  finish(maxDoc: number): Partial<FieldData> {
    const docs = this.#docs.toArray();
    const layout = columnLayout(docs, maxDoc);
    const first = placeValues(this.#first.toArray(), docs, layout, maxDoc);
    const second = placeValues(this.#second.toArray(), docs, layout, maxDoc);
    return { pairs: { kind: 'pairs', first, second, ...layout } };
  }
}
