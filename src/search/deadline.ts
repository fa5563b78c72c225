import { type Clock, OpenSearchError } from '../common/index.ts';
import { SearchTimeout } from './shard/queryPhase.ts';

/** What long loops ask: throws when the request was cancelled, or when its time is over. */
export function deadlineCheck(
  clock: Clock,
  signal: AbortSignal | null,
  timeoutMs: number | null,
): () => void {
  const deadline =
    timeoutMs === null || timeoutMs < 0 ? null : clock.nanoTime() + BigInt(Math.ceil(timeoutMs * 1e6));
  return () => {
    if (signal?.aborted === true) {
      throw new OpenSearchError('task_cancelled_exception', 'The task is cancelled.');
    }
    if (deadline !== null && clock.nanoTime() > deadline) throw new SearchTimeout();
  };
}
