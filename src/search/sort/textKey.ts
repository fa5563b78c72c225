import { printedRange, valueColumn } from '../../query/index.ts';
import type { OrdinalColumn } from '../../segment/index.ts';
import { compareText } from './compareText.ts';
import { type FieldSort, ordsOf } from './fieldSort.ts';
import { type BoundNestedSort, nestedChildren } from './nestedValues.ts';
import { type SortKey, type SortValue, valueComparator } from './sortKey.ts';

/** Keywords and addresses: by ordinal within a segment, by text between segments. */
export function textKey(sort: FieldSort): SortKey {
  const { field, order, missing } = sort;
  const descending = order === 'desc';
  const replacement =
    missing === null || missing === '_last' || missing === '_first'
      ? null
      : String(field.toIndexValue(missing));
  const nullsFirst = missing === '_first';
  const print = (term: string): SortValue => {
    if (field.family === 'range') return printedRange(term);
    return field.family === 'ip' ? String(field.render(term)) : term;
  };
  const compare = valueComparator(descending, nullsFirst);
  // Addresses sort as numbers, not as they are printed.
  const termOf = (value: SortValue): SortValue => (value === null ? null : String(field.toIndexValue(value)));
  return {
    needsScores: false,
    isCostly: sort.nested !== null,
    compare: field.family === 'ip' ? (a, b) => compare(termOf(a), termOf(b)) : compare,
    parseAfter: (value) => (value === null ? null : String(value)),
    leaf(leaf, docs) {
      const column = valueColumn(leaf.reader, field);
      const ordinals = column !== null && column.kind === 'ordinals' ? column : null;
      const ords = pickOrds(ordinals, sort, docs, (nested) => nestedChildren(leaf, docs, nested));
      const scale = new OrdScale(ordinals, descending, nullsFirst, replacement);
      return {
        keys: scale.keysOf(ords),
        value: (i) => {
          const term = ords[i] < 0 ? replacement : (ordinals as OrdinalColumn).dictionary.term(ords[i]);
          return term === null ? null : print(term);
        },
        keyOf: (value) =>
          value === null
            ? scale.key(-1)
            : scale.keyOfTerm(
                field.family === 'ip' ? String(field.toIndexValue(value as string)) : String(value),
              ),
      };
    },
  };
}

/** The ordinal by which each document is sorted; -1 for none. */
function pickOrds(
  column: OrdinalColumn | null,
  sort: FieldSort,
  docs: Uint32Array,
  children: (nested: BoundNestedSort) => readonly (readonly number[])[],
): Int32Array {
  const out = new Int32Array(docs.length).fill(-1);
  if (column === null) return out;
  const last = (sort.mode ?? (sort.order === 'asc' ? 'min' : 'max')) === 'max';
  const pick = (ords: readonly number[]): number =>
    ords.length === 0 ? -1 : last ? ords[ords.length - 1] : ords[0];
  if (sort.nested !== null) {
    const groups = children(sort.nested);
    for (let i = 0; i < docs.length; i++) {
      const ords = groups[i].flatMap((doc) => ordsOf(column, doc)).sort((a, b) => a - b);
      out[i] = pick(ords);
    }
    return out;
  }
  const { ords, offsets, presence } = column;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i];
    if (offsets === null) out[i] = presence === null || presence.has(doc) ? ords[doc] : -1;
    else if (offsets[doc] < offsets[doc + 1]) out[i] = last ? ords[offsets[doc + 1] - 1] : ords[offsets[doc]];
  }
  return out;
}

/** Ordinals as sort keys, with positions for missing values and for terms that the segment lacks. */
class OrdScale {
  readonly #column: OrdinalColumn | null;
  readonly #sign: number;
  readonly #missing: number;

  constructor(
    column: OrdinalColumn | null,
    descending: boolean,
    nullsFirst: boolean,
    replacement: string | null,
  ) {
    this.#column = column;
    this.#sign = descending ? -1 : 1;
    this.#missing =
      replacement === null
        ? nullsFirst
          ? Number.NEGATIVE_INFINITY
          : Number.POSITIVE_INFINITY
        : this.keyOfTerm(replacement);
  }

  key(ord: number): number {
    return ord < 0 ? this.#missing : this.#sign * ord;
  }

  keysOf(ords: Int32Array): Float64Array {
    const sign = this.#sign;
    const missing = this.#missing;
    const keys = new Float64Array(ords.length);
    for (let i = 0; i < ords.length; i++) keys[i] = ords[i] < 0 ? missing : sign * ords[i];
    return keys;
  }

  keyOfTerm(term: string): number {
    if (this.#column === null) return 0;
    const { dictionary } = this.#column;
    const ord = dictionary.ceiling(term);
    const exact = ord < dictionary.size && compareText(dictionary.term(ord), term) === 0;
    return this.#sign * (exact ? ord : ord - 0.5);
  }
}
