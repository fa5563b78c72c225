import { OpenSearchError } from './errors.ts';

/** The strerror texts of error codes, which the original passes on. */
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
 * A disk error, or an error caused by one, as a client may see it: an i_o_exception (500) with the text of
 * its code, but without the path in the system's message. `null` for every other error.
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

/** Whether creating a file or folder failed because of its path, so that another path may work. */
export function isPathError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return ['EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOTDIR'].includes(code ?? '');
}
