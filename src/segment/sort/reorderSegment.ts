import { FixedBitSet, type Pacer } from '../../common/index.ts';
import { reorder } from '../byteStrings.ts';
import type { FieldData, PackedNumbers, PostingsData, SegmentData, StoredData } from '../data.ts';
import { fillIdTable, newSlots } from '../idTable.ts';
import type { VectorValues } from '../types.ts';

/** The new numbering: `order` maps new → old, `docMap` old → new. */
export interface Renumbering {
  readonly order: Uint32Array;
  readonly docMap: Uint32Array;
}

export function renumbering(order: Uint32Array): Renumbering {
  const docMap = new Uint32Array(order.length);
  for (let doc = 0; doc < order.length; doc++) docMap[order[doc]] = doc;
  return { order, docMap };
}

/** Reorders documents. The segment cannot have nested documents, because index sorting excludes them. */
export async function reorderSegment(
  data: SegmentData,
  numbers: Renumbering,
  pacer: Pacer,
): Promise<SegmentData> {
  const fields: FieldData[] = [];
  for (const field of data.fields) {
    fields.push(await reorderField(field, numbers, pacer));
    await pacer.pause();
  }
  return { maxDoc: data.maxDoc, fields, stored: reorderStored(data.stored, numbers), nested: null };
}

export function reorderBits(bits: FixedBitSet, { order }: Renumbering): FixedBitSet {
  const reordered = new FixedBitSet(order.length);
  for (let doc = 0; doc < order.length; doc++) if (bits.has(order[doc])) reordered.add(doc);
  return reordered;
}

async function reorderField(field: FieldData, numbers: Renumbering, pacer: Pacer): Promise<FieldData> {
  const { postings, ordinals, numeric, pairs, binary, norms, vectors, presence } = field;
  return {
    name: field.name,
    dictionary: field.dictionary,
    postings: postings && (await reorderPostings(postings, numbers, pacer)),
    ordinals: ordinals && withPlaces(ordinals, numbers, (places) => ({ ords: pick(ordinals.ords, places) })),
    numeric: numeric && {
      ...numeric,
      ...withPlaces(numeric, numbers, (places) => ({ values: pick(numeric.values, places) })),
    },
    pairs: pairs && {
      kind: 'pairs',
      ...withPlaces(pairs, numbers, (places) => ({
        first: pick(pairs.first, places),
        second: pick(pairs.second, places),
      })),
    },
    binary: binary && {
      ...withPlaces(binary, numbers, (places) => ({ strings: reorder(binary.strings, places) })),
      offsets: reorderOffsets(binary.offsets, numbers),
    },
    norms: norms && pick(norms, numbers.order),
    vectors: vectors && reorderVectors(vectors, numbers),
    presence: presence === null || presence === 'all' ? presence : reorderBits(presence, numbers),
  };
}

interface Layout {
  readonly offsets: Uint32Array | null;
  readonly presence: FixedBitSet | null;
}

/** The layout of a column in the new order; `move` receives the old index of each value. */
function withPlaces<T>(
  { offsets, presence }: Layout,
  numbers: Renumbering,
  move: (places: Uint32Array) => T,
): Layout & T {
  const layout = {
    offsets: offsets && reorderOffsets(offsets, numbers),
    presence: presence && reorderBits(presence, numbers),
  };
  return { ...layout, ...move(offsets === null ? numbers.order : placesOf(offsets, numbers)) };
}

function reorderOffsets(offsets: Uint32Array, { order }: Renumbering): Uint32Array {
  const reordered = new Uint32Array(order.length + 1);
  for (let doc = 0; doc < order.length; doc++) {
    reordered[doc + 1] = reordered[doc] + offsets[order[doc] + 1] - offsets[order[doc]];
  }
  return reordered;
}

function placesOf(offsets: Uint32Array, { order }: Renumbering): Uint32Array {
  const places = new Uint32Array(offsets[order.length]);
  let next = 0;
  for (const doc of order) for (let i = offsets[doc]; i < offsets[doc + 1]; i++) places[next++] = i;
  return places;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array | BigInt64Array;

/** A new array of the values at these indexes. */
function pick<T extends Numbers>(values: T, places: Uint32Array): T {
  const Type = values.constructor as new (length: number) => T;
  const picked = new Type(places.length);
  for (let i = 0; i < places.length; i++) picked[i] = values[places[i]];
  return picked;
}

async function reorderPostings(
  postings: PostingsData,
  { docMap }: Renumbering,
  pacer: Pacer,
): Promise<PostingsData> {
  const { starts, freqs, positionStarts, positions } = postings;
  const places = Uint32Array.from(postings.docs, (_, i) => i);
  const inOrder = (a: number, b: number): number => docMap[postings.docs[a]] - docMap[postings.docs[b]];
  for (let ord = 0; ord + 1 < starts.length; ord++) {
    if (starts[ord + 1] - starts[ord] > 1) places.subarray(starts[ord], starts[ord + 1]).sort(inOrder);
    if (pacer.due()) await pacer.pause();
  }
  return {
    ...postings,
    docs: places.map((place) => docMap[postings.docs[place]]),
    freqs: freqs && pick(freqs, places),
    positions: positions && positionStarts && reorderPositions(positions, freqs, places),
  };
}

/** The occurrences of a posting stay together; the order of terms does not change. */
function reorderPositions(
  positions: Uint16Array | Uint32Array,
  freqs: Uint8Array | Uint32Array | null,
  places: Uint32Array,
): Uint16Array | Uint32Array {
  if (freqs === null) return pick(positions, places);
  const ends = new Uint32Array(freqs.length);
  for (let i = 0, end = 0; i < freqs.length; i++) {
    end += freqs[i];
    ends[i] = end;
  }
  const from = new Uint32Array(positions.length);
  let next = 0;
  for (const place of places) {
    for (let i = ends[place] - freqs[place]; i < ends[place]; i++) from[next++] = i;
  }
  return pick(positions, from);
}

function reorderVectors(vectors: VectorValues, numbers: Renumbering): VectorValues {
  const { dimension, count } = vectors;
  const places = Uint32Array.from({ length: count }, (_, i) => i);
  places.sort((a, b) => numbers.docMap[vectors.docs[a]] - numbers.docMap[vectors.docs[b]]);
  const values = new Float32Array(count * dimension);
  places.forEach((place, i) => {
    values.set(vectors.values.subarray(place * dimension, (place + 1) * dimension), i * dimension);
  });
  const docs = places.map((place) => numbers.docMap[vectors.docs[place]]);
  return { dimension, count, docs, values, presence: reorderBits(vectors.presence, numbers) };
}

function reorderStored(stored: StoredData, numbers: Renumbering): StoredData {
  const { order } = numbers;
  const ids = reorder(stored.ids, order);
  const idTable = newSlots(order.length);
  fillIdTable(idTable, ids, 0, order.length);
  return {
    ids,
    idTable,
    sources: reorder(stored.sources, order),
    routings: stored.routings && reorder(stored.routings, order),
    routed: stored.routed && reorderBits(stored.routed, numbers),
    seqNos: reorderNumbers(stored.seqNos, order),
    versions: reorderNumbers(stored.versions, order),
    primaryTerms: reorderNumbers(stored.primaryTerms, order),
  };
}

function reorderNumbers({ base, deltas }: PackedNumbers, order: Uint32Array): PackedNumbers {
  return { base, deltas: deltas && pick(deltas, order) };
}
