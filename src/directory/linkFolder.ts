import { copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FsDirectory } from './fsDirectory.ts';
import { PRIVATE_FOLDER } from './modes.ts';

/** Files still being written; their writer renames them when done. */
const UNFINISHED = '.tmp';

/**
 * Hard-links every finished file of a folder and its sub-folders into another one (copies where links are not
 * supported). Only for files that are replaced and never modified. Files deleted meanwhile are skipped.
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

/** Like `linkFolder`, for selected files of one folder, which is created if there are any. */
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
