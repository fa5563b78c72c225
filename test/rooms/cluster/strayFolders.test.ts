import { describe, expect, it } from 'vitest';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { checkData } from '../../../src/node/index.ts';
import { FaultDirectory } from '../../robustness/crash/faultDirectory.ts';
import { filesOf, putFile } from '../../support/folders.ts';
import { openPoolOver } from '../../support/pool.ts';

/** A folder with one index of two documents, one of them in the log only. */
async function filled(): Promise<{ root: RamDirectory; uuid: string; node: string }> {
  const root = new RamDirectory();
  const pool = await openPoolOver(root);
  await pool.request('PUT', '/books', { settings: { number_of_replicas: 0 } });
  await pool.request('PUT', '/books/_doc/1', { title: 'Tide pools' });
  await pool.request('POST', '/_flush');
  await pool.request('PUT', '/books/_doc/2', { title: 'Rock pools' });
  await pool.close();
  const [node] = await root.folder('nodes').listFolders();
  const [uuid] = await root.folder('nodes').folder(node).listFolders();
  return { root, uuid, node };
}

async function reopen(root: Directory): Promise<void> {
  await (await openPoolOver(root)).close();
}

const bytesOf = async (root: Directory): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await filesOf(root))].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]));

describe('folders of indices unknown to the state', () => {
  it('are quarantined unchanged, under their own path, with the reason', async () => {
    const { root, uuid, node } = await filled();
    const before = await bytesOf(root.folder('nodes'));
    await root.folder('state').deleteAll();
    const empty = new RamDirectory();
    await reopen(empty);
    await root.folder('state').deleteAll();
    for (const [path, bytes] of await filesOf(empty.folder('state')))
      await putFile(root.folder('state'), path, bytes);
    await reopen(root);
    expect(await root.folder('nodes').folder(node).listFolders()).toEqual([]);
    const [entry] = await root.folder('quarantine').listFolders();
    expect(entry).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-${uuid}$`));
    const aside = root.folder('quarantine').folder(entry);
    expect(await bytesOf(aside.folder('nodes'))).toEqual(before);
    const reason = Buffer.from(await aside.read('README.txt')).toString();
    expect(reason).toContain(
      `nodes/${node}/${uuid}\n    the uuid ${uuid} belongs to no index in the cluster state`,
    );
    expect(reason).toContain(`mv quarantine/${entry}/nodes/${node}/${uuid} nodes/${node}/${uuid}`);
    expect((await checkData(root)).setAside).toEqual([`quarantine/${entry}/`]);
  });

  it('get a separate quarantine folder each time', async () => {
    const { root, node } = await filled();
    for (let i = 0; i < 3; i++) {
      await putFile(
        root.folder('nodes').folder(node).folder('strange').folder('0'),
        '_0.seg',
        Buffer.from('x'),
      );
      await reopen(root);
    }
    const entries = await root.folder('quarantine').listFolders();
    expect(entries.map((name) => name.replace(/^.*strange/, ''))).toEqual(['', '-2', '-3']);
  });

  it('are deleted if their index is known to be deleted', async () => {
    const { root, uuid, node } = await filled();
    const left = await filesOf(root.folder('nodes'));
    const pool = await openPoolOver(root);
    expect((await pool.request('DELETE', '/books')).ok).toBe(true);
    await pool.close();
    for (const [path, bytes] of left) await putFile(root.folder('nodes'), path, bytes);
    await reopen(root);
    expect(await root.folder('nodes').folder(node).listFolders()).not.toContain(uuid);
    expect(await root.folder('quarantine').listFolders()).toEqual([]);
  });

  it('are deleted if they are unused: the index creation was interrupted', async () => {
    const root = new RamDirectory();
    await reopen(root);
    const before = root.fork();
    const pool = await openPoolOver(root);
    await pool.request('PUT', '/books', { settings: { number_of_shards: 2, number_of_replicas: 0 } });
    const created = (await filesOf(root.folder('nodes'))).filter(([path]) => !path.includes('translog-2'));
    await pool.close();
    // Up to every file of it.
    for (let count = 1; count <= created.length; count++) {
      const again = before.fork();
      for (const [path, bytes] of created.slice(0, count)) await putFile(again.folder('nodes'), path, bytes);
      await reopen(again);
      expect(await filesOf(again.folder('nodes'))).toEqual([]);
      expect(await again.folder('quarantine').listFolders()).toEqual([]);
    }
  });

  it('survive a power failure at any point of the quarantine', async () => {
    const { root, node } = await filled();
    const nodes = await bytesOf(root.folder('nodes'));
    await putFile(
      root.folder('nodes').folder(node).folder('strange').folder('0'),
      '_0.seg',
      Buffer.from('x'),
    );
    const files = await filesOf(root);
    const start = async (plan: ConstructorParameters<typeof FaultDirectory>[0]) => {
      const disk = new FaultDirectory(null);
      for (const [path, bytes] of files) await putFile(disk, path, bytes);
      return disk.restart(1, plan as null);
    };
    const counted = await start(null);
    await reopen(counted);
    let struck = 0;
    for (let atCall = 0; atCall < counted.calls; atCall += 3) {
      const disk = await start({ kind: 'power', atCall, forEver: true });
      await openPoolOver(disk)
        .then((pool) => pool.close())
        .catch(() => undefined);
      if (disk.struck) struck++;
      const again = disk.restart(atCall);
      const found = (await filesOf(again)).filter(([path]) => path.endsWith('strange/0/_0.seg'));
      expect(found.map(([, bytes]) => Buffer.from(bytes).toString())).toEqual(['x']);
      await reopen(again);
      expect(await again.folder('nodes').folder(node).listFolders()).not.toContain('strange');
    }
    expect([struck > 10, nodes.size > 0]).toEqual([true, true]);
  });
});

describe('unknown files at the top of a data folder', () => {
  it('are left alone and reported by the check', async () => {
    const { root } = await filled();
    await putFile(root, 'notes.txt', Buffer.from('mine'));
    await putFile(root.folder('photos'), 'a.jpg', Buffer.from('mine'));
    await reopen(root);
    expect(await root.exists('notes.txt')).toBe(true);
    expect(await root.folder('photos').exists('a.jpg')).toBe(true);
    expect((await checkData(root)).leftovers).toEqual(['notes.txt', 'photos/']);
  });
});

describe('a data folder that has lost its state', () => {
  it('is refused with advice, and left unchanged', async () => {
    const { root } = await filled();
    await root.folder('state').deleteAll();
    const before = await bytesOf(root);
    await expect(openPoolOver(root)).rejects.toThrow(
      'the folder state/ is missing or empty, but nodes/ holds indices; restore state/ from a backup, ' +
        'or run `rockpool check --repair` to set aside damaged files and rebuild the rest',
    );
    expect(await bytesOf(root)).toEqual(before);
  });
});
