import { createRequire } from 'node:module';

/**
 * Locks the open file description of `fd`. Returns false if the lock is held elsewhere; throws the system's
 * error.
 */
export type TryLock = (fd: number) => boolean;

interface NativeLocks {
  tryLock(fd: number, offset: number, length: number, isExclusive: boolean): void;
}

/**
 * On Windows other processes cannot read locked bytes, so one byte far behind the text is locked. Elsewhere
 * the whole file is, which is all that macOS offers.
 */
const [OFFSET, LENGTH] = process.platform === 'win32' ? [2 ** 30, 1] : [0, 0];

/** Error codes that mean the lock is held. */
const HELD = new Set(['EAGAIN', 'EACCES', 'EBUSY']);

/**
 * The locks of fs-native-extensions: open-file-description locks on Linux, flock on macOS, LockFileEx on
 * Windows. Returns the reason if its binary does not load. The binary is loaded by path: the package's own
 * lookup takes more than a tenth of a server's start-up time.
 */
export function loadTryLock(): TryLock | string {
  const file = `fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`;
  let native: NativeLocks;
  try {
    native = createRequire(import.meta.url)(file) as NativeLocks;
  } catch (error) {
    return `fs-native-extensions cannot be loaded (${(error as NodeJS.ErrnoException).code ?? error})`;
  }
  return (fd) => {
    try {
      native.tryLock(fd, OFFSET, LENGTH, true);
      return true;
    } catch (error) {
      if (HELD.has((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  };
}
