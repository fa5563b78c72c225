import type { JsonObject } from '../../common/index.ts';
import type { MatchedDocs, MatchedShard } from './matchShard.ts';
import type { SourceReader } from './sourceReader.ts';

/**
 * The document that a scan is at on one shard, in the shape of a hit. One object goes over all documents, so that a scan
 * costs what its reader makes of them.
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

  /** Read anew at each call; undefined where the mapping keeps no source. */
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

/** Whose document comes next by its number, the first shard's of equal ones; null when all are at their end. */
export function nextInOrder(cursors: readonly ShardCursor[]): ShardCursor | null {
  let first: ShardCursor | null = null;
  for (const cursor of cursors) {
    if (!cursor.isAtEnd && (first === null || cursor.order < first.order)) first = cursor;
  }
  return first;
}

/** Whose document comes next, shard by shard. */
export function nextByShard(cursors: readonly ShardCursor[]): ShardCursor | null {
  return cursors.find(({ isAtEnd }) => !isAtEnd) ?? null;
}
