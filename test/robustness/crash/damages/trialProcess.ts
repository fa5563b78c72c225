import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '../../../../src/common/index.ts';
import { damage } from './damage.ts';
import { answersOf, openFolder, placesIn } from './dataFolder.ts';
import { judge } from './judge.ts';

/**
 * Tries damages from `first` to before `end`, and tells the parent of each when it begins and when it is judged. The
 * process may die of one: the parent counts that, and goes on with the next.
 */
const [good, older, seed, first, end] = process.argv.slice(2);
const tell = (message: object): void => void process.send?.(message);

async function inCopy<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-damage-'));
  try {
    cpSync(good, folder, { recursive: true });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const right = await inCopy(async (folder) => {
  const pool = await openFolder(folder);
  const answers = await answersOf(pool);
  await pool.close();
  return answers;
});

for (let trial = Number(first); trial < Number(end); trial++) {
  await inCopy(async (folder) => {
    const damaged = damage(folder, older, new SeededRandom(Number(seed) * 1_000_003 + trial));
    tell({ trial, damaged });
    const isThere = (name: string) => placesIn(folder).some((path) => path.includes(name));
    tell({ trial, damaged, judged: await judge(folder, damaged, right, isThere) });
  });
}
process.disconnect?.();
