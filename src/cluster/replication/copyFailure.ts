import { OpenSearchError } from '../../common/index.ts';
import { asShardError } from '../../shard/index.ts';

/** The location of a copy, for messages. */
export interface CopyPlace {
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly nodeId: string;
}

/** Matches messages that begin with the name of a shard file. */
const FILE = /^(?:_\w[\w.]*|(?:pending_)?segments_\w+|translog-\d+\.\w+|translog\.ckp): /;

/** `[index][shard] nodes/<node>/<uuid>/<shard>[/<file>]: what`, without paths outside the data folder. */
export function failureDetails(place: CopyPlace, error: unknown, prefix = ''): string {
  const { indexName, indexUuid, shardId, nodeId } = place;
  const seen = asShardError(error);
  const what = `${prefix}${seen instanceof Error ? seen.message : String(seen)}`;
  const path = `nodes/${nodeId}/${indexUuid}/${shardId}`;
  return `[${indexName}][${shardId}] ${path}${FILE.test(what) ? '/' : ': '}${what}`;
}

/** Error types that may disappear on retry. */
const TRANSIENT = new Set(['i_o_exception', 'already_closed_exception', 'node_closed_exception']);

/**
 * Whether an error is permanent because files are damaged. Disk errors are transient, as are unsaved states
 * and copies closed meanwhile.
 */
export function isDamage(error: unknown): boolean {
  const seen = asShardError(error);
  if (seen instanceof OpenSearchError) return !TRANSIENT.has(seen.type);
  // Thrown for damaged bytes that no checksum has caught.
  return seen instanceof RangeError || seen instanceof TypeError || seen instanceof SyntaxError;
}
