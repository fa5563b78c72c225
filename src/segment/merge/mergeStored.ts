import { FixedBitSet, type Pacer } from '../../common/index.ts';
import type { ByteStrings, NestedData, PackedNumbers, StoredData } from '../data.ts';
import { fillIdTable, newSlots } from '../idTable.ts';
import { packNumbers, unpackNumber } from '../packedNumbers.ts';
import { GONE, type MergeSource } from './docMap.ts';
import { StringsMerger } from './mergeStrings.ts';

const DOCS_BETWEEN_PAUSES = 1 << 16;

export async function mergeStored(
  sources: readonly MergeSource[],
  maxDoc: number,
  pacer: Pacer,
): Promise<StoredData> {
  const ids = await mergeStrings(sources, (stored) => stored.ids, pacer);
  const idTable = newSlots(maxDoc);
  await pacer.chunks(maxDoc, DOCS_BETWEEN_PAUSES, (from, to) => fillIdTable(idTable, ids, from, to));
  return {
    ids,
    idTable,
    sources: await mergeStrings(sources, (stored) => stored.sources, pacer),
    ...(await mergeRouting(sources, maxDoc, pacer)),
    seqNos: await mergeNumbers(sources, (stored) => stored.seqNos, maxDoc, pacer),
    versions: await mergeNumbers(sources, (stored) => stored.versions, maxDoc, pacer),
    primaryTerms: await mergeNumbers(sources, (stored) => stored.primaryTerms, maxDoc, pacer),
  };
}

async function mergeStrings(
  sources: readonly MergeSource[],
  pick: (stored: StoredData) => ByteStrings,
  pacer: Pacer,
): Promise<ByteStrings> {
  const merger = new StringsMerger();
  for (const { reader, docMap, isWhole } of sources) {
    const strings = pick(reader.core.data.stored);
    if (isWhole) merger.addRange(strings, 0, docMap.length);
    else
      for (let doc = 0; doc < docMap.length; doc++)
        if (docMap[doc] !== GONE) merger.addRange(strings, doc, doc + 1);
    await pacer.pause();
  }
  return merger.finish(pacer);
}

async function mergeRouting(
  sources: readonly MergeSource[],
  maxDoc: number,
  pacer: Pacer,
): Promise<Pick<StoredData, 'routings' | 'routed'>> {
  if (sources.every(({ reader }) => reader.core.data.stored.routings === null))
    return { routings: null, routed: null };
  const none = (count: number): ByteStrings => ({
    bytes: new Uint8Array(0),
    offsets: new Uint32Array(count + 1),
  });
  const routings = await mergeStrings(
    sources,
    (stored) => stored.routings ?? none(stored.ids.offsets.length - 1),
    pacer,
  );
  const routed = new FixedBitSet(maxDoc);
  for (const { reader, docMap } of sources) {
    const before = reader.core.data.stored.routed;
    if (before === null) continue;
    for (let doc = before.next(0); doc !== -1; doc = before.next(doc + 1)) {
      if (docMap[doc] !== GONE) routed.add(docMap[doc]);
    }
  }
  return { routings, routed };
}

async function mergeNumbers(
  sources: readonly MergeSource[],
  pick: (stored: StoredData) => PackedNumbers,
  maxDoc: number,
  pacer: Pacer,
): Promise<PackedNumbers> {
  const values = new Float64Array(maxDoc);
  for (const { reader, docMap } of sources) {
    const numbers = pick(reader.core.data.stored);
    await pacer.chunks(docMap.length, DOCS_BETWEEN_PAUSES, (from, to) => {
      for (let doc = from; doc < to; doc++) {
        if (docMap[doc] !== GONE) values[docMap[doc]] = unpackNumber(numbers, doc);
      }
    });
  }
  return packNumbers(values);
}

/** Blocks are never split: a root document and its children are deleted together. */
export function mergeNested(sources: readonly MergeSource[], maxDoc: number): NestedData | null {
  const paths = [...new Set(sources.flatMap(({ reader }) => reader.core.data.nested?.paths ?? []))];
  if (paths.length === 0) return null;
  const pathOrds = paths.length < 256 ? new Uint8Array(maxDoc) : new Uint32Array(maxDoc);
  const parents = new Uint32Array(maxDoc);
  const offsets = new Uint32Array(maxDoc);
  for (const { reader, docMap } of sources) {
    const { nested } = reader.core.data;
    const newOrds = [0, ...(nested?.paths ?? []).map((path) => paths.indexOf(path) + 1)];
    for (let doc = 0; doc < docMap.length; doc++) {
      const target = docMap[doc];
      if (target === GONE) continue;
      pathOrds[target] = nested ? newOrds[nested.pathOrds[doc]] : 0;
      parents[target] = nested ? docMap[nested.parents[doc]] : target;
      offsets[target] = nested ? nested.offsets[doc] : 0;
    }
  }
  return { paths, pathOrds, parents, offsets };
}
