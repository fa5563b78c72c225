import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const WARM_UP_CYCLES = 1000;
const CYCLES = 2000;

it(`memory comes back: after ${CYCLES} loads and evictions it is within 10 % of where it began`, async () => {
  const script = join(import.meta.dirname, 'loadCycles.ts');
  const args = ['--expose-gc', '--import', 'tsx', script, String(WARM_UP_CYCLES), String(CYCLES)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { before, after, evictions, graphBytes } = JSON.parse(stdout);
  expect(evictions).toBe(CYCLES);
  // Were the graphs kept, there would be many times as much.
  expect(CYCLES * graphBytes).toBeGreaterThan(before);
  expect(Math.abs(after - before) / before).toBeLessThan(0.1);
}, 240_000);
