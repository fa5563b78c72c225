import { Command } from 'commander';
import type { Goal, Length, Outcome } from './goal.ts';
import { goals } from './goals.ts';

/**
 * `npm run test:reliability` (short) and `npm run test:long`: the goals with their targets and figures. Goals that
 * measure times run one after the other, then the rest three at a time, because many wait; `--seed` makes others of the random ones.
 */
const options = new Command('reliability')
  .option('--long', 'the long run')
  .option('--only <ids>', 'some goals: R1,R5')
  .option('--seed <n>', 'seed of what is random', Number, 1)
  .parse()
  .opts<{ long?: boolean; only?: string; seed: number }>();

const LANES = 3;
const SHORT_MINUTES = 6;
const length: Length = options.long ? 'long' : 'short';
const ids = options.only?.split(',');
const chosen = goals.filter(({ id }) => ids?.includes(id) ?? true);
const outcomes = new Map<Goal, Outcome>();

async function reach(goal: Goal): Promise<void> {
  const start = performance.now();
  const outcome = await Promise.resolve()
    .then(() => goal.run(length, options.seed))
    .catch((error: Error): Outcome => ({ figure: `broke: ${error.message}`, met: false }));
  outcomes.set(goal, outcome);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.error(`${goal.id} ${outcome.met ? 'met' : 'NOT MET'} in ${seconds} s: ${outcome.figure}`);
  if (!outcome.met) console.error(`${goal.id} replay: ${goal.replay}`);
}

async function reachAll(queue: Goal[]): Promise<void> {
  for (let goal = queue.shift(); goal !== undefined; goal = queue.shift()) await reach(goal);
}

const start = performance.now();
await reachAll(chosen.filter(({ alone }) => alone));
const together = chosen.filter(({ alone }) => !alone);
await Promise.all(Array.from({ length: LANES }, () => reachAll(together)));

const minutes = (performance.now() - start) / 60_000;
console.log('| | goal | target | figure | |\n|---|---|---|---|---|');
for (const goal of chosen) {
  const { figure, met } = outcomes.get(goal) as Outcome;
  const target = (length === 'short' && goal.shortTarget) || goal.target;
  console.log(`| ${goal.id} | ${goal.goal} | ${target} | ${figure} | ${met ? 'met' : 'NOT MET'} |`);
}
const inTime = length === 'long' || minutes <= SHORT_MINUTES;
console.log(
  `| R15 | time of the whole | ≤ ${SHORT_MINUTES} min (short run) | ${minutes.toFixed(1)} min | ${inTime ? 'met' : 'NOT MET'} |`,
);
const unmet = [...outcomes.values()].filter(({ met }) => !met).length + (inTime ? 0 : 1);
console.log(`${unmet === 0 ? 'all goals met' : `${unmet} goals not met`}`);
process.exitCode = unmet === 0 ? 0 : 1;
