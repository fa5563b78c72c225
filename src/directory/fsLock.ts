import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { type DirectoryLock, LockHeldError } from './directory.ts';

/** Lock files of this process: a second taker within it is refused as one of another process is. */
const heldHere = new Set<string>();
let temporaries = 0;

/**
 * Takes the lock file at `path`. It names its holder (pid and start time of the process, as pids are used again);
 * the lock of a dead holder is taken over. Throws LockHeldError.
 */
export async function takeLock(path: string): Promise<DirectoryLock> {
  if (heldHere.has(path)) throw new LockHeldError(path, `pid ${process.pid}, this process`);
  heldHere.add(path);
  try {
    await linkNew(path);
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
  return {
    release: async () => {
      if (heldHere.delete(path)) await rm(path, { force: true });
    },
  };
}

/** link() fails when the name is taken, and the content is whole from the first moment. */
async function linkNew(path: string): Promise<void> {
  const temporary = `${path}.${process.pid}.${temporaries++}`;
  await writeFile(temporary, holderOf(process.pid));
  try {
    while (!(await tryLink(temporary, path))) {
      const holder = await readFile(path, 'utf8').catch(() => null);
      if (holder === null) continue;
      if (isAlive(holder)) throw new LockHeldError(path, `pid ${holder.split(' ')[0]}`);
      await removeStale(path, holder);
    }
  } finally {
    await rm(temporary, { force: true });
  }
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
async function removeStale(path: string, staleHolder: string): Promise<void> {
  const aside = `${path}.stale.${process.pid}.${temporaries++}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8');
  if (moved !== staleHolder) await tryLink(aside, path);
  await rm(aside, { force: true });
}

function isAlive(holder: string): boolean {
  const pid = Number(holder.split(' ')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  // Our own pid and not in heldHere: left behind by an earlier process with the same pid.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return holder === holderOf(pid) || startTime(pid) === '';
}

function holderOf(pid: number): string {
  return `${pid} ${startTime(pid)}`;
}

/** The process' start in clock ticks (Linux); empty where the system does not tell. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
