import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { DataCheck } from '../../../src/cli/index.ts';
import { runCli } from '../../support/cli.ts';

const whole: DataCheck = { files: 4, shards: 1, problems: [], graphs: [], leftovers: [], setAside: [] };

/** What the command prints, and what it ends with. */
async function check(folder: string, found: DataCheck | Error): Promise<{ out: string[]; code: number }> {
  const { out, errors, code } = await runCli(['check', folder], {
    checkData: async () => {
      if (found instanceof Error) throw found;
      return found;
    },
  });
  return { out: `${out}${errors}`.split('\n').slice(0, -1), code };
}

describe('rockpool check', () => {
  it('says that all is whole, and ends with 0', async () => {
    expect(await check(tmpdir(), whole)).toEqual({
      out: ['4 files, 1 shards: all data is whole'],
      code: 0,
    });
  });

  it('says what is wrong where, and ends with 1', async () => {
    const found = { ...whole, problems: ['state/global: not a state file'], leftovers: ['notes.txt'] };
    expect(await check(tmpdir(), found)).toEqual({
      out: [
        'wrong     state/global: not a state file',
        'left over notes.txt',
        '4 files, 1 shards: 1 of them wrong',
        `\`rockpool check ${tmpdir()} --repair\` sets aside what is damaged and rebuilds what can be rebuilt`,
      ],
      code: 1,
    });
  });

  it('does not call damaged graphs wrong: they are built anew', async () => {
    const { out, code } = await check(tmpdir(), {
      ...whole,
      graphs: ['nodes/n/u/0/_0_2011_v.hnsw: wrong checksum'],
    });
    expect([out[0], code]).toEqual(['heals     nodes/n/u/0/_0_2011_v.hnsw: wrong checksum', 0]);
  });

  it('ends with 1 where it cannot look', async () => {
    expect(await check('/no/such/folder', whole)).toEqual({
      out: ['rockpool: /no/such/folder: no such folder'],
      code: 1,
    });
    const { out, code } = await check(tmpdir(), new Error('in use by another process'));
    expect([out[0], code]).toEqual([
      `rockpool: ${tmpdir()} could not be checked: in use by another process`,
      1,
    ]);
  });
});
