import { expect, it } from 'vitest';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { finishReplacement, replaceFolders } from '../../../src/node/replacement.ts';
import { filesOf } from '../../support/folders.ts';

const FOLDERS = ['state', 'nodes', 'repositories'];
const KILLED = new Error('killed');

async function folderOf(files: Readonly<Record<string, string>>): Promise<RamDirectory> {
  const root = new RamDirectory();
  for (const [path, text] of Object.entries(files)) {
    const names = path.split('/');
    const folder = names.slice(0, -1).reduce((at, name) => at.folder(name), root);
    const output = await folder.create(names.at(-1) ?? '');
    output.write(Buffer.from(text));
    await output.close();
  }
  return root;
}

const textsOf = async (root: Directory) =>
  Object.fromEntries((await filesOf(root)).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));

/** A folder whose process is killed before one of its changes. */
class Killed {
  #left: number;
  hasDied = false;

  constructor(changes: number) {
    this.#left = changes;
  }

  over(directory: RamDirectory): Directory {
    const change = <T>(work: () => Promise<T>): Promise<T> => {
      this.hasDied ||= this.#left-- <= 0;
      return this.hasDied ? Promise.reject(KILLED) : work();
    };
    return Object.assign(Object.create(directory) as Directory, {
      list: () => directory.list(),
      listFolders: () => directory.listFolders(),
      create: (name: string) => change(() => directory.create(name)),
      sync: async () => undefined,
      syncFolder: async () => undefined,
      deleteAll: () => change(() => directory.deleteAll()),
      move: (name: string, to: { readonly real: RamDirectory }, as: string) =>
        change(() => directory.move(name, to.real, as)),
      folder: (name: string) => this.over(directory.folder(name)),
      real: directory,
    });
  }
}

const OTHERS = { 'mine.txt': 'mine', 'photos/a': 'a', 'quarantine/x/y': 'y' };
const OLD = { 'nodes/n/i/0/_0.seg': 'old', 'state/manifest': 'old', 'repositories/r/s': 'old' };
const NEW = { 'nodes/n/j/0/_1.seg': 'new', 'nodes/n/i/0/_2.seg': 'new', 'state/manifest': 'new' };

it.each([
  ['content', NEW],
  ['a state without indices', { 'state/manifest': 'new' }],
])('is consistent wherever the process is killed: %s replacing existing content', async (_, content) => {
  const [before, after] = [
    { ...OLD, ...OTHERS },
    { ...content, ...OTHERS },
  ];
  let [olds, news] = [0, 0];
  for (let changes = 0; ; changes++) {
    const directory = await folderOf(before);
    const killed = new Killed(changes);
    const running = replaceFolders(killed.over(directory), await folderOf(content), FOLDERS);
    await running.catch((error: unknown) => expect(error).toBe(KILLED));
    // The next start, killed as well, and the one after it.
    await finishReplacement(new Killed(1).over(directory), FOLDERS).catch(() => undefined);
    await finishReplacement(directory, FOLDERS);
    const found = await textsOf(directory);
    if (JSON.stringify(found) === JSON.stringify(await textsOf(await folderOf(before)))) olds++;
    else {
      expect(found).toEqual(after);
      news++;
    }
    if (!killed.hasDied) break;
  }
  expect([olds > 0, news > 0]).toEqual([true, true]);
});
