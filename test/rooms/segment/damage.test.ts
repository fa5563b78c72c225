import { afterAll, describe, expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { CorruptFileError, type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { openSegment, readLiveDocs, writeLiveDocs } from '../../../src/segment/index.ts';
import { reportFigure } from '../../support/figure.ts';
import { document, keyword, numbers, readerOf, reopened, text } from './documents.ts';

async function put(directory: Directory, name: string, bytes: Uint8Array): Promise<void> {
  const output = await directory.create(name);
  output.write(bytes);
  await output.close();
}

let cases = 0;
afterAll(() => reportFigure(`${cases} damaged segment files, every byte and every length`));

/** Each byte changed, each length cut: the error names the file; nothing is ever read from it. */
async function sweep(
  bytes: Uint8Array,
  name: string,
  read: (directory: Directory) => Promise<unknown>,
): Promise<void> {
  const refusals = async (damaged: Uint8Array): Promise<unknown> => {
    const directory = new RamDirectory();
    await put(directory, name, damaged);
    return read(directory).then(
      () => 'accepted',
      (error) => (error instanceof CorruptFileError && error.file === name ? 'refused' : error),
    );
  };
  expect(await refusals(bytes)).toBe('accepted');
  cases += 2 * bytes.length + 1;
  for (let at = 0; at < bytes.length; at++) {
    const flipped = bytes.slice();
    flipped[at] ^= 1 << (at % 8);
    expect(await refusals(flipped), `byte ${at}`).toBe('refused');
    expect(await refusals(bytes.slice(0, at)), `cut at ${at}`).toBe('refused');
  }
  expect(await refusals(Buffer.concat([bytes, Buffer.alloc(8)])), 'longer').toBe('refused');
}

describe('damage', () => {
  it('to a segment file is found when it is opened', async () => {
    const directory = new RamDirectory();
    const reader = await readerOf([
      document('1', [text('t', 'a b a'), keyword('k', 'x'), numbers('n', 1)]),
      document('2', [keyword('k', 'y', 'z')], { routing: 'r' }),
    ]);
    await reopened(reader, directory);
    await sweep(await directory.read('_0.seg'), '_0.seg', (damaged) => openSegment(damaged, '_0'));
  });

  it('to a live-docs file is found when it is read', async () => {
    const directory = new RamDirectory();
    const live = FixedBitSet.full(70);
    live.remove(3);
    await writeLiveDocs(directory, '_0_1.liv', live);
    const back = await readLiveDocs(directory, '_0_1.liv', 70);
    expect([...back.words]).toEqual([...live.words]);
    await expect(readLiveDocs(directory, '_0_1.liv', 71)).rejects.toThrow('not the live documents');
    await sweep(await directory.read('_0_1.liv'), '_0_1.liv', (damaged) =>
      readLiveDocs(damaged, '_0_1.liv', 70),
    );
  });
});
