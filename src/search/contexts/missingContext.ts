import { OpenSearchError } from '../../common/index.ts';
import { unreadablePitId, unreadableScrollId } from './foreignId.ts';
import { type IdParts, idParts } from './readerContexts.ts';

/** `No search context found for id [n]`, or why the text is not a scroll id. */
export function missingScroll(id: string): OpenSearchError {
  const parts = idParts(id);
  return parts === null ? unreadableScrollId(id) : scrollMissing(parts);
}

/** Like `missingScroll`, for a point in time, whose id contains its shards. */
export function missingPit(id: string): OpenSearchError {
  const parts = idParts(id);
  return parts === null ? unreadablePitId(id) : pitMissing(parts);
}

/** Throws for a text that never was the id of a point in time. */
export function checkPitId(id: string): void {
  if (idParts(id) === null) throw unreadablePitId(id);
}

function missing(number: number): OpenSearchError {
  return new OpenSearchError(
    'search_context_missing_exception',
    `No search context found for id [${number}]`,
  );
}

function scrollMissing({ number }: IdParts): OpenSearchError {
  const cause = missing(number);
  return new OpenSearchError('search_phase_execution_exception', 'all shards failed', {
    status: 404,
    metadata: {
      phase: 'query',
      grouped: true,
      failed_shards: [{ shard: -1, index: null, reason: cause.toJson() }],
    },
    causedBy: cause,
    rootCauses: [cause],
  });
}

function pitMissing({ number, places }: IdParts): OpenSearchError {
  const causes = places.map((_, i) => missing(number + i));
  const failedShards = places.map(([index, shard, node], i) => {
    return { shard, index, ...(node === null ? {} : { node }), reason: causes[i].toJson() };
  });
  return new OpenSearchError('search_phase_execution_exception', 'all shards failed', {
    status: 404,
    metadata: { phase: 'query', grouped: true, failed_shards: failedShards },
    rootCauses: causes,
  });
}
