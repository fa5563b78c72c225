import { looseUtf8, type MappedFieldType, rangeBytes } from '../mapper/index.ts';
import type { OrdinalColumn, SegmentReader } from '../segment/index.ts';

/** The original stores a document's ranges in one column as a byte string, which sorting and counting use. */
export function rangeColumn(reader: SegmentReader, field: MappedFieldType): OrdinalColumn | null {
  const key = `ranges:${field.name}`;
  const known = reader.cache.get(key) as OrdinalColumn | null | undefined;
  if (known !== undefined) return known;
  const column = makeColumn(reader, field);
  reader.cache.set(key, column);
  return column;
}

function makeColumn(reader: SegmentReader, field: MappedFieldType): OrdinalColumn | null {
  const ranges = rangesOf(reader, field.name);
  if (ranges === null) return null;
  const texts: string[] = [];
  const offsets = new Uint32Array(reader.maxDoc + 1);
  for (let doc = 0; doc < reader.maxDoc; doc++) {
    const own = ranges(doc);
    if (own.length > 0) texts.push(rangeBytes(field.typeName, own).toString('latin1'));
    offsets[doc + 1] = texts.length;
  }
  const terms = [...new Set(texts)].sort();
  const ordOf = new Map(terms.map((term, ord) => [term, ord]));
  return {
    kind: 'ordinals',
    ords: Uint32Array.from(texts, (text) => ordOf.get(text) ?? 0),
    offsets,
    presence: null,
    dictionary: dictionaryOf(terms),
  };
}

type Range = readonly [number | string, number | string];

/** Reads the ranges of each document: numbers, or addresses in hex. */
function rangesOf(reader: SegmentReader, name: string): ((doc: number) => Range[]) | null {
  const column = reader.column(name);
  if (column?.kind !== 'pairs' && column?.kind !== 'ordinals') return null;
  const { offsets, presence } = column;
  const at = (i: number): Range => {
    if (column.kind === 'pairs') return [column.first[i], column.second[i]];
    const term = column.dictionary.term(column.ords[i]);
    return [term.slice(0, 32), term.slice(32)];
  };
  return (doc) => {
    if (presence !== null && !presence.has(doc)) return [];
    const [from, to] = offsets === null ? [doc, doc + 1] : [offsets[doc], offsets[doc + 1]];
    return Array.from({ length: to - from }, (_, i) => at(from + i));
  };
}

function dictionaryOf(terms: readonly string[]): OrdinalColumn['dictionary'] {
  const ceiling = (term: string): number => {
    const at = terms.findIndex((own) => own >= term);
    return at < 0 ? terms.length : at;
  };
  return {
    size: terms.length,
    term: (ord) => terms[ord],
    ceiling,
    lookup: (term) => (terms[ceiling(term)] === term ? ceiling(term) : -1),
  };
}

/** A byte string as printed in responses. */
export function printedRange(term: string): string {
  return looseUtf8(Buffer.from(term, 'latin1'));
}
