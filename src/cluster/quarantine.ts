import type { Clock } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';

export const QUARANTINE = 'quarantine';
const REASON_FILE = 'README.txt';

/** A file or folder to quarantine. */
export interface SetAside {
  /** Path components from the data folder to the file or folder. */
  readonly path: readonly string[];
  /** Why, for people. */
  readonly reason: string;
}

/** The folder of a shard copy. */
export interface CopyFolder {
  readonly nodeId: string;
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
}

/**
 * Keeps files that are unusable but must not be lost, in `quarantine/<time>-<what>/` with a file that gives
 * the reasons. They keep their path within the data folder, so that one command moves them back. Rockpool
 * never reads or deletes them.
 */
export class Quarantine {
  readonly #directory: Directory;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(dataFolder: Directory, clock: Pick<Clock, 'nowMs'>) {
    this.#directory = dataFolder;
    this.#clock = clock;
  }

  /**
   * Moves files and folders into one new folder, whose name ends with `label`; skips missing ones. The
   * reasons are durable before anything is moved. Resolves to the folder's path within the data folder, or
   * `null` if nothing was moved.
   */
  async setAside(label: string, things: readonly SetAside[]): Promise<string | null> {
    const present = [];
    for (const thing of things) if (await isThere(this.#directory, thing.path)) present.push(thing);
    if (present.length === 0) return null;
    const entry = await this.#newEntry(label);
    const target = this.#directory.folder(QUARANTINE).folder(entry);
    await writeReason(target, entry, present, this.#time());
    for (const { path } of present) {
      const name = path[path.length - 1];
      await folderAt(this.#directory, path).move(name, folderAt(target, path), name);
    }
    return `${QUARANTINE}/${entry}`;
  }

  /** Quarantines the whole folder of a copy before the copy is recovered. */
  setCopyAside(
    { nodeId, indexName, indexUuid, shardId }: CopyFolder,
    reason: string,
  ): Promise<string | null> {
    const path = ['nodes', nodeId, indexUuid, String(shardId)];
    const said = `copy of shard ${shardId} of the index [${indexName}]: ${reason}`;
    return this.setAside(`${indexUuid}-${shardId}`, [{ path, reason: said }]);
  }

  /** Writes a report into the quarantine; resolves to its path within the data folder. */
  async writeReport(label: string, lines: readonly string[]): Promise<string> {
    const folder = this.#directory.folder(QUARANTINE);
    const name = `${await this.#newEntry(label)}.txt`;
    await writeText(folder, name, lines);
    return `${QUARANTINE}/${name}`;
  }

  /** The names of existing entries. */
  async entries(): Promise<readonly string[]> {
    return this.#directory.folder(QUARANTINE).listFolders();
  }

  async #newEntry(label: string): Promise<string> {
    const reports = (await this.#directory.folder(QUARANTINE).list()).map((name) =>
      name.replace(/\.txt$/, ''),
    );
    const taken = new Set([...(await this.entries()), ...reports]);
    const wanted = `${this.#time().replaceAll(':', '-').replace(/\..*/, '')}-${label}`;
    let name = wanted;
    for (let i = 2; taken.has(name); i++) name = `${wanted}-${i}`;
    return name;
  }

  #time(): string {
    return new Date(this.#clock.nowMs()).toISOString();
  }
}

/** The folder that contains the file or folder at a path. */
function folderAt(root: Directory, path: readonly string[]): Directory {
  return path.slice(0, -1).reduce((folder, name) => folder.folder(name), root);
}

async function isThere(root: Directory, path: readonly string[]): Promise<boolean> {
  const parent = folderAt(root, path);
  const name = path[path.length - 1];
  return (await parent.exists(name)) || (await parent.listFolders()).includes(name);
}

async function writeReason(
  target: Directory,
  entry: string,
  things: readonly SetAside[],
  time: string,
): Promise<void> {
  const lines = [
    `Set aside by Rockpool at ${time}:`,
    '',
    ...things.map(({ path, reason }) => `  ${path.join('/')}\n    ${reason}`),
    '',
    'Rockpool never reads or deletes these files. Delete them when you are sure that you do not need them. To',
    'restore one, stop the server and move it from here to the same path in the data folder, for example:',
    '',
    ...things
      .slice(0, 1)
      .map(({ path }) => `  mv ${QUARANTINE}/${entry}/${path.join('/')} ${path.join('/')}`),
  ];
  await writeText(target, REASON_FILE, lines);
}

async function writeText(folder: Directory, name: string, lines: readonly string[]): Promise<void> {
  const output = await folder.create(name);
  try {
    output.write(Buffer.from(lines.map((line) => `${line}\n`).join('')));
    await output.sync();
  } finally {
    await output.close();
  }
  await folder.syncFolder();
}
