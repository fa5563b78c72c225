import type { FixedBitSet } from '../../common/index.ts';
import { inTurns } from '../../common/index.ts';
import {
  allDocs,
  docBits,
  docSetOfArray,
  hasDoc,
  type LeafContext,
  type Query,
  type QueryBuilder,
} from '../../query/index.ts';
import type { AggregatorPlace, DocBlock } from '../framework/aggregator.ts';

/** Checks documents of a block; valid for that block. */
export type BlockTest = (block: DocBlock) => (doc: number) => boolean;

/**
 * A query that restricts what an aggregation collects. Cheap queries are evaluated for all documents of a
 * segment before the search starts; costly ones for the documents of each block as it arrives.
 */
export class BlockFilter {
  readonly #query: Query;
  readonly #found = new Map<LeafContext, FixedBitSet>();

  constructor(builder: QueryBuilder, { context }: AggregatorPlace) {
    this.#query = builder.bindDirectly(context);
    context.prepare(async () => {
      for (const leaf of context.leaves) {
        const matcher = this.#query.matcher(leaf);
        if (matcher.isCostly) continue;
        const { maxDoc } = leaf.reader;
        const docs = await inTurns(matcher.amongInSteps(allDocs(maxDoc)), context.pacer, 1);
        this.#found.set(leaf, docBits(docs, maxDoc));
      }
    });
  }

  leaf(leaf: LeafContext): BlockTest {
    const { maxDoc } = leaf.reader;
    const matcher = this.#query.matcher(leaf);
    const found =
      this.#found.get(leaf) ?? (matcher.isCostly ? null : docBits(matcher.among(allDocs(maxDoc)), maxDoc));
    if (found !== null) return () => (doc) => found.has(doc);
    return (block) => {
      const matched = matcher.among(docSetOfArray(docsOf(block)));
      return (doc) => hasDoc(matched, doc);
    };
  }
}

/** The distinct documents of a block, ascending; several owners may have the same ones. */
function docsOf({ docs, count }: DocBlock): Uint32Array {
  const given = docs.subarray(0, count);
  for (let i = 1; i < count; i++) {
    if (given[i] <= given[i - 1]) return Uint32Array.from(new Set(given)).sort();
  }
  return given.slice();
}
