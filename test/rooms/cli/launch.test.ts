import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { plainEnvironment } from '../../support/scratch.ts';

const root = join(import.meta.dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'rockpool-launch-'));

/** Asks a server for something out of each of its scripts; prints the answers, and whether V8 refused compiled code. */
const PROGRAM = `
  const { compiledScripts, run } = require(process.argv[1] + '/dist/launch.cjs');
  process.argv = [process.execPath, 'rockpool', 'serve', '--port', '0', '--ephemeral'];
  const { write } = process.stdout;
  process.stdout.write = async (url) => {
    process.stdout.write = write;
    const headers = { 'content-type': 'application/json' };
    const ask = async (path, body) => {
      const options = body && { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(url.trim() + path, options)).status;
    };
    const statuses = [
      await ask('/'),
      await ask('/_plugins/_sql', { query: 'SELECT 1' }),
      await ask('/_analyze', { tokenizer: 'standard', filter: ['snowball'], text: 'words' }),
      await ask('/_console'),
      await ask('/_rockpool/bodies'),
    ];
    const refused = compiledScripts().filter(({ script }) => script.cachedDataRejected);
    console.log(JSON.stringify({ statuses, scripts: compiledScripts().length, refused: refused.length }));
    process.kill(process.pid, 'SIGTERM');
  };
  run();
`;

async function answers(folder: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM, folder], {
    env: plainEnvironment,
  });
  return JSON.parse(stdout);
}

/** The command, with other files of compiled code. */
function copy(name: string, compiled: string | null): string {
  const folder = join(scratch, name);
  mkdirSync(join(folder, 'dist/console'), { recursive: true });
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  copyFileSync(join(root, 'dist/console/index.html'), join(folder, 'dist/console/index.html'));
  for (const file of readdirSync(join(root, 'dist'))) {
    const to = join(folder, 'dist', file);
    if (file.endsWith('.cjs')) copyFileSync(join(root, 'dist', file), to);
    if (file.endsWith('.cache') && compiled !== null) writeFileSync(to, compiled);
  }
  return folder;
}

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

describe('the scripts of the command', () => {
  const statuses = [200, 200, 200, 200, 200];

  it('run as they were compiled, whichever flags have changed since', async () => {
    expect(await answers(root)).toEqual({ statuses, scripts: 5, refused: 0 });
  });

  it('are compiled when they are read, where nothing was compiled ahead', async () => {
    expect(await answers(copy('without', null))).toEqual({ statuses, scripts: 5, refused: 0 });
  });

  it('are compiled when they are read, where V8 refuses what was', async () => {
    expect(await answers(copy('damaged', 'compiled by another version'))).toEqual({
      statuses,
      scripts: 5,
      refused: 4,
    });
  });
});
