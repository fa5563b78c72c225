import { OpenSearchError } from '../../common/index.ts';

type ResourceType = 'index_or_alias' | 'index_expression' | 'aliases';

export function indexNotFound(name: string, resourceType: ResourceType = 'index_or_alias'): OpenSearchError {
  return new OpenSearchError('index_not_found_exception', `no such index [${name}]`, {
    metadata: { index: name, 'resource.id': name, 'resource.type': resourceType, index_uuid: '_na_' },
  });
}

export function indexClosed(index: { readonly name: string; readonly uuid: string }): OpenSearchError {
  return new OpenSearchError('index_closed_exception', 'closed', {
    metadata: { index: index.name, index_uuid: index.uuid },
  });
}

export function indexExists(index: { readonly name: string; readonly uuid: string }): OpenSearchError {
  const reason = `index [${index.name}/${index.uuid}] already exists`;
  return new OpenSearchError('resource_already_exists_exception', reason, {
    metadata: { index: index.name, index_uuid: index.uuid },
  });
}

/** All copies of a shard are on stopped nodes. */
export function noShardAvailable(index: string, shardId: number): OpenSearchError {
  const reason = `No shard available for [get [${index}][${shardId}]]`;
  return new OpenSearchError('no_shard_available_action_exception', reason, {
    metadata: { index, shard: String(shardId) },
  });
}

export function routingMissing(
  index: { readonly name: string; readonly uuid: string },
  id: string,
): OpenSearchError {
  return new OpenSearchError('routing_missing_exception', `routing is required for [${index.name}]/[${id}]`, {
    metadata: { index_uuid: index.uuid, index: index.name },
  });
}

/** The error of a write whose shards stayed unavailable; `waited` gives the timeout and the request. */
export function shardsUnavailable(
  index: string,
  shardId: number,
  what: string,
  waited: string,
): OpenSearchError {
  return new OpenSearchError('unavailable_shards_exception', `[${index}][${shardId}] ${what} ${waited}`);
}

/** `Validation Failed: 1: …;2: …;` */
export function validationFailed(problems: readonly string[]): OpenSearchError {
  const list = problems.map((problem, i) => `${i + 1}: ${problem};`).join('');
  return new OpenSearchError('action_request_validation_exception', `Validation Failed: ${list}`);
}
