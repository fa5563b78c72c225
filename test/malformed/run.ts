import { Command } from 'commander';
import { bombard } from './bombard.ts';

/** `npx tsx test/malformed/run.ts --seed 1 --count 50000`: problems on stdout, each with the line that replays it. */
const options = new Command('malformed')
  .option('--seed <n>', 'seed of the inputs', Number, 1)
  .option('--first <n>', 'number of the first input', Number, 0)
  .option('--count <n>', 'inputs', Number, 50_000)
  .parse()
  .opts<{ seed: number; first: number; count: number }>();

const { inputs, seconds, p999, slowestMs, problems } = await bombard(options);
for (const problem of problems) console.log(problem);
console.error(
  `${inputs} inputs of seed ${options.seed} in ${seconds.toFixed(0)} s, ` +
    `99.9 % within ${p999} ms, all within ${slowestMs} ms: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
