// Starts the built command, lets it answer once, and keeps what V8 has compiled by then: dist/rockpool.cache. Compiling
// was a third of the start. (Compiled code that the first answer does not need would cost more to read than it saves.)
// Another version of Node refuses the cache, and compiles as it always did.
import { writeFileSync } from 'node:fs';
import { cache, compile, run } from '../dist/launch.js';

const script = compile(false);
process.argv = [process.execPath, 'rockpool', 'serve', '--port', '0', '--ephemeral'];
const { write } = process.stdout;
const url = await new Promise((resolve) => {
  process.stdout.write = resolve;
  run(script);
});
process.stdout.write = write;
await (await fetch(url.trim())).text();
writeFileSync(cache, script.createCachedData());
process.kill(process.pid, 'SIGTERM');
