import { OpenSearchError } from '../common/index.ts';
import { CorruptFileError, NoSuchFileError } from '../directory/index.ts';
import { FatalStorageError } from './storageError.ts';

/** The shard was closed, or a failed write to disk has closed it. */
export function shardClosed(cause: Error | null): OpenSearchError {
  const why = cause === null ? '' : `: ${storageReason(cause)}`;
  return new OpenSearchError('already_closed_exception', `engine is closed${why}`);
}

/** Errors of the disk as a client may see them: without paths. Others pass. */
export function asShardError(error: unknown): unknown {
  if (error instanceof CorruptFileError || error instanceof NoSuchFileError)
    return new OpenSearchError('corrupt_index_exception', error.message);
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof FatalStorageError || typeof code === 'string') {
    return new OpenSearchError('i_o_exception', storageReason(error as Error));
  }
  return error;
}

function storageReason(error: Error): string {
  const root = error.cause instanceof Error ? error.cause : error;
  const { code, syscall } = root as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'No space left on device';
  return typeof code === 'string' ? `${code}${syscall ? ` (${syscall})` : ''}` : root.message;
}
