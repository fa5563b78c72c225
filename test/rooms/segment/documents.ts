import { ManualClock, Pacer } from '../../../src/common/index.ts';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import type { IndexedField, LuceneDocument, ParsedDocument } from '../../../src/mapper/index.ts';
import {
  LeafReader,
  openSegment,
  SegmentBuilder,
  SegmentCore,
  writeSegmentFile,
} from '../../../src/segment/index.ts';

/** Documents by hand, and the two ways to a reader: straight from the buffer, and through the file. */

export const keyword = (field: string, ...terms: string[]): IndexedField => ({
  kind: 'terms',
  field,
  terms,
  indexed: true,
  docValues: true,
});

export const numbers = (field: string, ...values: (number | bigint)[]): IndexedField => ({
  kind: 'numbers',
  field,
  values,
});

export function text(field: string, content: string): IndexedField {
  const terms = content.split(' ').filter((term) => term !== '');
  return { kind: 'text', field, terms, positions: terms.map((_, i) => i), length: terms.length, norms: true };
}

export function document(
  id: string,
  fields: IndexedField[],
  options: Partial<ParsedDocument> = {},
): ParsedDocument {
  const root: LuceneDocument = { nestedPath: null, nestedOffset: -1, parent: -1, fields };
  const source = new TextEncoder().encode(JSON.stringify({ id }));
  return { id, routing: null, source, docs: [root], mappingUpdate: null, ...options };
}

export const pacer = new Pacer(new ManualClock());

export function buildOf(documents: readonly ParsedDocument[]): SegmentBuilder {
  const builder = new SegmentBuilder();
  for (const [i, parsed] of documents.entries())
    builder.add(parsed, { seqNo: i, version: 1, primaryTerm: 1 });
  return builder;
}

export async function readerOf(documents: readonly ParsedDocument[]): Promise<LeafReader> {
  return new LeafReader(new SegmentCore('_0', await buildOf(documents).finish(pacer), 0), null);
}

export async function reopened(
  reader: LeafReader,
  directory: Directory = new RamDirectory(),
): Promise<LeafReader> {
  await writeSegmentFile(directory, reader.name, reader.core.data, pacer);
  return openSegment(directory, reader.name);
}
