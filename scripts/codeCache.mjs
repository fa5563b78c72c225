// Starts the built command, lets it answer once, and keeps what V8 has compiled by then in dist/*.cache: of the first
// script what the first answer needs, of the others what the first statement, stem and page need. (Compiled code that
// these do not need would cost more to read than it saves.) Another version of Node refuses the caches, and compiles as
// it always did.
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
const ask = async (path, body) => {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = { 'content-type': 'application/json' };
  await (await fetch(server + path, { method, headers, body: JSON.stringify(body) })).text();
};
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
await ask('/_plugins/_sql', { query: 'SELECT 1' });
keep();
await ask('/_analyze', {
  tokenizer: 'standard',
  filter: [{ type: 'snowball', language: 'French' }],
  text: 'mots',
});
keep();
await ask('/_console');
keep();
process.kill(process.pid, 'SIGTERM');
