// dist/launch.js: runs the bundle, compiled ahead of time where the cache beside it fits this Node (see codeCache.mjs).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

export const bundle = new URL('./rockpool.cjs', import.meta.url);
export const cache = new URL('./rockpool.cache', import.meta.url);

/** The bundle is ASCII: reading it so keeps it at one byte a character. */
export function compile(useCache = true) {
  const filename = fileURLToPath(bundle);
  return new Script(readFileSync(bundle, 'latin1'), {
    filename,
    cachedData: useCache ? readCache() : undefined,
  });
}

export function run(script) {
  script.runInThisContext()(createRequire(bundle), { exports: {} }, bundle.href);
}

function readCache() {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}
