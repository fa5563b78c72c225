import { FixedBitSet, popCount } from '../../common/index.ts';
import type { SegmentReader } from '../../segment/index.ts';
import { isFrequent } from '../docSet.ts';

/** The documents of a term as a bitset with ranks: membership and position are found without a search. */
export class RankedDocs {
  readonly bits: FixedBitSet;
  /** How many documents precede those of each word. */
  readonly #before: Uint32Array;

  constructor(docs: Uint32Array, maxDoc: number) {
    this.bits = new FixedBitSet(maxDoc);
    const { words } = this.bits;
    for (let i = 0; i < docs.length; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
    this.#before = new Uint32Array(words.length);
    for (let i = 1; i < words.length; i++) this.#before[i] = this.#before[i - 1] + popCount(words[i - 1]);
  }

  /** The position of a document, which must be one of them. */
  placeOf(doc: number): number {
    const word = doc >>> 5;
    return this.#before[word] + popCount(this.bits.words[word] & ((1 << (doc & 31)) - 1));
  }
}

const CACHE_KEY = 'query.ranks';
const MAX_TERMS = 64;
/** Smaller segments are fast enough without. */
const MIN_DOCS = 1024;

interface Kept {
  readonly asked: Set<string>;
  readonly ranks: Map<string, RankedDocs>;
}

/** The ranked documents of a frequent term, cached from the second call on; `null` before that and for rare terms. */
export function cachedRanks(
  reader: SegmentReader,
  field: string,
  ord: number,
  docs: Uint32Array,
): RankedDocs | null {
  const { maxDoc } = reader;
  if (maxDoc < MIN_DOCS || !isFrequent(docs.length, maxDoc)) return null;
  let kept = reader.cache.get(CACHE_KEY) as Kept | undefined;
  if (kept === undefined) {
    kept = { asked: new Set(), ranks: new Map() };
    reader.cache.set(CACHE_KEY, kept);
  }
  const { asked, ranks } = kept;
  const term = `${field}\u0000${ord}`;
  const known = ranks.get(term);
  if (known !== undefined) return known;
  if (!asked.delete(term)) {
    if (asked.size >= MAX_TERMS * 4) asked.clear();
    asked.add(term);
    return null;
  }
  const made = new RankedDocs(docs, maxDoc);
  const oldest = ranks.keys().next();
  if (ranks.size >= MAX_TERMS && !oldest.done) ranks.delete(oldest.value);
  ranks.set(term, made);
  return made;
}
