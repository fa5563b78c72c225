import { type LeafContext, rangeColumn, uninvertedColumn } from '../../query/index.ts';
import type { OrdinalColumn, SegmentReader } from '../../segment/index.ts';
import { compareTerms } from './keys.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** The terms of a field as a column: stored as one, taken from the index (text with fielddata), or from the ids. */
export function termColumn(config: ValuesConfig): (leaf: LeafContext) => OrdinalColumn | null {
  const { field } = config;
  if (field === null) return () => null;
  if (field.name === '_id') return ({ reader }) => cached(reader, '_id', () => idColumn(reader));
  if (field.family === 'text') return ({ reader }) => uninvertedColumn(reader, field.name);
  if (field.family === 'range') return ({ reader }) => rangeColumn(reader, field);
  return ({ reader }) => {
    const column = reader.column(field.column ?? field.name);
    return column?.kind === 'ordinals' ? column : null;
  };
}

function cached(reader: SegmentReader, name: string, make: () => OrdinalColumn | null): OrdinalColumn | null {
  const key = `aggregation.terms:${name}`;
  const known = reader.cache.get(key) as OrdinalColumn | null | undefined;
  if (known !== undefined) return known;
  const column = make();
  reader.cache.set(key, column);
  return column;
}

function idColumn(reader: SegmentReader): OrdinalColumn {
  const ids = Array.from({ length: reader.maxDoc }, (_, doc) =>
    reader.parent(doc) === -1 ? reader.id(doc) : '',
  );
  const terms = [...new Set(ids)].sort(compareTerms);
  const ordOf = new Map(terms.map((term, ord) => [term, ord]));
  return {
    kind: 'ordinals',
    ords: Uint32Array.from(ids, (id) => ordOf.get(id) ?? 0),
    offsets: null,
    presence: null,
    dictionary: dictionaryOf(terms),
  };
}

function dictionaryOf(terms: readonly string[]): OrdinalColumn['dictionary'] {
  const ceiling = (term: string): number => {
    let low = 0;
    let high = terms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTerms(terms[middle], term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    size: terms.length,
    term: (ord) => terms[ord],
    ceiling,
    lookup: (term) => (terms[ceiling(term)] === term ? ceiling(term) : -1),
  };
}
