import { FixedBitSet } from '../../common/index.ts';
import type { BinaryData, FieldData } from '../data.ts';
import type { NumericColumn, PairColumn, VectorValues } from '../types.ts';
import { placeColumn } from './columnPlaces.ts';
import { GONE } from './docMap.ts';
import type { FieldMerge } from './fieldMerge.ts';
import { StringsMerger } from './mergeStrings.ts';

/** Bounds are those of the sources, and may be wider than the live values. */
export async function mergeNumeric({
  sources,
  fields,
  maxDoc,
  pacer,
}: FieldMerge): Promise<NumericColumn | null> {
  const parts = sources.map((source, i) => ({ source, column: fields[i]?.numeric ?? null }));
  const columns = parts.flatMap(({ column }) => (column ? [column] : []));
  if (columns.length === 0) return null;
  const { offsets, presence, valueCount, copy } = await placeColumn(parts, maxDoc, pacer);
  const min = Math.min(...columns.map((column) => column.min));
  const max = Math.max(...columns.map((column) => column.max));
  const layout = { kind: 'numeric', offsets, presence, min, max } as const;
  if (columns.some(({ values }) => values instanceof BigInt64Array)) {
    const values = new BigInt64Array(valueCount);
    for (const { source, column } of parts) {
      if (column) await copy(source, column, (to, from) => (values[to] = BigInt(column.values[from])));
    }
    return { ...layout, values };
  }
  const values = new Float64Array(valueCount);
  for (const { source, column } of parts) {
    const doubles = column?.values as Float64Array;
    if (column) await copy(source, column, (to, from) => (values[to] = doubles[from]));
  }
  return { ...layout, values };
}

export async function mergePairs({ sources, fields, maxDoc, pacer }: FieldMerge): Promise<PairColumn | null> {
  const parts = sources.map((source, i) => ({ source, column: fields[i]?.pairs ?? null }));
  if (parts.every(({ column }) => column === null)) return null;
  const { offsets, presence, valueCount, copy } = await placeColumn(parts, maxDoc, pacer);
  const first = new Float64Array(valueCount);
  const second = new Float64Array(valueCount);
  for (const { source, column } of parts) {
    if (column === null) continue;
    await copy(source, column, (to, from) => {
      first[to] = column.first[from];
      second[to] = column.second[from];
    });
  }
  return { kind: 'pairs', first, second, offsets, presence };
}

export async function mergeBinary({
  sources,
  fields,
  maxDoc,
  pacer,
}: FieldMerge): Promise<BinaryData | null> {
  if (fields.every((field) => !field?.binary)) return null;
  const offsets = new Uint32Array(maxDoc + 1);
  const strings = new StringsMerger();
  for (const [i, { docMap }] of sources.entries()) {
    const binary = fields[i]?.binary;
    if (!binary) continue;
    for (let doc = 0; doc < docMap.length; doc++) {
      if (docMap[doc] === GONE) continue;
      offsets[docMap[doc] + 1] = binary.offsets[doc + 1] - binary.offsets[doc];
      strings.addRange(binary.strings, binary.offsets[doc], binary.offsets[doc + 1]);
    }
    await pacer.pause();
  }
  const presence = new FixedBitSet(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) {
    if (offsets[doc + 1] > 0) presence.add(doc);
    offsets[doc + 1] += offsets[doc];
  }
  return { offsets, strings: await strings.finish(pacer), presence };
}

export async function mergeVectors({
  sources,
  fields,
  maxDoc,
  pacer,
}: FieldMerge): Promise<VectorValues | null> {
  const parts = sources.flatMap((source, i) => {
    const vectors = fields[i]?.vectors;
    return vectors ? [{ docMap: source.docMap, vectors }] : [];
  });
  const dimension = parts[0]?.vectors.dimension;
  if (dimension === undefined) return null;
  const capacity = parts.reduce((sum, { vectors }) => sum + vectors.count, 0);
  const docs = new Uint32Array(capacity);
  const values = new Float32Array(capacity * dimension);
  const presence = new FixedBitSet(maxDoc);
  let count = 0;
  for (const { docMap, vectors } of parts) {
    await pacer.chunks(vectors.count, 1024, (from, to) => {
      for (let i = from; i < to; i++) {
        const doc = docMap[vectors.docs[i]];
        if (doc === GONE) continue;
        values.set(vectors.values.subarray(i * dimension, (i + 1) * dimension), count * dimension);
        docs[count++] = doc;
        presence.add(doc);
      }
    });
  }
  if (count === 0) return null;
  return {
    dimension,
    count,
    docs: docs.slice(0, count),
    values: values.slice(0, count * dimension),
    presence,
  };
}

export function mergeNorms({ sources, fields, maxDoc }: FieldMerge): Uint8Array | null {
  if (fields.every((field) => !field?.norms)) return null;
  const norms = new Uint8Array(maxDoc);
  for (const [i, { docMap, base, isWhole }] of sources.entries()) {
    const from = fields[i]?.norms;
    if (!from) continue;
    if (isWhole) norms.set(from, base);
    else
      for (let doc = 0; doc < docMap.length; doc++) if (docMap[doc] !== GONE) norms[docMap[doc]] = from[doc];
  }
  return norms;
}

export function mergePresence({ sources, fields, maxDoc }: FieldMerge): FieldData['presence'] {
  if (fields.every((field) => !field?.presence)) return null;
  const merged = new FixedBitSet(maxDoc);
  for (const [i, { docMap }] of sources.entries()) {
    const presence = fields[i]?.presence;
    if (!presence) continue;
    for (let doc = 0; doc < docMap.length; doc++) {
      if (docMap[doc] !== GONE && (presence === 'all' || presence.has(doc))) merged.add(docMap[doc]);
    }
  }
  return merged.cardinality() === maxDoc ? 'all' : merged;
}
