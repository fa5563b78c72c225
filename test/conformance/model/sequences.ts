import { inspect } from 'node:util';
import fc from 'fast-check';
import { aliases } from './aliases.ts';
import { bulks } from './bulks.ts';
import { byQuery } from './byQuery.ts';
import { documents } from './documents.ts';
import { indices } from './indices.ts';
import { Model } from './model.ts';
import { nodes } from './nodes.ts';
import { Real } from './real.ts';
import { Difference } from './same.ts';
import { searches } from './searches.ts';
import { sql } from './sql.ts';

/** At most; half of that is usual. */
const STEPS = 100;
const rows = [...documents, ...bulks, ...searches, ...sql, ...byQuery, ...indices, ...aliases, ...nodes];

/** Every row as often as it weighs: `fc.commands` chooses evenly. */
const weighed = rows.flatMap(({ weight, steps }) => Array.from({ length: weight }, () => steps));

/** What stands for one sequence among all of a seed: fast-check's path, and which of its steps came to be run. */
const PATH = /^([\d:]+)(?:@(.*))?$/;

export interface Sequences {
  readonly seed: number;
  readonly count: number;
  /** Of a failure that is to be seen again. */
  readonly path?: string;
}

/**
 * Sends random sequences to the engine and the model; null when all answers are the same, else what differed after
 * which requests, and the line that replays it.
 */
export async function differing({ seed, count, path }: Sequences): Promise<string | null> {
  const [, place, replayPath] = PATH.exec(path ?? '') ?? [];
  await using real = await Real.open();
  let asked: readonly string[] = [];
  const property = fc.asyncProperty(
    fc.commands(weighed, { maxCommands: STEPS, size: 'max', ...(replayPath ? { replayPath } : {}) }),
    async (steps) => {
      try {
        await real.reset();
        await fc.asyncModelRun(() => ({ model: new Model(), real }), steps);
      } catch (error) {
        asked = real.asked;
        throw error;
      }
    },
  );
  const found = await fc.check(property, { seed, numRuns: count, ...(place ? { path: place } : {}) });
  if (!found.failed) return null;
  const [steps] = found.counterexample ?? [];
  const [, replay = ''] = /replayPath="([^"]*)"/.exec(String(steps)) ?? [];
  const replayed = `MODEL_SEED=${found.seed} MODEL_PATH='${found.counterexamplePath}@${replay}'`;
  return [
    `after ${found.numRuns} sequences, ${found.numShrinks} times smaller:`,
    ...asked.map((request) => `  ${request}`),
    found.errorInstance instanceof Difference ? found.errorInstance.message : inspect(found.errorInstance),
    `replay: ${replayed} npx vitest run test/conformance/model/model.test.ts`,
  ].join('\n');
}
