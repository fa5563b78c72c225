import { type FixedBitSet, popCount } from '../../common/index.ts';
import type { SegmentReader } from '../../segment/index.ts';
import { bitsOfArray, isFrequent } from '../docSet.ts';
import { SegmentCache } from '../segmentCache.ts';

/** The documents of a term as a bitset with ranks: membership and position are found without a search. */
export class RankedDocs {
  readonly bits: FixedBitSet;
  /** How many documents precede those of each word. */
  readonly #before: Uint32Array;

  constructor(docs: Uint32Array, maxDoc: number) {
    this.bits = bitsOfArray(docs, maxDoc);
    const { words } = this.bits;
    this.#before = new Uint32Array(words.length);
    for (let i = 1; i < words.length; i++) this.#before[i] = this.#before[i - 1] + popCount(words[i - 1]);
  }

  /** The position of a document, which must be one of them. */
  placeOf(doc: number): number {
    const word = doc >>> 5;
    return this.#before[word] + popCount(this.bits.words[word] & ((1 << (doc & 31)) - 1));
  }
}

const cache = new SegmentCache<RankedDocs>('query.ranks');
/** Smaller segments are fast enough without. */
const MIN_DOCS = 1024;
/** Fewer documents than this are found faster by a search in the postings. */
const MIN_LOOKUPS = 32;

/**
 * The ranked documents of a term, to look up so many others among them; `null` if that does not pay. Cached for frequent
 * terms from the second call on.
 */
export function cachedRanks(
  reader: SegmentReader,
  field: string,
  ord: number,
  docs: Uint32Array,
  lookups: number,
): RankedDocs | null {
  const { maxDoc } = reader;
  if (lookups < MIN_LOOKUPS || maxDoc < MIN_DOCS || !isFrequent(docs.length, maxDoc)) return null;
  const term = `${field}\u0000${ord}`;
  const known = cache.get(reader, term);
  if (known !== null || !cache.isRepeated(reader, term)) return known;
  const ranks = new RankedDocs(docs, maxDoc);
  cache.put(reader, term, ranks);
  return ranks;
}
