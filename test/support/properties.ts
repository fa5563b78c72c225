import { relative } from 'node:path';
import fc, { type RunDetails } from 'fast-check';
import { expect } from 'vitest';

const root = `${import.meta.dirname}/../..`;

/**
 * Set up for every test file: properties try other values in each run, unless PROPERTY_SEED says which, and one that
 * fails ends with the line that tries the same values again.
 */
fc.configureGlobal({
  ...(process.env.PROPERTY_SEED && { seed: Number(process.env.PROPERTY_SEED) }),
  reporter: throwWithReplay,
});

function throwWithReplay<T>(run: RunDetails<T>): void {
  if (!run.failed) return;
  const file = relative(root, expect.getState().testPath ?? '');
  const replay = `replay: PROPERTY_SEED=${run.seed} npx vitest run ${file}`;
  throw new Error(`${fc.defaultReportMessage(run)}\n${replay}`, { cause: run.errorInstance });
}
