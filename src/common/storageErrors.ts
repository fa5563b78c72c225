import { OpenSearchError } from './errors.ts';

/** The texts of strerror for error codes; the original passes them on. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EBUSY: 'Device or resource busy',
  EDQUOT: 'Disk quota exceeded',
  EEXIST: 'File exists',
  EFBIG: 'File too large',
  EIO: 'Input/output error',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  EMFILE: 'Too many open files',
  ENAMETOOLONG: 'File name too long',
  ENFILE: 'Too many open files in system',
  ENODEV: 'No such device',
  ENOENT: 'No such file or directory',
  ENOSPC: 'No space left on device',
  ENOTDIR: 'Not a directory',
  ENOTEMPTY: 'Directory not empty',
  ENXIO: 'No such device or address',
  EPERM: 'Operation not permitted',
  EROFS: 'Read-only file system',
  ESTALE: 'Stale file handle',
  ETXTBSY: 'Text file busy',
  EXDEV: 'Invalid cross-device link',
};

/**
 * An error of the disk, or one whose `cause` is, as a client may see it: an i_o_exception (500) with the text of its
 * code, without the path that the system's message names. Null for every other error.
 */
export function storageError(error: unknown): OpenSearchError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OpenSearchError) return null;
    const { code } = cause as NodeJS.ErrnoException;
    const reason = typeof code === 'string' && Object.hasOwn(WORDS, code) ? WORDS[code] : null;
    if (reason !== null) return new OpenSearchError('i_o_exception', reason);
  }
  return null;
}

/** Whether a file or folder cannot be made because of its path: another path may work. */
export function isPathError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return ['EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOTDIR'].includes(code ?? '');
}
