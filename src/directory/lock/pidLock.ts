import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { LockHeldError } from '../directory.ts';
import { PRIVATE_FILE } from '../modes.ts';
import { describeHolder, type Holder, holderText, isRunning, parseHolder, thisProcess } from './holder.ts';

/** Lock files of this thread: a second taker within it is refused as one of another process is. */
const heldHere = new Set<string>();
let temporaries = 0;

/**
 * Takes the lock file at `path` by linking a file that names this process; the lock of a dead process is taken over.
 * For systems without locks of the kernel: it does not see processes of other PID namespaces and machines.
 * Throws LockHeldError. Resolves to the release.
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

/** link() fails when the name is taken, and the content is whole from the first moment. */
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

/** Without a start time, our own pid was left behind by an earlier process: what this thread holds is in heldHere. */
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

/** Moves the file away first: if another process has just taken the lock, its file is put back. */
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
