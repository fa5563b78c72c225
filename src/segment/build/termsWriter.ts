import type { Pacer } from '../../common/index.ts';
import type { FieldData, OrdinalData, PostingsData } from '../data.ts';
import { columnLayout, placeValues, presenceOf, sortEachDocument } from './columns.ts';
import { DictionaryWriter } from './dictionaryWriter.ts';
import type { FieldOf, FieldWriter } from './fieldWriter.ts';
import { Uint32List } from './lists.ts';

/** Exact terms: a dictionary, postings without frequencies, and a column of ordinals. */
export class TermsWriter implements FieldWriter<'terms'> {
  readonly #dictionary = new DictionaryWriter();
  readonly #docs = new Uint32List();
  readonly #terms = new Uint32List();
  #indexed = false;
  #docValues = false;

  get sizeBytes(): number {
    return this.#dictionary.sizeBytes + this.#docs.length * 8;
  }

  add(doc: number, field: FieldOf<'terms'>): void {
    this.#indexed ||= field.indexed;
    this.#docValues ||= field.docValues;
    const { terms } = field;
    if (terms.length === 1) this.#push(doc, terms[0]);
    else for (const term of new Set(terms)) this.#push(doc, term);
  }

  async finish(maxDoc: number, pacer: Pacer): Promise<Partial<FieldData>> {
    const { dictionary, ords: ordOf } = await this.#dictionary.finish(pacer);
    const docs = this.#docs.toArray();
    const ords = this.#terms.toArray();
    for (let i = 0; i < ords.length; i++) ords[i] = ordOf[ords[i]];
    const postings = this.#indexed ? invert(ords, docs, ordOf.length) : null;
    await pacer.pause();
    return {
      dictionary,
      postings,
      ordinals: this.#docValues ? ordinalColumn(ords, docs, maxDoc) : null,
      presence: this.#docValues ? null : presenceOf(docs, maxDoc),
    };
  }

  #push(doc: number, term: string): void {
    this.#docs.push(doc);
    this.#terms.push(this.#dictionary.add(term));
  }
}

/** Inverts (ord, doc) pairs with ascending docs to the documents of each ord, by counting sort. */
function invert(ords: Uint32Array, docs: Uint32Array, size: number): PostingsData {
  const count = docs.length;
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < count; i++) starts[ords[i] + 1]++;
  for (let ord = 0; ord < size; ord++) starts[ord + 1] += starts[ord];
  const next = starts.slice();
  const sorted = new Uint32Array(count);
  let docCount = 0;
  for (let i = 0; i < count; i++) {
    sorted[next[ords[i]]++] = docs[i];
    if (i === 0 || docs[i] !== docs[i - 1]) docCount++;
  }
  return { starts, docs: sorted, freqs: null, positionStarts: null, positions: null, docCount };
}

function ordinalColumn(ords: Uint32Array, docs: Uint32Array, maxDoc: number): OrdinalData {
  const layout = columnLayout(docs, maxDoc);
  const placed = placeValues(ords, docs, layout, maxDoc);
  sortEachDocument(placed, layout.offsets);
  return { ords: placed, ...layout };
}
