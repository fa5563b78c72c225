import { Command } from 'commander';
import { goals, type Length } from './goals.ts';

/** `npm run test:reliability` (short) and `npm run test:long`: the goals with their targets and figures. */
const options = new Command('reliability')
  .option('--long', 'the long run')
  .option('--only <ids>', 'some goals: R1,R5')
  .parse()
  .opts<{ long?: boolean; only?: string }>();

const length: Length = options.long ? 'long' : 'short';
const chosen = options.only?.split(',');
const start = performance.now();
const rows: string[] = [];
let unmet = 0;
for (const { id, goal, target, replay, run } of goals) {
  if (chosen !== undefined && !chosen.includes(id)) continue;
  const { figure, met } = await run(length);
  rows.push(`| ${id} | ${goal} | ${target} | ${figure} | ${met ? 'met' : 'NOT MET'} |`);
  if (!met) {
    unmet++;
    console.error(`${id} is not met; replay: ${replay}`);
  }
}
const minutes = (performance.now() - start) / 60_000;
console.log(['| | goal | target | figure | |', '|---|---|---|---|---|', ...rows].join('\n'));
console.log(`R15: ${minutes.toFixed(1)} minutes (target of the short run: 6); ${unmet} goals not met`);
process.exitCode = unmet === 0 ? 0 : 1;
