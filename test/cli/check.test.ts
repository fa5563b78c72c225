import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProgram, type DataCheck } from '../../src/cli/index.ts';

const whole: DataCheck = { files: 4, shards: 1, problems: [], graphs: [], leftovers: [] };

/** What the command prints, and what it ends with. */
async function check(folder: string, found: DataCheck | Error): Promise<{ out: string[]; code: unknown }> {
  const out: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => out.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line) => out.push(String(line)));
  const program = createProgram({
    openNode: () => Promise.reject(new Error('not asked for')),
    checkData: async () => {
      if (found instanceof Error) throw found;
      return found;
    },
  });
  await program.parseAsync(['check', folder], { from: 'user' });
  return { out, code: process.exitCode };
}

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

describe('rockpool check', () => {
  it('says that all is whole, and ends with 0', async () => {
    expect(await check(tmpdir(), whole)).toEqual({
      out: ['4 files, 1 shards: all data is whole'],
      code: undefined,
    });
  });

  it('says what is wrong where, and ends with 1', async () => {
    const found = { ...whole, problems: ['state/global: not a state file'], leftovers: ['notes.txt'] };
    expect(await check(tmpdir(), found)).toEqual({
      out: [
        'wrong     state/global: not a state file',
        'left over notes.txt',
        '4 files, 1 shards: 1 of them wrong',
      ],
      code: 1,
    });
  });

  it('does not call damaged graphs wrong: they are built anew', async () => {
    const { out, code } = await check(tmpdir(), {
      ...whole,
      graphs: ['nodes/n/u/0/_0_2011_v.hnsw: wrong checksum'],
    });
    expect([out[0], code]).toEqual(['heals     nodes/n/u/0/_0_2011_v.hnsw: wrong checksum', undefined]);
  });

  it('ends with 1 where it cannot look', async () => {
    expect(await check('/no/such/folder', whole)).toEqual({
      out: ['/no/such/folder: no such folder'],
      code: 1,
    });
    const { out, code } = await check(tmpdir(), new Error('in use by another process'));
    expect([out[0], code]).toEqual([`${tmpdir()} could not be checked: in use by another process`, 1]);
  });
});
