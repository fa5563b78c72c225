import type { JsonObject } from '../../common/index.ts';
import type { Directory } from '../../directory/index.ts';
import type { FolderCheck } from '../metadata/checkState.ts';
import { noteProblem } from '../metadata/checkState.ts';
import { readState } from '../metadata/stateFile.ts';
import { parseSnapshot, SNAPSHOT_PREFIX, type Snapshot } from './repository.ts';

export interface RepositoryCheck extends FolderCheck {
  /** Those whose file is whole. */
  readonly snapshots: readonly Snapshot[];
}

/** Reads the file of every snapshot of a repository's folder. */
export async function checkRepository(directory: Directory): Promise<RepositoryCheck> {
  const problems: string[] = [];
  const snapshots: Snapshot[] = [];
  const isSnapshot = (name: string): boolean => name.startsWith(SNAPSHOT_PREFIX) && !name.endsWith('.tmp');
  const names = await directory.list();
  for (const name of names.filter(isSnapshot)) {
    await noteProblem(problems, name, async () => {
      snapshots.push(parseSnapshot((await readState(directory, name)) as JsonObject));
    });
  }
  const leftovers = names.filter((name) => !isSnapshot(name));
  return { files: names.length - leftovers.length, problems, leftovers, snapshots };
}
