import type { Engines } from './oracle.ts';
import { oracles } from './oracles/index.ts';
import { Pick } from './pick.ts';
import { FEW_ROWS } from './tables.ts';

export interface FuzzOptions {
  readonly kind: string;
  readonly seed: number;
  /** Number of the first statement. */
  readonly first: number;
  readonly count: number;
  /** Of the first table. */
  readonly rows: number;
  readonly corrections: boolean;
}

/** Runs statements by number; every problem is one line that begins with how to run its statement again. */
export async function* fuzz(engines: Engines, options: FuzzOptions): AsyncGenerator<string> {
  const { kind, seed, first, count, rows, corrections } = options;
  const oracle = oracles.get(kind);
  if (oracle === undefined) throw new Error(`no kind [${kind}]: one of ${[...oracles.keys()].join(', ')}`);
  for (let i = first; i < first + count; i++) {
    for (const bench of [engines.rockpool, engines.scattered]) bench.excuses.clear();
    const { statement, problem } = await oracle(new Pick(seed, i, rows > FEW_ROWS, corrections), engines);
    if (problem === null || (!corrections && isExcused(engines))) continue;
    const again = `${kind} --seed ${seed} --first ${i} --count 1 --rows ${rows}${corrections ? ' --corrections' : ''}`;
    yield `npm run fuzz -- ${again} # ${statement} -- ${problem}`.replaceAll('\n', ' ');
  }
}

/** By default an answer may be other than SQL's where 2.7's is: a Warning says so, or 2.7's words refuse. */
function isExcused({ rockpool, scattered }: Engines): boolean {
  return rockpool.excuses.size + scattered.excuses.size > 0;
}
