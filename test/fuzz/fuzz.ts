import type { Engines } from './oracle.ts';
import { oracles } from './oracles/index.ts';
import { Pick } from './pick.ts';

export interface FuzzOptions {
  readonly kind: string;
  readonly seed: number;
  /** Number of the first statement. */
  readonly first: number;
  readonly count: number;
}

/** Runs statements by number; every problem is one line that says how to run its statement again. */
export async function fuzz(engines: Engines, options: FuzzOptions): Promise<string[]> {
  const { kind, seed, first, count } = options;
  const oracle = oracles.get(kind);
  if (oracle === undefined) throw new Error(`no kind [${kind}]: one of ${[...oracles.keys()].join(', ')}`);
  const problems: string[] = [];
  for (let i = first; i < first + count; i++) {
    const { statement, problem } = await oracle(new Pick(seed, i), engines);
    if (problem !== null) {
      problems.push(
        `--seed ${seed} --first ${i} --count 1 ${kind}: ${statement} -- ${problem.replaceAll('\n', ' ')}`,
      );
    }
  }
  return problems;
}
