// Starts the built command, lets it answer once, and keeps what V8 has compiled by then in dist/*.cache: of the first
// script what the first answer needs, of the others what the first statement and the first page need. (Compiled code
// that these do not need would cost more to read than it saves.) Another version of Node refuses the caches, and
// compiles as it always did.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { compiledScripts, run } = createRequire(import.meta.url)('../dist/launch.cjs');

process.argv = [process.execPath, 'rockpool', 'serve', '--port', '0', '--ephemeral'];
const { write } = process.stdout;
const url = await new Promise((resolve) => {
  process.stdout.write = resolve;
  run(false);
});
process.stdout.write = write;
const server = url.trim();
const ask = async (path, options) => void (await (await fetch(server + path, options)).text());
const kept = new Set();
const keep = () => {
  for (const { cache, script } of compiledScripts()) {
    if (kept.has(cache)) continue;
    writeFileSync(cache, script.createCachedData());
    kept.add(cache);
  }
};
await ask('/');
keep();
const statement = { query: 'SELECT 1' };
await ask('/_plugins/_sql', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(statement),
});
keep();
await ask('/_console');
keep();
process.kill(process.pid, 'SIGTERM');
