import { nothing, OpenSearchError, type Pacer, type Turns } from '../../common/index.ts';
import { allShardsFailed } from '../failures.ts';
import { isFatal, type QueryRun } from '../runner.ts';
import { openShardSearch } from '../shard/shardContext.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { DocumentWindow } from '../types.ts';
import { type MatchedShard, matchShard } from './matchShard.ts';
import { nextByShard, nextInOrder, ShardCursor } from './shardCursor.ts';
import { sourceReader } from './sourceReader.ts';

/** The result of a scan on each shard, the first `limit` documents of each. Throws if no shard succeeds. */
export function* matchShards(
  run: QueryRun,
  limit = Number.POSITIVE_INFINITY,
): Turns<readonly MatchedShard[]> {
  const { environment, source, recorder, tasks, task } = run;
  const matched: MatchedShard[] = [];
  const failures = [...run.failures];
  for (const open of run.open) {
    try {
      const query = recorder.query(open, matchShard(openShardSearch(open, environment), source, limit));
      matched.push(yield* tasks.shard(task, 'phase/query', open.target, query));
    } catch (error) {
      if (!(error instanceof OpenSearchError) || isFatal(error)) throw error;
      failures.push({ target: open.target, error });
    }
  }
  environment.liftTimeout();
  if (failures.length > 0 && matched.length === 0) throw allShardsFailed('query', failures);
  yield* recorder.fetch(run.open, nothing());
  return matched;
}

type ScanSource = Pick<SearchSource, 'sort' | 'fetchSource'>;

/** Iterates over the documents by number (`_doc`), or shard by shard; `null` at the end. */
function inOrder(
  shards: readonly MatchedShard[],
  { sort, fetchSource }: ScanSource,
): () => ShardCursor | null {
  const readSource = sourceReader(fetchSource);
  const cursors = shards.map((shard) => new ShardCursor(shard, readSource));
  const nextOf = sort.length > 0 && cursors.length > 1 ? nextInOrder : nextByShard;
  return () => nextOf(cursors);
}

/** Small at first, because the reader may need only a few documents. */
const FIRST_BATCH = 64;
/** Reading a document may be slow. */
const LARGEST_BATCH = 512;

/** Yields what `read` returns for the documents, in batches. */
export function* documentBatches<T>(
  shards: readonly MatchedShard[],
  source: ScanSource,
  read: (document: ShardCursor) => T,
): Generator<readonly T[]> {
  const next = inOrder(shards, source);
  let size = FIRST_BATCH;
  let batch: T[] = [];
  for (let cursor = next(); cursor !== null; cursor = next()) {
    batch.push(read(cursor));
    cursor.advance();
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size = Math.min(LARGEST_BATCH, size * 2);
  }
  if (batch.length > 0) yield batch;
}

/** Documents read between two checks of the clock. */
const READ_BETWEEN_LOOKS = 64;

/** Returns what `read` returns for the documents of a window. */
export function* documentsOf<T>(
  shards: readonly MatchedShard[],
  source: ScanSource,
  { from, size }: DocumentWindow,
  read: (document: ShardCursor) => T,
  pacer: Pacer,
): Turns<readonly T[]> {
  const next = inOrder(shards, source);
  const documents: T[] = [];
  for (let at = 0, cursor = next(); cursor !== null && at < from + size; cursor = next(), at++) {
    if (at >= from) documents.push(read(cursor));
    cursor.advance();
    if (at % READ_BETWEEN_LOOKS === READ_BETWEEN_LOOKS - 1 && pacer.isOver()) yield pacer.pause();
  }
  return documents;
}
