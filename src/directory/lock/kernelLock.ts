import { constants } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { LockHeldError } from '../directory.ts';
import { PRIVATE_FILE } from '../modes.ts';
import { describeHolder, holderText, isRunning, parseHolder, thisProcess } from './holder.ts';
import type { TryLock } from './nativeLocks.ts';

/** Handles of locked files. Node closes unreferenced handles, which would release their locks. */
const held = new Set<FileHandle>();

/**
 * Locks the file at `path` through an open handle. The kernel releases the lock when the process ends,
 * however it ends. It also works between worker threads, PID namespaces and users. Throws LockHeldError, and
 * the system's error where the file system has no locks. Resolves to the function that releases the lock.
 */
export async function takeKernelLock(path: string, tryLock: TryLock): Promise<() => Promise<void>> {
  for (;;) {
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE);
    let isOurs = false;
    try {
      if (!tryLock(handle.fd)) throw new LockHeldError(path, await describeHolder(path));
      await refusePidLock(handle, path);
      await write(handle, holderText(thisProcess(true)));
      // The previous holder may have removed the file after we opened it: a lock on an unlinked file protects
      // nothing.
      isOurs = await isNamed(handle, path);
    } finally {
      if (!isOurs) await handle.close();
    }
    if (!isOurs) continue;
    held.add(handle);
    return () => release(handle, path);
  }
}

/**
 * Removes the file before releasing the lock. A process that has opened it meanwhile finds it unlinked and
 * retries.
 */
async function release(handle: FileHandle, path: string): Promise<void> {
  if (!held.delete(handle)) return;
  try {
    if (process.platform === 'win32') await write(handle, '');
    else if (await isNamed(handle, path)) await rm(path, { force: true });
  } finally {
    await handle.close();
  }
}

/**
 * Throws LockHeldError if a process without kernel locks, or of an older version, holds the file by its pid.
 */
async function refusePidLock(handle: FileHandle, path: string): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
  const holder = parseHolder(buffer.toString('utf8', 0, bytesRead));
  if (holder === null || holder.isKernelHeld || !isRunning(holder)) return;
  throw new LockHeldError(path, await describeHolder(path));
}

async function write(handle: FileHandle, text: string): Promise<void> {
  await handle.truncate(0);
  await handle.write(text, 0);
}

async function isNamed(handle: FileHandle, path: string): Promise<boolean> {
  const named = await stat(path, { bigint: true }).catch(() => null);
  const opened = await handle.stat({ bigint: true });
  return named !== null && named.ino === opened.ino && named.dev === opened.dev;
}
