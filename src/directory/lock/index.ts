import type { DirectoryLock } from '../directory.ts';
import { takeKernelLock } from './kernelLock.ts';
import { loadTryLock } from './nativeLocks.ts';
import { takePidLock } from './pidLock.ts';

/** Error codes of file systems without locks. */
const NO_LOCKS = new Set(['ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);

/** Locks the file at `path`, with a kernel lock where possible. Throws LockHeldError. */
export async function takeLock(path: string): Promise<DirectoryLock> {
  const tryLock = loadTryLock();
  if (typeof tryLock === 'string') return { release: await takePidLock(path), weakness: tryLock };
  try {
    return { release: await takeKernelLock(path, tryLock), weakness: null };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!NO_LOCKS.has(code)) throw error;
    return { release: await takePidLock(path), weakness: `the file system has no locks (${code})` };
  }
}
