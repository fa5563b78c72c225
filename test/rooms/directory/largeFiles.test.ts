import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CorruptFileError, FsDirectory, readAtMost } from '../../../src/directory/index.ts';

const GIB = 1024 ** 3;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-large-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file of that length that takes no room on the disk, with one byte at its end. */
function sparse(name: string, sizeBytes: number): void {
  const fd = openSync(join(folder, name), 'w');
  ftruncateSync(fd, sizeBytes);
  writeSync(fd, Uint8Array.of(7), 0, 1, sizeBytes - 1);
  closeSync(fd);
}

describe('a file on disk', () => {
  it('is read in parts if it is larger than the maximum single read', async () => {
    sparse('part', GIB + 5);
    const bytes = await new FsDirectory(folder).read('part');
    expect(bytes.length).toBe(GIB + 5);
    expect([bytes[0], bytes[GIB], bytes[GIB + 4]]).toEqual([0, 0, 7]);
  });

  it('that does not fit into memory is refused without crashing the process', async () => {
    sparse('huge', 5 * GIB);
    await expect(new FsDirectory(folder).read('huge')).rejects.toThrow(CorruptFileError);
    await expect(new FsDirectory(folder).read('huge')).rejects.toThrow(
      'huge: 5368709120 bytes do not fit into memory',
    );
  });

  it('that exceeds its maximum size is refused without reading it', async () => {
    sparse('three', 3 * GIB);
    const reading = readAtMost(new FsDirectory(folder), 'three', 2 * GIB);
    await expect(reading).rejects.toThrow('three: 3221225472 bytes long; the maximum is 2147483648 bytes');
    expect(statSync(join(folder, 'three')).blocks).toBeLessThan(64);
  });
});
