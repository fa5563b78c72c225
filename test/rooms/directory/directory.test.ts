import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Directory,
  FolderReleasedError,
  FsDirectory,
  LockHeldError,
  NameTakenError,
  NoSuchFileError,
  RamDirectory,
} from '../../../src/directory/index.ts';

const root = mkdtempSync(join(tmpdir(), 'rockpool-directory-'));
let folders = 0;
afterAll(() => rmSync(root, { recursive: true, force: true }));

const implementations: readonly [string, () => Directory][] = [
  ['FsDirectory', () => new FsDirectory(join(root, `a/b${folders++}`))],
  ['RamDirectory', () => new RamDirectory()],
];

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

async function put(directory: Directory, name: string, content: string): Promise<void> {
  const output = await directory.create(name);
  output.write(bytes(content));
  await output.close();
}

describe.each(implementations)('%s', (_name, open) => {
  it('is empty before the first write, and says which file is missing', async () => {
    const directory = open();
    expect(await directory.list()).toEqual([]);
    expect(await directory.listFolders()).toEqual([]);
    expect(await directory.exists('x')).toBe(false);
    for (const action of [
      () => directory.read('x'),
      () => directory.sizeBytes('x'),
      () => directory.truncate('x', 0),
      () => directory.sync(['x']),
      () => directory.rename('x', 'y'),
      () => directory.rewrite('x', 0),
    ]) {
      await expect(action()).rejects.toThrow(NoSuchFileError);
    }
    await directory.delete('x');
    await directory.syncFolder();
  });

  it('reads back what was written, at an aligned offset', async () => {
    const directory = open();
    const output = await directory.create('f');
    const piece = bytes('0123456789');
    for (let i = 0; i < 10_000; i++) output.write(piece);
    piece.fill(0);
    expect(output.position).toBe(100_000);
    await output.flush();
    output.write(bytes('end'));
    await output.sync();
    await output.close();
    const content = await directory.read('f');
    expect(content.byteOffset % 8).toBe(0);
    expect(content.length).toBe(100_003);
    expect(text(content)).toBe('0123456789'.repeat(10_000) + 'end');
    expect(await directory.sizeBytes('f')).toBe(100_003);
  });

  it('scans a file in chunks', async () => {
    const directory = open();
    const output = await directory.create('f');
    const content = Uint8Array.from({ length: 2_500_000 }, (_, i) => i % 251);
    output.write(content);
    await output.close();
    const seen: Buffer[] = [];
    expect(await directory.scan('f', (piece) => seen.push(Buffer.from(piece)))).toBe(content.length);
    expect(Buffer.concat(seen).equals(content)).toBe(true);
    await (await directory.create('empty')).close();
    expect(await directory.scan('empty', () => undefined)).toBe(0);
    await expect(directory.scan('missing', () => undefined)).rejects.toThrow(NoSuchFileError);
  });

  it('moves files, and folders with everything in them, and overwrites nothing', async () => {
    const directory = open();
    const [from, to] = [directory.folder('from'), directory.folder('aside').folder('deep')];
    await put(from, 'f', 'file');
    await put(from.folder('sub').folder('under'), 'g', 'in a folder');
    await from.move('f', to, 'f-2');
    await from.move('sub', to, 'sub-2');
    expect([await from.list(), await from.listFolders()]).toEqual([[], []]);
    expect([await to.list(), await to.listFolders()]).toEqual([['f-2'], ['sub-2']]);
    expect(text(await to.read('f-2'))).toBe('file');
    expect(text(await to.folder('sub-2').folder('under').read('g'))).toBe('in a folder');
    await expect(from.move('f', to, 'g')).rejects.toThrow(NoSuchFileError);
    await put(directory.folder('from'), 'f', 'another');
    await put(directory.folder('from').folder('sub'), 'g', 'another');
    for (const [name, as] of [
      ['f', 'f-2'],
      ['f', 'sub-2'],
      ['sub', 'sub-2'],
      ['sub', 'f-2'],
    ]) {
      await expect(directory.folder('from').move(name, to, as)).rejects.toThrow(NameTakenError);
    }
    expect(text(await to.read('f-2'))).toBe('file');
    expect(text(await from.folder('sub').read('g'))).toBe('another');
  });

  it('hard-links a file into another folder, where it survives the deletion of the original', async () => {
    const directory = open();
    const [from, to] = [directory.folder('from'), directory.folder('to')];
    await put(from, 'a', 'bytes');
    await to.linkFrom(from, 'a');
    await to.sync(['a']);
    await to.syncFolder();
    await from.delete('a');
    expect([text(await to.read('a')), await from.exists('a')]).toEqual(['bytes', false]);
    await put(from, 'a', 'others');
    await expect(to.linkFrom(from, 'a')).rejects.toThrow(NameTakenError);
    expect(text(await to.read('a'))).toBe('bytes');
    await expect(to.linkFrom(from, 'missing')).rejects.toThrow(NoSuchFileError);
  });

  it('recreates, appends, truncates, renames, deletes', async () => {
    const directory = open();
    await put(directory, 'f', 'long content');
    await put(directory, 'f', 'abc');
    const output = await directory.append('f');
    expect(output.position).toBe(3);
    output.write(bytes('def'));
    await output.close();
    expect(text(await directory.read('f'))).toBe('abcdef');
    await directory.truncate('f', 4);
    await directory.sync(['f']);
    expect(text(await directory.read('f'))).toBe('abcd');
    await put(directory, 'g', 'old');
    await directory.rename('f', 'g');
    expect(await directory.list()).toEqual(['g']);
    expect(text(await directory.read('g'))).toBe('abcd');
    await directory.delete('g');
    expect(await directory.list()).toEqual([]);
    await (await directory.append('new')).close();
    expect(await directory.exists('new')).toBe(true);
  });

  it('writes in place', async () => {
    const directory = open();
    const slot = await directory.openSlot('f.ckp');
    await slot.write(bytes('later'), 4);
    await slot.write(bytes('first'), 0);
    await slot.sync();
    expect(text(await directory.read('f.ckp'))).toBe('firstater');
    const before = await directory.read('f.ckp');
    await slot.write(bytes('F'), 0);
    await slot.close();
    expect([text(before).slice(1), text(await directory.read('f.ckp'))]).toEqual(['irstater', 'Firstater']);
    const again = await directory.openSlot('f.ckp');
    await again.write(bytes('!'), 8);
    await again.close();
    expect(text(await directory.read('f.ckp'))).toBe('Firstate!');
    await expect(directory.openSlot('f.txt')).rejects.toThrow('not the name of a slot: "f.txt"');
  });

  it('rewrites the end of a file without changing it', async () => {
    const directory = open();
    const content = Array.from({ length: 300_000 }, (_, i) => String(i)).join();
    await put(directory, 'f', content);
    await directory.rewrite('f', 1000);
    await directory.rewrite('f', content.length);
    expect(text(await directory.read('f'))).toBe(content);
  });

  it('keeps the order of concurrent writes to one output', async () => {
    const output = await open().create('log');
    const directory = open();
    const log = await directory.create('log');
    await output.close();
    await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        log.write(bytes(`${i},`));
        await log.sync();
        expect(text(await directory.read('log'))).toContain(`${i},`);
      }),
    );
    await log.close();
    expect(text(await directory.read('log'))).toBe(Array.from({ length: 200 }, (_, i) => `${i},`).join(''));
  });

  it('keeps the order of writes of all sizes, whatever is in progress', async () => {
    const sizes = fc.constantFrom(1, 500, 65_536, 65_537, 200_000);
    const steps = fc.array(fc.tuple(sizes, fc.constantFrom('write', 'flush', 'sync', 'wait')), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const directory = open();
        const output = await directory.create('f');
        const pieces: Uint8Array[] = [];
        for (const [size, step] of list) {
          const piece = new Uint8Array(size).fill(pieces.length + 1);
          pieces.push(piece);
          output.write(piece);
          if (step === 'flush') void output.flush();
          if (step === 'sync') void output.sync();
          if (step === 'wait') await output.sync();
        }
        await output.sync();
        expect(Buffer.concat(pieces).equals(await directory.read('f'))).toBe(true);
        await output.close();
      }),
      { numRuns: 20 },
    );
  });

  it('has sub-folders of the same implementation', async () => {
    const directory = open();
    await put(directory.folder('sub').folder('deep'), 'f', 'x');
    expect(await directory.listFolders()).toEqual(['sub']);
    expect(await directory.list()).toEqual([]);
    expect(text(await directory.folder('sub').folder('deep').read('f'))).toBe('x');
    await directory.folder('sub').deleteAll();
    expect(await directory.listFolders()).toEqual([]);
    expect(await directory.folder('sub').folder('deep').list()).toEqual([]);
  });

  it('resolves a folder by name, even after it was deleted', async () => {
    const directory = open();
    const held = directory.folder('sub');
    await put(held, 'f', 'x');
    await held.deleteAll();
    expect(await held.list()).toEqual([]);
    const again = directory.folder('sub');
    await put(held, 'f', 'y');
    await put(again, 'g', 'z');
    expect(await held.list()).toEqual(['f', 'g']);
    expect(text(await again.read('f'))).toBe('y');
  });

  it('refuses names that lead outside the folder', async () => {
    const directory = open();
    for (const name of ['', '.', '..', 'a/b', 'a\\b', 'a\0b']) {
      await expect(directory.create(name)).rejects.toThrow('not a file name');
      expect(() => directory.folder(name)).toThrow('not a file name');
    }
  });

  it('grants a lock to one holder', async () => {
    const directory = open();
    const lock = await directory.lock('node.lock');
    await expect(directory.lock('node.lock')).rejects.toThrow(LockHeldError);
    await lock.release();
    await (await directory.lock('node.lock')).release();
  });
});

describe('a fork of RamDirectory', () => {
  it('does not see in-place writes to its origin', async () => {
    const origin = new RamDirectory();
    const slot = await origin.openSlot('a.ckp');
    await slot.write(bytes('old'), 0);
    const fork = origin.fork();
    await slot.write(bytes('new'), 0);
    expect([text(await origin.read('a.ckp')), text(await fork.read('a.ckp'))]).toEqual(['new', 'old']);
  });

  it('shares existing files, but no later writes', async () => {
    const origin = new RamDirectory();
    await put(origin, 'a', 'one');
    await put(origin.folder('sub'), 'b', 'two');
    const fork = origin.fork();
    await put(origin, 'a', 'ONE');
    await origin.folder('sub').delete('b');
    const more = await fork.append('a');
    more.write(Buffer.from(' more'));
    await more.close();
    await put(fork.folder('new'), 'c', 'three');
    expect([text(await origin.read('a')), await origin.listFolders()]).toEqual(['ONE', []]);
    expect(text(await fork.read('a'))).toBe('one more');
    expect(text(await fork.folder('sub').read('b'))).toBe('two');
    await fork.truncate('a', 2);
    expect([text(await fork.read('a')), text(await origin.read('a'))]).toEqual(['on', 'ONE']);
  });

  it('returns the same bytes as its origin', async () => {
    const origin = new RamDirectory();
    await put(origin, 'a', 'one');
    expect(await origin.fork().read('a')).toBe(await origin.read('a'));
  });
});

describe('the lock file of FsDirectory', () => {
  it('is released once pending writes are done, after which nothing is written', async () => {
    const directory = new FsDirectory(join(root, 'released'));
    const lock = await directory.lock('node.lock');
    const output = await directory.folder('shard').create('f');
    output.write(Buffer.from('before'));
    await output.flush();
    let isMade = false;
    const making = directory.folder('shard').create('late');
    void making.then(() => {
      isMade = true;
    });
    await lock.release();
    expect(isMade).toBe(true);
    const left = () => readFileSync(join(directory.path, 'shard', 'f'), 'utf8');
    expect(left()).toBe('before');
    output.write(Buffer.from(' after'));
    const attempts: readonly (() => Promise<unknown>)[] = [
      () => output.flush(),
      () => directory.create('g'),
      () => directory.append('g'),
      () => directory.folder('shard').delete('f'),
      () => directory.folder('shard').rename('f', 'g'),
      () => directory.folder('shard').truncate('f', 0),
      () => directory.folder('shard').rewrite('f', 0),
      () => directory.folder('shard').openSlot('f.ckp'),
      () => directory.folder('shard').deleteAll(),
      () => directory.folder('new').create('f'),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(FolderReleasedError);
    expect([left(), await directory.list(), await directory.listFolders()]).toEqual([
      'before',
      [],
      ['shard'],
    ]);
  });

  it('is taken over from a dead process, but not from a living one', async () => {
    const directory = new FsDirectory(join(root, 'locks'));
    await (await directory.lock('l')).release();
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(join(directory.path, 'l'), `${dead} 1`);
    await (await directory.lock('l')).release();
    writeFileSync(join(directory.path, 'l'), `${process.ppid} 1`);
    // Same pid, another start time: the pid was used again.
    await (await directory.lock('l')).release();
    const other = spawnSync('sh', ['-c', `cut -d' ' -f22 /proc/${process.ppid}/stat`], { encoding: 'utf8' });
    writeFileSync(join(directory.path, 'l'), `${process.ppid} ${other.stdout.trim()}`);
    await expect(directory.lock('l')).rejects.toThrow(`(pid ${process.ppid})`);
    expect((await directory.list()).filter((name) => name !== 'l')).toEqual([]);
  });
});
