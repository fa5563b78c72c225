import type { Pacer } from '../../common/index.ts';
import type { FieldData, PostingsData } from '../data.ts';
import { intToByte4 } from '../smallFloat.ts';
import { presenceOf } from './columns.ts';
import { DictionaryWriter } from './dictionaryWriter.ts';
import type { FieldOf, FieldWriter } from './fieldWriter.ts';
import { Uint32List } from './lists.ts';

const TOKENS_BETWEEN_PAUSES = 1 << 17;

/** Analysed text: postings with frequencies and positions, and one norm per document. */
export class TextWriter implements FieldWriter<'text'> {
  readonly #dictionary = new DictionaryWriter();
  /** One entry per token: term, document and position. */
  readonly #terms = new Uint32List();
  readonly #docs = new Uint32List();
  readonly #positions = new Uint32List();
  /** One entry per document. */
  readonly #fieldDocs = new Uint32List();
  readonly #lengths = new Uint32List();
  #norms = false;

  get sizeBytes(): number {
    return this.#dictionary.sizeBytes + this.#docs.length * 12 + this.#fieldDocs.length * 8;
  }

  add(doc: number, field: FieldOf<'text'>): void {
    const { terms, positions } = field;
    for (let i = 0; i < terms.length; i++) {
      this.#terms.push(this.#dictionary.add(terms[i]));
      this.#docs.push(doc);
      this.#positions.push(positions[i]);
    }
    this.#fieldDocs.push(doc);
    this.#lengths.push(field.length);
    this.#norms ||= field.norms;
  }

  async finish(maxDoc: number, pacer: Pacer): Promise<Partial<FieldData>> {
    const { dictionary, ords } = await this.#dictionary.finish(pacer);
    const docs = this.#docs.toArray();
    const tokens = await sortTokens(this.#terms.toArray(), docs, this.#positions.toArray(), ords, pacer);
    await pacer.pause();
    const postings = { ...collapse(tokens), docCount: distinctRuns(docs) };
    await pacer.pause();
    return {
      dictionary,
      postings,
      norms: this.#norms ? this.#encodeNorms(maxDoc) : null,
      presence: presenceOf(this.#fieldDocs.toArray(), maxDoc),
    };
  }

  #encodeNorms(maxDoc: number): Uint8Array {
    const norms = new Uint8Array(maxDoc);
    for (let i = 0; i < this.#fieldDocs.length; i++) {
      norms[this.#fieldDocs.get(i)] = intToByte4(this.#lengths.get(i));
    }
    return norms;
  }
}

interface SortedTokens {
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly positions: Uint16Array | Uint32Array;
}

/** Counting sort by ordinal, which keeps the tokens of a term in order of document and position. */
async function sortTokens(
  terms: Uint32Array,
  docs: Uint32Array,
  positions: Uint32Array,
  ords: Uint32Array,
  pacer: Pacer,
): Promise<SortedTokens> {
  const count = terms.length;
  const starts = new Uint32Array(ords.length + 1);
  let largest = 0;
  await pacer.chunks(count, TOKENS_BETWEEN_PAUSES, (from, to) => {
    largest = Math.max(largest, countTokens(terms, positions, ords, starts, from, to));
  });
  for (let ord = 0; ord < ords.length; ord++) starts[ord + 1] += starts[ord];
  const next = starts.slice();
  const sortedDocs = new Uint32Array(count);
  const sortedPositions = largest < 0x10000 ? new Uint16Array(count) : new Uint32Array(count);
  await pacer.chunks(count, TOKENS_BETWEEN_PAUSES, (from, to) => {
    for (let i = from; i < to; i++) {
      const at = next[ords[terms[i]]]++;
      sortedDocs[at] = docs[i];
      sortedPositions[at] = positions[i];
    }
  });
  return { starts, docs: sortedDocs, positions: sortedPositions };
}

/** Counts the tokens [from, to) of each term; returns the largest position. */
function countTokens(
  terms: Uint32Array,
  positions: Uint32Array,
  ords: Uint32Array,
  starts: Uint32Array,
  from: number,
  to: number,
): number {
  let largest = 0;
  for (let i = from; i < to; i++) {
    starts[ords[terms[i]] + 1]++;
    if (positions[i] > largest) largest = positions[i];
  }
  return largest;
}

/** Merges tokens of the same term and document into one posting with a frequency. */
function collapse(tokens: SortedTokens): Omit<PostingsData, 'docCount'> {
  const { starts: positionStarts, docs: tokenDocs, positions } = tokens;
  const size = positionStarts.length - 1;
  const starts = new Uint32Array(size + 1);
  const freqs = new Uint32Array(tokenDocs.length);
  let largest = 0;
  let count = 0;
  for (let ord = 0; ord < size; ord++) {
    for (let i = positionStarts[ord]; i < positionStarts[ord + 1]; i++) {
      if (i === positionStarts[ord] || tokenDocs[i] !== tokenDocs[i - 1]) tokenDocs[count++] = tokenDocs[i];
      if (++freqs[count - 1] > largest) largest = freqs[count - 1];
    }
    starts[ord + 1] = count;
  }
  const kept = freqs.subarray(0, count);
  return {
    starts,
    docs: count === tokenDocs.length ? tokenDocs : tokenDocs.slice(0, count),
    freqs: largest <= 1 ? null : largest < 256 ? new Uint8Array(kept) : kept.slice(),
    positionStarts,
    positions,
  };
}

function distinctRuns(docs: Uint32Array): number {
  let runs = 0;
  for (let i = 0; i < docs.length; i++) if (i === 0 || docs[i] !== docs[i - 1]) runs++;
  return runs;
}
