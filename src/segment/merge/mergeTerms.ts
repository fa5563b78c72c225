import type { Pacer } from '../../common/index.ts';
import type { FieldData, OrdinalData, PostingsData } from '../data.ts';
import { placeColumn } from './columnPlaces.ts';
import { GONE, type MergeSource } from './docMap.ts';
import type { FieldMerge } from './fieldMerge.ts';
import { mergeDictionaries } from './mergeDictionaries.ts';

const TERMS_BETWEEN_PAUSES = 2048;

/** Merges dictionary, postings and ordinals of a field. */
export async function mergeTerms(
  merge: FieldMerge,
): Promise<Pick<FieldData, 'dictionary' | 'postings' | 'ordinals'>> {
  const { sources, fields, maxDoc, pacer } = merge;
  const parts = sources.flatMap((source, i) => {
    const field = fields[i];
    return field?.dictionary
      ? [{ source, field, strings: field.dictionary, used: usedTerms(source, field) }]
      : [];
  });
  if (parts.length === 0) return { dictionary: null, postings: null, ordinals: null };
  const { dictionary, ordMaps } = await mergeDictionaries(parts, pacer);
  const terms: TermPart[] = parts.map(({ source, field }, i) => ({ source, field, ordMap: ordMaps[i] }));
  const size = dictionary.offsets.length - 1;
  return {
    dictionary,
    postings: terms.some(({ field }) => field.postings) ? await mergePostings(terms, size, pacer) : null,
    ordinals: terms.some(({ field }) => field.ordinals)
      ? await mergeOrdinals(sources, terms, maxDoc, pacer)
      : null,
  };
}

interface TermPart {
  readonly source: MergeSource;
  readonly field: FieldData;
  readonly ordMap: Uint32Array;
}

/** Marks terms that occur in a live document. */
function usedTerms(
  { docMap, isWhole }: MergeSource,
  { dictionary, postings, ordinals }: FieldData,
): Uint8Array | null {
  if (isWhole || dictionary === null) return null;
  const used = new Uint8Array(dictionary.offsets.length - 1);
  if (postings) {
    for (let ord = 0; ord < used.length; ord++) {
      for (let i = postings.starts[ord]; i < postings.starts[ord + 1] && used[ord] === 0; i++) {
        if (docMap[postings.docs[i]] !== GONE) used[ord] = 1;
      }
    }
  }
  if (ordinals) {
    const { ords, offsets, presence } = ordinals;
    for (let doc = 0; doc < docMap.length; doc++) {
      if (docMap[doc] === GONE || (presence !== null && !presence.has(doc))) continue;
      const to = offsets === null ? doc + 1 : offsets[doc + 1];
      for (let i = offsets === null ? doc : offsets[doc]; i < to; i++) used[ords[i]] = 1;
    }
  }
  return used;
}

/** Numbers of live postings and occurrences of each new term, counted before copying. */
interface TermCounts {
  readonly starts: Uint32Array;
  readonly positionStarts: Uint32Array | null;
  readonly largestFreq: number;
}

async function mergePostings(parts: readonly TermPart[], size: number, pacer: Pacer): Promise<PostingsData> {
  const counts = await countPostings(parts, size, pacer);
  const { starts, positionStarts, largestFreq } = counts;
  const wide = parts.some(({ field }) => field.postings?.positions instanceof Uint32Array);
  const positions = positionStarts && newNumbers(wide, positionStarts[size]);
  const target: PostingsTarget = {
    docs: new Uint32Array(starts[size]),
    freqs: largestFreq <= 1 ? null : newFreqs(largestFreq, starts[size]),
    positions,
    nextDoc: starts.slice(),
    nextPosition: positionStarts?.slice() ?? null,
  };
  let docCount = 0;
  for (const part of parts) {
    await pacer.chunks(part.ordMap.length, TERMS_BETWEEN_PAUSES, (from, to) =>
      copyTerms(part, from, to, target),
    );
    docCount += liveDocCount(part);
  }
  return { starts, docs: target.docs, freqs: target.freqs, positionStarts, positions, docCount };
}

async function countPostings(parts: readonly TermPart[], size: number, pacer: Pacer): Promise<TermCounts> {
  const starts = new Uint32Array(size + 1);
  const hasPositions = parts.some(({ field }) => field.postings?.positions);
  const positionStarts = hasPositions ? new Uint32Array(size + 1) : null;
  let largestFreq = 1;
  for (const part of parts) {
    await pacer.chunks(part.ordMap.length, TERMS_BETWEEN_PAUSES, (from, to) => {
      largestFreq = Math.max(largestFreq, countTerms(part, from, to, starts, positionStarts));
    });
  }
  for (let ord = 0; ord < size; ord++) starts[ord + 1] += starts[ord];
  if (positionStarts) for (let ord = 0; ord < size; ord++) positionStarts[ord + 1] += positionStarts[ord];
  return { starts, positionStarts, largestFreq };
}

/** Adds to the counts of the new terms; returns the largest frequency. */
function countTerms(
  { source, field, ordMap }: TermPart,
  from: number,
  to: number,
  docCounts: Uint32Array,
  occurrences: Uint32Array | null,
): number {
  const { postings } = field;
  if (postings === null) return 1;
  const { starts, docs, freqs } = postings;
  let largest = 1;
  for (let ord = from; ord < to; ord++) {
    let live = 0;
    let total = 0;
    for (let i = starts[ord]; i < starts[ord + 1]; i++) {
      if (source.docMap[docs[i]] === GONE) continue;
      const freq = freqs === null ? 1 : freqs[i];
      if (freq > largest) largest = freq;
      live++;
      total += freq;
    }
    if (live === 0) continue;
    docCounts[ordMap[ord] + 1] += live;
    if (occurrences) occurrences[ordMap[ord] + 1] += total;
  }
  return largest;
}

interface PostingsTarget {
  readonly docs: Uint32Array;
  readonly freqs: Uint8Array | Uint32Array | null;
  readonly positions: Uint16Array | Uint32Array | null;
  readonly nextDoc: Uint32Array;
  readonly nextPosition: Uint32Array | null;
}

/** Processes sources in document order, so that the documents of each new term ascend. */
function copyTerms(
  { source, field, ordMap }: TermPart,
  from: number,
  to: number,
  target: PostingsTarget,
): void {
  const { postings } = field;
  if (postings === null) return;
  const { starts, docs, freqs, positionStarts, positions } = postings;
  const { nextPosition } = target;
  for (let ord = from; ord < to; ord++) {
    const newOrd = ordMap[ord];
    let position = positionStarts === null ? 0 : positionStarts[ord];
    for (let i = starts[ord]; i < starts[ord + 1]; i++) {
      const freq = freqs === null ? 1 : freqs[i];
      const doc = source.docMap[docs[i]];
      if (doc !== GONE) {
        const at = target.nextDoc[newOrd]++;
        target.docs[at] = doc;
        if (target.freqs) target.freqs[at] = freq;
        if (target.positions && nextPosition && positions) {
          for (let j = 0; j < freq; j++) target.positions[nextPosition[newOrd]++] = positions[position + j];
        }
      }
      position += freq;
    }
  }
}

function liveDocCount({ source, field }: TermPart): number {
  const { postings } = field;
  if (postings === null) return 0;
  if (source.isWhole) return postings.docCount;
  const seen = new Uint8Array(source.docMap.length);
  for (const doc of postings.docs) seen[doc] = 1;
  let count = 0;
  for (let doc = 0; doc < seen.length; doc++) if (seen[doc] === 1 && source.docMap[doc] !== GONE) count++;
  return count;
}

async function mergeOrdinals(
  sources: readonly MergeSource[],
  parts: readonly TermPart[],
  maxDoc: number,
  pacer: Pacer,
): Promise<OrdinalData> {
  const columns = sources.map((source) => {
    const part = parts.find((candidate) => candidate.source === source);
    return { source, column: part?.field.ordinals ?? null, ordMap: part?.ordMap ?? null };
  });
  const places = await placeColumn(columns, maxDoc, pacer);
  const ords = new Uint32Array(places.valueCount);
  for (const { source, column, ordMap } of columns) {
    if (column === null || ordMap === null) continue;
    await places.copy(source, column, (target, from) => {
      ords[target] = ordMap[column.ords[from]];
    });
  }
  return { ords, offsets: places.offsets, presence: places.presence };
}

function newNumbers(wide: boolean, length: number): Uint16Array | Uint32Array {
  return wide ? new Uint32Array(length) : new Uint16Array(length);
}

function newFreqs(largest: number, length: number): Uint8Array | Uint32Array {
  return largest < 256 ? new Uint8Array(length) : new Uint32Array(length);
}
