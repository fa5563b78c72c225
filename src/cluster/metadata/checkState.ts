import { OpenSearchError } from '../../common/index.ts';
import { CorruptFileError, type Directory, NoSuchFileError } from '../../directory/index.ts';
import type { IndexMetadata } from './clusterState.ts';
import { StateStore } from './stateStore.ts';

/** The result of checking a folder, by file name. */
export interface FolderCheck {
  readonly files: number;
  /** Each as `file: problem`. */
  readonly problems: readonly string[];
  /** Names of unneeded files. */
  readonly leftovers: readonly string[];
}

export interface StateCheck extends FolderCheck {
  /**
   * The indices of the manifest. If an index's own file is damaged, only the metadata in the manifest is
   * present.
   */
  readonly indices: readonly IndexMetadata[];
}

/** Reads every file of the cluster state. */
export async function checkState(directory: Directory): Promise<StateCheck> {
  const store = new StateStore(directory);
  const names = await directory.list();
  const problems: string[] = [];
  const indices: IndexMetadata[] = [];
  let isRead = false;
  await noteProblem(problems, 'manifest', async () => {
    const state = await store.read();
    isRead = true;
    for (const index of state?.indices.values() ?? []) {
      indices.push(index);
      if (index.damage !== null)
        problems.push(`${index.damage.replace(/^state\//, '')} (index [${index.name}])`);
    }
  });
  // When the state cannot be read, it is unknown which files are needed.
  const leftovers = isRead ? await store.leftovers() : [];
  return { files: names.length - leftovers.length, problems, leftovers, indices };
}

/** Runs a check of a file; an error due to the file is added to `problems`. */
export async function noteProblem(
  problems: string[],
  name: string,
  task: () => Promise<unknown>,
): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (error instanceof CorruptFileError || error instanceof NoSuchFileError) problems.push(error.message);
    else if (error instanceof OpenSearchError || error instanceof TypeError) {
      problems.push(`${name}: ${error.message}`);
    } else throw error;
  }
}
