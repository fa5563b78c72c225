import { BucketAccount } from '../aggregation/index.ts';
import type { IndexResolver, Task } from '../cluster/index.ts';
import { type CircuitBreakers, type Clock, Pacer, type Random } from '../common/index.ts';
import { Deadline } from './deadline.ts';
import type { SearchLimits } from './searchLimits.ts';
import type { SearchEnvironment } from './shard/shardContext.ts';
import type { SearchSource } from './source/searchSource.ts';
import type { SearchRequest } from './types.ts';

interface Surroundings {
  readonly resolver: IndexResolver;
  readonly clock: Clock;
  readonly random: Random;
  readonly breakers?: CircuitBreakers;
}

/** State shared by all shards of a search; its time starts now. */
export function searchEnvironment(
  { resolver, random, clock, breakers }: Surroundings,
  limits: SearchLimits,
  request: SearchRequest,
  source: SearchSource,
  task: Task | null,
): SearchEnvironment {
  const timeoutMs = source.timeoutMs ?? limits.defaultTimeoutMs;
  const deadline = new Deadline(clock, { gone: request.signal, cancelled: task, timeoutMs });
  const memory = breakers?.open('request', 'allocated_buckets') ?? null;
  const checkCancelled = (): void => deadline.check();
  return {
    resolver,
    random,
    nowMs: clock.nowMs(),
    nanoTime: () => clock.nanoTime(),
    allowExpensiveQueries: limits.allowExpensiveQueries,
    allowIdFieldData: limits.allowIdFieldData,
    checkCancelled,
    checkGone: () => deadline.checkGone(),
    liftTimeout: () => deadline.liftTimeout(),
    pacer: new Pacer(clock),
    findingPacer: new Pacer(clock, checkCancelled),
    buckets: new BucketAccount(limits.of('buckets'), memory),
    explains: request.explains,
    absentIsNull: source.isExplanation,
  };
}
