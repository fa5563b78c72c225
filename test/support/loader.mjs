import { register } from 'node:module';

// A setup file runs once for each test file, and a process may have several of them.
if (!globalThis.rockpoolLoader) {
  globalThis.rockpoolLoader = true;
  register('./typescript.mjs', import.meta.url);
}
