import type { DirectoryLock } from '../directory.ts';
import { takeKernelLock } from './kernelLock.ts';
import { loadTryLock } from './nativeLocks.ts';
import { takePidLock } from './pidLock.ts';

/** What a file system answers that has no locks. */
const NO_LOCKS = new Set(['ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);

/** Takes the lock file at `path`, by the kernel's lock where there is one. Throws LockHeldError. */
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
