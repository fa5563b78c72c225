import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { copyFile, copyFolder, FsDirectory, forkFolder } from '../../../src/directory/index.ts';

const MIB = 1024 ** 2;
const root = mkdtempSync(join(tmpdir(), 'rockpool-copy-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The most that outputs of a directory hold back at a time. */
function watchUnwritten(directory: FsDirectory): { most: number } {
  const unwritten = { most: 0 };
  const create = directory.create.bind(directory);
  vi.spyOn(directory, 'create').mockImplementation(async (name) => {
    const output = await create(name);
    let flushedBytes = 0;
    const [write, flush] = [output.write.bind(output), output.flush.bind(output)];
    return Object.assign(output, {
      write: (bytes: Uint8Array) => {
        write(bytes);
        unwritten.most = Math.max(unwritten.most, output.position - flushedBytes);
      },
      flush: async () => {
        const { position } = output;
        await flush();
        flushedBytes = position;
      },
    });
  });
  return unwritten;
}

describe('a copy of a large file', () => {
  it.each([
    ['alone', (from: FsDirectory, to: FsDirectory) => copyFile(from, to, 'large')],
    ['with its folder', (from: FsDirectory, to: FsDirectory) => copyFolder(from, to)],
  ])('%s: holds only part of the file in memory', async (how, copy) => {
    const from = new FsDirectory(join(root, `${how} from`));
    const to = new FsDirectory(join(root, `${how} to`));
    const output = await from.create('large');
    output.write(Buffer.from('the beginning'));
    await output.close();
    truncateSync(join(from.path, 'large'), 40 * MIB + 5);
    const unwritten = watchUnwritten(to);
    await copy(from, to);
    expect(unwritten.most).toBeLessThanOrEqual(9 * MIB);
    expect(Buffer.compare(await to.read('large'), await from.read('large'))).toBe(0);
  });
});

it('a copy into memory that is refused has stopped reading', async () => {
  const from = new FsDirectory(join(root, 'refused'));
  for (const folder of ['a', 'b', 'c']) {
    const output = await from.folder(folder).create('file');
    output.write(new Uint8Array(9));
    await output.close();
  }
  let reading = 0;
  const read = FsDirectory.prototype.read;
  const reads = vi.spyOn(FsDirectory.prototype, 'read').mockImplementation(async function (
    this: FsDirectory,
    name,
  ) {
    reading++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return read.call(this, name).finally(() => reading--);
  });
  const refused = forkFolder(
    from,
    () => false,
    () => {
      let files = 0;
      return () => {
        if (++files === 3) throw new Error('too much');
      };
    },
  );
  await expect(refused).rejects.toThrow('too much');
  expect(reading).toBe(0);
  expect(reads).toHaveBeenCalledTimes(2);
  reads.mockRestore();
});
