import type { JsonObject } from '../../common/index.ts';
import type { Directory } from '../../directory/index.ts';
import type { FolderCheck } from '../metadata/checkState.ts';
import { noteProblem } from '../metadata/checkState.ts';
import { readState } from '../metadata/stateFile.ts';
import {
  parseSnapshot,
  REPOSITORY_INDEX,
  readNames,
  SNAPSHOT_PREFIX,
  type Snapshot,
  snapshotFile,
} from './repository.ts';

export interface RepositoryCheck extends FolderCheck {
  /** Snapshots with an undamaged file. */
  readonly snapshots: readonly Snapshot[];
}

/** Reads the index of a repository's folder and the file of every snapshot. */
export async function checkRepository(directory: Directory): Promise<RepositoryCheck> {
  const problems: string[] = [];
  const snapshots: Snapshot[] = [];
  let isIndexLost = false;
  const isSnapshot = (name: string): boolean => name.startsWith(SNAPSHOT_PREFIX) && !name.endsWith('.tmp');
  const names = await directory.list();
  for (const name of names.filter(isSnapshot)) {
    await noteProblem(problems, name, async () => {
      const json = (await readState(directory, name)) as JsonObject;
      snapshots.push(parseSnapshot(json));
      if (json.indexed === true && !names.includes(REPOSITORY_INDEX)) isIndexLost = true;
    });
  }
  if (isIndexLost) problems.push(`${REPOSITORY_INDEX}: missing`);
  await noteProblem(problems, REPOSITORY_INDEX, async () => {
    for (const name of (await readNames(directory)) ?? []) {
      if (!names.includes(snapshotFile(name))) problems.push(`${snapshotFile(name)}: missing`);
    }
  });
  const leftovers = names.filter((name) => !isSnapshot(name) && name !== REPOSITORY_INDEX);
  return { files: names.length - leftovers.length, problems, leftovers, snapshots };
}
