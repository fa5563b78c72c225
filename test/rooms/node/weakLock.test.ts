import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const build = join(import.meta.dirname, '../../../dist');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-weak-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a server over a new data folder logs until it listens. */
async function logOf(dist: string): Promise<string> {
  const args = [join(dist, 'cli.js'), 'serve', '--port', '0', '--data', join(folder, 'data')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stderr.on('data', (text) => (log += text));
  const closed = once(child, 'close');
  const said = await Promise.race([once(child.stdout, 'data'), closed]);
  expect(String(said[0]), log).toMatch(/^http:/);
  child.kill('SIGTERM');
  await closed;
  return log;
}

it('a server logs one line that its lock is not a kernel lock, and why', async () => {
  const dist = join(folder, 'dist');
  cpSync(build, dist, { recursive: true, filter: (path) => !path.endsWith('.map') });
  cpSync(join(build, '../package.json'), join(folder, 'package.json'));
  const lines = (await logOf(dist)).split('\n').filter((line) => line.includes('locked by process id only'));
  expect(lines.length).toBe(1);
  expect(lines[0]).toMatch(/warn/i);
  expect(lines[0]).toContain('fs-native-extensions cannot be loaded (MODULE_NOT_FOUND)');
});

it('a server with a kernel lock logs nothing about it', async () => {
  expect(await logOf(build)).not.toContain('locked by process id');
});
