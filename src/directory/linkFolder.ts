import { copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FsDirectory } from './fsDirectory.ts';
import { PRIVATE_FOLDER } from './modes.ts';

/** Files that are still being written; their writer renames them. */
const UNFINISHED = '.tmp';

/**
 * Puts every finished file of a folder, and of its sub-folders, into another as well: one more name for the same bytes
 * (a copy where the file system has no links). For files that are replaced and never written to. What is deleted
 * meanwhile is left out.
 */
export function linkFolder(from: FsDirectory, to: FsDirectory): Promise<void> {
  return linkAll(from.path, to.path);
}

async function linkAll(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch(ignoreMissing);
  if (!entries || entries.length === 0) return;
  await mkdir(to, { recursive: true, mode: PRIVATE_FOLDER });
  await Promise.all(
    entries.map((entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) return linkAll(source, target);
      return entry.name.endsWith(UNFINISHED) ? null : linkOrCopy(source, target);
    }),
  );
}

/** The same for the files of one folder that are chosen; it is made when there are any. */
export async function linkFiles(
  from: FsDirectory,
  to: FsDirectory,
  isChosen: (name: string) => boolean,
): Promise<void> {
  const names = (await readdir(from.path).catch(ignoreMissing)) ?? [];
  const chosen = names.filter((name) => isChosen(name) && !name.endsWith(UNFINISHED));
  if (chosen.length === 0) return;
  await mkdir(to.path, { recursive: true, mode: PRIVATE_FOLDER });
  await Promise.all(chosen.map((name) => linkOrCopy(join(from.path, name), join(to.path, name))));
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') await copyFile(from, to).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
