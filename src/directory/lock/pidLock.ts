import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { LockHeldError } from '../directory.ts';
import { PRIVATE_FILE } from '../modes.ts';
import { describeHolder, type Holder, holderText, isRunning, parseHolder, thisProcess } from './holder.ts';

/** Lock files held by this thread; a second attempt fails as if another process held the lock. */
const heldHere = new Set<string>();
let temporaries = 0;

/**
 * Takes the lock file at `path` by linking a file that names this process; takes over the lock of a dead
 * process. For systems without kernel locks: it cannot see processes in other PID namespaces or on other
 * machines. Throws LockHeldError. Resolves to the function that releases the lock.
 */
export async function takePidLock(path: string): Promise<() => Promise<void>> {
  if (heldHere.has(path)) throw new LockHeldError(path, `pid ${process.pid}, this process`);
  heldHere.add(path);
  try {
    await linkNew(path);
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
  return async () => {
    if (heldHere.delete(path)) await rm(path, { force: true });
  };
}

/**
 * Links a file that is already complete: link() fails if the name is taken, and nobody sees partial content.
 */
async function linkNew(path: string): Promise<void> {
  const temporary = `${path}.${process.pid}.${temporaries++}`;
  await writeFile(temporary, holderText(thisProcess(false)), { mode: PRIVATE_FILE });
  try {
    while (!(await tryLink(temporary, path))) {
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) continue;
      const holder = parseHolder(text);
      if (holder !== null && isHeld(holder)) throw new LockHeldError(path, await describeHolder(path));
      await removeStale(path, text);
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Our own pid without a start time belongs to an earlier process, since this thread's locks are in heldHere.
 */
function isHeld(holder: Holder): boolean {
  return isRunning(holder) && (holder.pid !== process.pid || holder.startTime !== '');
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the stale file away first; if another process has just taken the lock, its file is put back. */
async function removeStale(path: string, staleText: string): Promise<void> {
  const aside = `${path}.stale.${process.pid}.${temporaries++}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8');
  if (moved !== staleText) await tryLink(aside, path);
  await rm(aside, { force: true });
}
