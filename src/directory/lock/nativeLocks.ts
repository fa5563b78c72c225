import { createRequire } from 'node:module';

/** Locks an open file for its open file description. False while another one holds it; throws the system's error. */
export type TryLock = (fd: number) => boolean;

interface NativeLocks {
  tryLock(fd: number, offset: number, length: number, isExclusive: boolean): void;
}

/**
 * Windows keeps others from reading what is locked, so one byte far behind the text is. The others lock the file as a
 * whole (macOS can do nothing else).
 */
const [OFFSET, LENGTH] = process.platform === 'win32' ? [2 ** 30, 1] : [0, 0];

/** What the systems call a lock that is held. */
const HELD = new Set(['EAGAIN', 'EACCES', 'EBUSY']);

/**
 * The locks of fs-native-extensions: open-file-description locks on Linux, flock on macOS, LockFileEx on Windows.
 * Returns why there are none where its binary does not load. The binary is loaded by its path: the package's own
 * search for it takes longer than a tenth of a server's start.
 */
export function loadTryLock(): TryLock | string {
  const file = `fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`;
  let native: NativeLocks;
  try {
    native = createRequire(import.meta.url)(file) as NativeLocks;
  } catch (error) {
    return `fs-native-extensions does not load here (${(error as NodeJS.ErrnoException).code ?? error})`;
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
