import { createInterface } from 'node:readline';
import { FsDirectory } from '../../../src/directory/index.ts';

/**
 * `node lockProcess.mjs FOLDER`: takes the lock of a folder, says how it went in one line, and holds it until its input
 * ends.
 */
try {
  const lock = await new FsDirectory(process.argv[2]).lock('node.lock');
  console.log(lock.weakness === null ? 'held' : `held, but ${lock.weakness}`);
  for await (const _line of createInterface({ input: process.stdin }));
  await lock.release();
} catch (error) {
  console.log(String(error));
}
