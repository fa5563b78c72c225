import { nothing, OpenSearchError, type Turns } from '../../common/index.ts';
import { allShardsFailed } from '../failures.ts';
import { isFatal, type QueryRun } from '../runner.ts';
import { openShardSearch } from '../shard/shardContext.ts';
import type { SearchSource } from '../source/searchSource.ts';
import { type MatchedShard, matchShard } from './matchShard.ts';
import { nextByShard, nextInOrder, ShardCursor } from './shardCursor.ts';
import { sourceReader } from './sourceReader.ts';

/** What a scan finds on each shard that answers. Throws when none does. */
export function* matchShards(run: QueryRun): Turns<readonly MatchedShard[]> {
  const { environment, source, recorder, tasks, task } = run;
  const matched: MatchedShard[] = [];
  const failures = [...run.failures];
  for (const open of run.open) {
    try {
      const query = recorder.query(open, matchShard(openShardSearch(open, environment), source));
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

/** Small at first: the reader may need few documents only. */
const FIRST_BATCH = 64;
/** What a reader makes of a document may take its time. */
const LARGEST_BATCH = 512;

/** What `read` makes of the documents, batch by batch: by their numbers (`_doc`), or shard by shard. */
export function* documentBatches<T>(
  shards: readonly MatchedShard[],
  { sort, fetchSource }: Pick<SearchSource, 'sort' | 'fetchSource'>,
  read: (document: ShardCursor) => T,
): Generator<readonly T[]> {
  const readSource = sourceReader(fetchSource);
  const cursors = shards.map((shard) => new ShardCursor(shard, readSource));
  const nextOf = sort.length > 0 && cursors.length > 1 ? nextInOrder : nextByShard;
  let size = FIRST_BATCH;
  let batch: T[] = [];
  for (let cursor = nextOf(cursors); cursor !== null; cursor = nextOf(cursors)) {
    batch.push(read(cursor));
    cursor.advance();
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size = Math.min(LARGEST_BATCH, size * 2);
  }
  if (batch.length > 0) yield batch;
}
