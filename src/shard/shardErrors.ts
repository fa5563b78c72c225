import { OpenSearchError, storageError } from '../common/index.ts';
import { CorruptFileError, NoSuchFileError } from '../directory/index.ts';
import { FatalStorageError } from './storageError.ts';

/** The shard was closed, possibly by a failed write to disk. */
export function shardClosed(cause: Error | null): OpenSearchError {
  const why = cause === null ? '' : `: ${storageReason(cause)}`;
  return new OpenSearchError('already_closed_exception', `engine is closed${why}`);
}

/** Converts disk errors to the form for clients, without paths. Other errors are returned unchanged. */
export function asShardError(error: unknown): unknown {
  if (error instanceof CorruptFileError || error instanceof NoSuchFileError)
    return new OpenSearchError('corrupt_index_exception', error.message);
  if (error instanceof FatalStorageError) return new OpenSearchError('i_o_exception', storageReason(error));
  return storageError(error) ?? error;
}

function storageReason(error: Error): string {
  return storageError(error)?.reason ?? (error.cause instanceof Error ? error.cause : error).message;
}
