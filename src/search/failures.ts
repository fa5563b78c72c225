import { type JsonObject, OpenSearchError, type Steps } from '../common/index.ts';
import type { ShardFailure, ShardTarget } from './shard/target.ts';

/** A shard's failure as printed in `_shards.failures` and `failed_shards`. */
export function failureJson({ target, error }: ShardFailure): JsonObject {
  return {
    shard: target.shardId,
    index: target.index.name,
    ...(target.handle.routing.nodeId === null ? {} : { node: target.handle.routing.nodeId }),
    reason: error.toJson() as JsonObject,
  };
}

/** One failure per kind and index. */
function distinctFailures(failures: readonly ShardFailure[]): readonly ShardFailure[] {
  const seen = new Map<string, ShardFailure>();
  for (const failure of failures) {
    const { type, reason } = failure.error;
    const key = JSON.stringify([failure.target.index.name, type, reason]);
    if (!seen.has(key)) seen.set(key, failure);
  }
  return [...seen.values()];
}

/** Shards without a copy count as failed, but are not listed, as in the original. */
export function listedFailures(failures: readonly ShardFailure[]): readonly ShardFailure[] {
  return distinctFailures(
    failures.filter(({ error }) => error.type !== 'no_shard_available_action_exception'),
  );
}

/** Runs the reduction; its errors are not failures of a shard, but fail the whole search. */
export function* reducing<T>(reduction: Steps<T>): Steps<T> {
  try {
    return yield* reduction;
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.rootCauses !== null) throw error;
    throw notReduced(error);
  }
}

/** The search has failed, but no shard has. */
export function notReduced(cause: OpenSearchError): OpenSearchError {
  return new OpenSearchError('search_phase_execution_exception', '', {
    status: cause.status,
    metadata: { phase: 'fetch', grouped: true, failed_shards: [] },
    causedBy: cause,
    rootCauses: [],
  });
}

/** The search has failed because the one for the hits of a group has. */
export function notExpanded(cause: OpenSearchError): OpenSearchError {
  return new OpenSearchError('search_phase_execution_exception', 'failed to expand hits', {
    status: cause.status,
    metadata: { phase: 'expand', grouped: true, failed_shards: [] },
    causedBy: cause,
    rootCauses: [],
  });
}

/** The request does not allow partial results, and some shards have no copy. */
export function missingShards(failures: readonly ShardFailure[]): OpenSearchError {
  const shards = failures.map(({ target }) => `[${target.index.name}][${target.shardId}]`).join(', ');
  return new OpenSearchError(
    'search_phase_execution_exception',
    `Search rejected due to missing shards [${shards}]. Consider using \`allow_partial_search_results\` ` +
      'setting to bypass this error.',
    { status: 503, metadata: { phase: 'query', grouped: true, failed_shards: [] }, rootCauses: [] },
  );
}

/** `all shards failed`, in the original's format. */
export function allShardsFailed(
  phase: 'dfs' | 'query' | 'fetch',
  failures: readonly ShardFailure[],
): OpenSearchError {
  const distinct = listedFailures(failures);
  if (distinct.length === 0) {
    return new OpenSearchError('search_phase_execution_exception', 'all shards failed', {
      status: 503,
      metadata: { phase, grouped: true, failed_shards: [] },
      rootCauses: [],
    });
  }
  const first = distinct[0].error;
  const root = first.rootCause;
  return new OpenSearchError('search_phase_execution_exception', 'all shards failed', {
    status: statusOf(distinct),
    metadata: { phase, grouped: true, failed_shards: distinct.map(failureJson) },
    causedBy: topCause(first, root),
    rootCauses: distinct.map(({ error }) => error.rootCause),
  });
}

/**
 * Java's own exceptions are printed nested in themselves; the engine's are omitted if a shard already shows
 * them.
 */
function topCause(first: OpenSearchError, root: OpenSearchError): OpenSearchError | undefined {
  if (root.type !== first.type || root.reason !== first.reason) return root;
  if (!first.isJavaException) return undefined;
  return new OpenSearchError(first.type, first.reason, { causedBy: first });
}

function statusOf(failures: readonly ShardFailure[]): number {
  const statuses = failures.map(({ error }) => error.status);
  return statuses.find((status) => status >= 500) ?? statuses[0];
}

/** A copy without a node. */
export function unassignedFailure(target: ShardTarget): ShardFailure {
  const error = new OpenSearchError(
    'no_shard_available_action_exception',
    `No shard available for [${target.index.name}][${target.shardId}]`,
    {
      metadata: { index: target.index.name, shard: String(target.shardId), index_uuid: target.index.uuid },
    },
  );
  return { target, error };
}

/** Some shards failed, and the request does not allow partial results. */
export function partialShardsFailure(failures: readonly ShardFailure[]): OpenSearchError {
  const distinct = distinctFailures(failures);
  return new OpenSearchError('search_phase_execution_exception', 'Partial shards failure', {
    status: 503,
    metadata: { phase: 'query', grouped: true, failed_shards: distinct.map(failureJson) },
    rootCauses: distinct.map(({ error }) => error.rootCause),
  });
}
