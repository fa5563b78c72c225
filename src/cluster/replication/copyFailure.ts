import { OpenSearchError } from '../../common/index.ts';
import { asShardError } from '../../shard/index.ts';

/** Where a copy is, for messages. */
export interface CopyPlace {
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly nodeId: string;
}

/** A message that begins with the name of a file of a shard. */
const FILE = /^(?:_\w[\w.]*|(?:pending_)?segments_\w+|translog-\d+\.\w+|translog\.ckp): /;

/** `[index][shard] nodes/<node>/<uuid>/<shard>[/<file>]: what`, without paths outside the data folder. */
export function failureDetails(place: CopyPlace, error: unknown, prefix = ''): string {
  const { indexName, indexUuid, shardId, nodeId } = place;
  const seen = asShardError(error);
  const what = `${prefix}${seen instanceof Error ? seen.message : String(seen)}`;
  const path = `nodes/${nodeId}/${indexUuid}/${shardId}`;
  return `[${indexName}][${shardId}] ${path}${FILE.test(what) ? '/' : ': '}${what}`;
}

/** Types of errors that may be gone at the next attempt. */
const TRANSIENT = new Set(['i_o_exception', 'already_closed_exception', 'node_closed_exception']);

/**
 * Whether an error is permanent because files are damaged. Errors of the disk are transient, and so are those of a state
 * that cannot be saved or of a copy that was closed meanwhile.
 */
export function isDamage(error: unknown): boolean {
  const seen = asShardError(error);
  if (seen instanceof OpenSearchError) return !TRANSIENT.has(seen.type);
  // Thrown for damaged bytes that no check has caught.
  return seen instanceof RangeError || seen instanceof TypeError || seen instanceof SyntaxError;
}
