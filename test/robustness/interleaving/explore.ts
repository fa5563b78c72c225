import { type Played, play, STEPS } from './play.ts';
import type { Program } from './programs.ts';
import { programs } from './programs.ts';

/** A seed decides which program is played, too. */
export function programOf(seed: number): Program {
  const all = Object.values(programs);
  return all[seed % all.length];
}

const SHOWN = 6;

/** What is wrong in a run, with the line that plays it again, as short as it gets; null: nothing. */
export async function complaintOf(program: Program, seed: number, played: Played): Promise<string | null> {
  if (played.violations.length === 0) return null;
  const { steps, violations } = await shortest(program, seed, played);
  const replay = `INTERLEAVING_PROGRAM=${program.name} INTERLEAVING_SEED=${seed} INTERLEAVING_STEPS=${steps}`;
  return [
    `${program.name}, seed ${seed}, ${steps} requests:`,
    ...violations.slice(0, SHOWN).map((violation) => `  ${violation}`),
    `replay: ${replay} npx vitest run test/robustness/interleaving/interleaving.test.ts`,
  ].join('\n');
}

/** The run is the same up to where it ends: fewer requests, as long as something is wrong. */
async function shortest(program: Program, seed: number, played: Played) {
  for (let steps = 4; steps < STEPS; steps = Math.ceil(steps * 1.3)) {
    const { violations } = await play(program, seed, steps);
    if (violations.length > 0) return { steps, violations };
  }
  return { steps: STEPS, violations: played.violations };
}
