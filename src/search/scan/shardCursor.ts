import type { JsonObject } from '../../common/index.ts';
import type { MatchedDocs, MatchedShard } from './matchShard.ts';
import type { SourceReader } from './sourceReader.ts';

/**
 * The current document of a scan on one shard, in the form of a hit. A single object is reused for all
 * documents, so that a scan costs only what its reader does.
 */
export class ShardCursor {
  readonly _index: string;
  readonly _score = null;
  readonly #leaves: readonly MatchedDocs[];
  readonly #readSource: SourceReader;
  #leaf = 0;
  #at = 0;

  constructor({ search, leaves }: MatchedShard, readSource: SourceReader) {
    this.#readSource = readSource;
    this._index = search.context.indexName;
    this.#leaves = leaves;
  }

  get isAtEnd(): boolean {
    return this.#leaf === this.#leaves.length;
  }

  /** The document's number in its shard. */
  get order(): number {
    const { leaf, docs } = this.#leaves[this.#leaf];
    return leaf.docBase + docs[this.#at];
  }

  get _id(): string {
    const { leaf, docs } = this.#leaves[this.#leaf];
    return leaf.reader.id(docs[this.#at]);
  }

  /** Read on each call; undefined if the mapping does not store the source. */
  get _source(): JsonObject | undefined {
    const { leaf, docs } = this.#leaves[this.#leaf];
    return this.#readSource(leaf.reader.source(docs[this.#at]));
  }

  advance(): void {
    if (++this.#at < this.#leaves[this.#leaf].docs.length) return;
    this.#leaf++;
    this.#at = 0;
  }
}

/**
 * The cursor with the lowest document number, the first shard's on ties; `null` when all are at their end.
 */
export function nextInOrder(cursors: readonly ShardCursor[]): ShardCursor | null {
  let first: ShardCursor | null = null;
  for (const cursor of cursors) {
    if (!cursor.isAtEnd && (first === null || cursor.order < first.order)) first = cursor;
  }
  return first;
}

/** The cursor of the next document, shard by shard. */
export function nextByShard(cursors: readonly ShardCursor[]): ShardCursor | null {
  return cursors.find(({ isAtEnd }) => !isAtEnd) ?? null;
}
