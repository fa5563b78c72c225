import type { Column, LeafReader } from '../../../src/segment/index.ts';

/** Everything a reader says of its live documents, by id, as plain values: two segments with equal dumps are equal. */
export function dump(reader: LeafReader): unknown {
  const live = Array.from({ length: reader.maxDoc }, (_, doc) => doc).filter(
    (doc) => reader.liveDocs === null || reader.liveDocs.has(doc),
  );
  const number = new Map(live.map((doc, i) => [doc, i]));
  return {
    docs: live.map((doc) => ({
      id: reader.id(doc),
      source: Buffer.from(reader.source(doc)).toString(),
      routing: reader.routing(doc),
      version: [reader.seqNo(doc), reader.version(doc), reader.primaryTerm(doc)],
      nested: [reader.nestedPath(doc), number.get(reader.parent(doc)) ?? -1, reader.nestedOffset(doc)],
      found: reader.id(doc) === '' || number.has(reader.lookupId(reader.id(doc))),
    })),
    fields: reader.fieldNames.flatMap((field) => {
      const content = dumpField(reader, field, number);
      return content === null ? [] : [[field, content]];
    }),
  };
}

function dumpField(reader: LeafReader, field: string, number: Map<number, number>): unknown {
  const live = [...number.keys()];
  const exists = live.filter((doc) => reader.exists(field)?.has(doc)).map((doc) => number.get(doc));
  if (exists.length === 0) return null;
  const column = reader.column(field);
  const vectors = reader.vectors(field);
  return {
    exists,
    terms: dumpTerms(reader, field, number),
    norms: reader.norms(field) && live.map((doc) => reader.norms(field)?.[doc]),
    column: column && live.map((doc) => valuesOf(column, doc)),
    vectors:
      vectors &&
      [...vectors.docs].flatMap((doc, i) => {
        const row = [...vectors.values.subarray(i * vectors.dimension, (i + 1) * vectors.dimension)];
        return number.has(doc) ? [[number.get(doc), row, vectors.presence.has(doc)]] : [];
      }),
  };
}

function dumpTerms(reader: LeafReader, field: string, number: Map<number, number>): unknown {
  const terms = reader.terms(field);
  if (terms === null) return null;
  const docsWithTerms = new Set<number>();
  const dumped = Array.from({ length: terms.size }, (_, ord) => {
    const freqs = terms.freqs(ord);
    const postings = [...terms.docs(ord)].flatMap((doc, i) => {
      if (!number.has(doc)) return [];
      docsWithTerms.add(doc);
      return [[number.get(doc), freqs?.[i] ?? 1, [...terms.positions(ord, i)]]];
    });
    return [terms.term(ord), postings] as const;
  }).filter(([, postings]) => postings.length > 0);
  return { terms: dumped, docCount: reader.liveDocs === null ? terms.docCount : docsWithTerms.size };
}

function valuesOf(column: Column, doc: number): unknown[] {
  if (column.kind === 'binary') return column.values(doc).map((value) => [...value]);
  if (column.presence !== null && !column.presence.has(doc)) return [];
  const [from, to] =
    column.offsets === null ? [doc, doc + 1] : [column.offsets[doc], column.offsets[doc + 1]];
  return Array.from({ length: to - from }, (_, i) => valueAt(column, from + i));
}

function valueAt(column: Exclude<Column, { kind: 'binary' }>, at: number): unknown {
  if (column.kind === 'numeric') return String(column.values[at]);
  if (column.kind === 'ordinals') return column.dictionary.term(column.ords[at]);
  return [column.first[at], column.second[at]];
}
