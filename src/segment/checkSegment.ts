import { CorruptFileError, type Directory } from '../directory/index.ts';
import { compareBytes, hashBytes } from './byteStrings.ts';
import type { ByteStrings, FieldData, NestedData, PostingsData, SegmentData, StoredData } from './data.ts';
import { segmentFileName } from './file/segmentFile.ts';
import { fillIdTable, findId, newSlots } from './idTable.ts';
import { openSegment } from './openSegment.ts';
import type { LeafReader } from './read/segmentReader.ts';

/**
 * CheckIndex for one segment: verifies checksums and all invariants that readers rely on. Resolves to its
 * reader. Throws NoSuchFileError, and CorruptFileError with the file, the field and the problem.
 */
export async function checkSegment(
  directory: Directory,
  name: string,
  liveGeneration: number | null = null,
): Promise<LeafReader> {
  const reader = await openSegment(directory, name, liveGeneration);
  const { data } = reader.core;
  const expect: Expect = (holds, what) => {
    if (!holds) throw new CorruptFileError(segmentFileName(name), what);
  };
  checkStored(data.stored, data.maxDoc, expect);
  if (data.nested) checkNested(data.nested, data.maxDoc, expect);
  for (const field of data.fields) {
    checkField(field, data, (holds, what) => expect(holds, `field [${field.name}]: ${what}`));
  }
  return reader;
}

type Expect = (holds: boolean, what: string) => void;

function checkStored(stored: StoredData, maxDoc: number, expect: Expect): void {
  checkStrings(stored.ids, maxDoc, expect, 'ids');
  checkStrings(stored.sources, maxDoc, expect, 'sources');
  if (stored.routings) checkStrings(stored.routings, maxDoc, expect, 'routings');
  for (const [what, numbers] of Object.entries({ seqNos: stored.seqNos, versions: stored.versions })) {
    expect(numbers.deltas === null || numbers.deltas.length === maxDoc, `${what}: length`);
  }
  expect(isIdTableOf(stored.idTable, stored.ids, maxDoc), 'id table is not that of the ids');
}

/** Whether the table maps every id to the same document as a newly built table, and contains nothing else. */
function isIdTableOf(table: Uint32Array, ids: ByteStrings, maxDoc: number): boolean {
  const again = newSlots(maxDoc);
  fillIdTable(again, ids, 0, maxDoc);
  const entered = (slots: Uint32Array): number => slots.reduce((sum, doc) => sum + Number(doc !== 0), 0);
  const isTable = Number.isInteger(Math.log2(table.length)) && table.every((doc) => doc <= maxDoc);
  if (!isTable || entered(table) !== entered(again) || entered(table) === table.length) return false;
  for (let doc = 0; doc < maxDoc; doc++) {
    const bytes = ids.bytes.subarray(ids.offsets[doc], ids.offsets[doc + 1]);
    const key = { bytes, length: bytes.length, hash: hashBytes(bytes, 0, bytes.length) };
    if (bytes.length > 0 && findId(table, ids, key) !== findId(again, ids, key)) return false;
  }
  return true;
}

function checkNested({ paths, pathOrds, parents }: NestedData, maxDoc: number, expect: Expect): void {
  expect(pathOrds.length === maxDoc && parents.length === maxDoc, 'nested: length');
  for (let doc = 0; doc < maxDoc; doc++) {
    expect(pathOrds[doc] <= paths.length, 'nested: path');
    if (pathOrds[doc] === 0) continue;
    expect(parents[doc] < maxDoc && doc + 1 < maxDoc && parents[doc] !== doc, 'nested: parent');
  }
  expect(maxDoc === 0 || pathOrds[maxDoc - 1] === 0, 'nested: the last document is a child');
}

function checkField(field: FieldData, { maxDoc }: SegmentData, expect: Expect): void {
  const { dictionary, postings, ordinals, numeric, pairs, norms, vectors, presence } = field;
  const size = dictionary ? dictionary.offsets.length - 1 : 0;
  if (dictionary) checkDictionary(dictionary, size, expect);
  if (postings) checkPostings(postings, size, maxDoc, expect);
  if (ordinals) {
    checkColumn(ordinals, ordinals.ords.length, maxDoc, expect);
    const largest = ordinals.ords.reduce((max, ord) => Math.max(max, ord), 0);
    expect(ordinals.ords.length === 0 || size === 0 || largest < size, 'ordinal out of range');
  }
  if (numeric) checkColumn(numeric, numeric.values.length, maxDoc, expect);
  if (pairs) {
    checkColumn(pairs, pairs.first.length, maxDoc, expect);
    expect(pairs.first.length === pairs.second.length, 'pairs: length');
  }
  if (norms) expect(norms.length === maxDoc, 'norms: length');
  if (vectors) {
    expect(vectors.values.length === vectors.count * vectors.dimension, 'vectors: length');
    expect(ascends(vectors.docs, 0, vectors.count, maxDoc), 'vectors: documents');
  }
  if (presence && presence !== 'all') expect(presence.length === maxDoc, 'presence: length');
}

function checkDictionary(dictionary: ByteStrings, size: number, expect: Expect): void {
  const { bytes, offsets } = dictionary;
  checkStrings(dictionary, size, expect, 'terms');
  for (let ord = 1; ord < size; ord++) {
    const order = compareBytes(bytes, offsets[ord - 1], offsets[ord], bytes, offsets[ord], offsets[ord + 1]);
    expect(order < 0, 'terms are not in order');
  }
}

function checkPostings(postings: PostingsData, size: number, maxDoc: number, expect: Expect): void {
  const { starts, docs, freqs, positionStarts, positions, docCount } = postings;
  expect(starts.length === size + 1 && starts[size] === docs.length, 'postings: length');
  const seen = new Set<number>();
  for (let ord = 0; ord < size; ord++) {
    expect(starts[ord] < starts[ord + 1], 'a term without documents');
    expect(ascends(docs, starts[ord], starts[ord + 1], maxDoc), 'documents of a term are not in order');
    let total = 0;
    for (let i = starts[ord]; i < starts[ord + 1]; i++) {
      seen.add(docs[i]);
      total += freqs === null ? 1 : freqs[i];
    }
    if (positionStarts)
      expect(positionStarts[ord + 1] - positionStarts[ord] === total, 'frequencies and positions');
  }
  expect(seen.size === docCount, 'number of documents');
  expect((positions?.length ?? 0) === (positionStarts?.[size] ?? 0), 'positions: length');
}

function checkColumn(
  column: { readonly offsets: Uint32Array | null; readonly presence: { readonly length: number } | null },
  values: number,
  maxDoc: number,
  expect: Expect,
): void {
  const { offsets, presence } = column;
  if (presence) expect(presence.length === maxDoc, 'column: presence');
  if (offsets === null) expect(values === maxDoc, 'column: length');
  else checkOffsets(offsets, maxDoc, values, expect, 'column');
}

function checkStrings(strings: ByteStrings, count: number, expect: Expect, what: string): void {
  checkOffsets(strings.offsets, count, strings.bytes.length, expect, what);
}

function checkOffsets(offsets: Uint32Array, count: number, end: number, expect: Expect, what: string): void {
  expect(offsets.length === count + 1 && offsets[0] === 0 && offsets[count] === end, `${what}: offsets`);
  for (let i = 0; i < count; i++) expect(offsets[i] <= offsets[i + 1], `${what}: offsets are not in order`);
}

function ascends(docs: Uint32Array, from: number, to: number, maxDoc: number): boolean {
  for (let i = from; i < to; i++) if (docs[i] >= maxDoc || (i > from && docs[i] <= docs[i - 1])) return false;
  return true;
}
