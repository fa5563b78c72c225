import { Command, Option } from 'commander';
import type { BombardOptions } from './bombard.ts';
import { inParts } from './inParts.ts';
import { targets } from './targets.ts';

/** `npm run fuzz:malformed -- --seed 1 --count 50000`: problems on stdout, each with the line that replays it. */
const options = new Command('malformed')
  .option('--seed <n>', 'seed of the inputs', Number, 1)
  .option('--first <n>', 'number of the first input', Number, 0)
  .option('--count <n>', 'inputs', Number, 50_000)
  .addOption(
    new Option('--target <name>', 'an engine in the process, or the built server by sockets')
      .choices(Object.keys(targets))
      .default('pool'),
  )
  .parse()
  .opts<BombardOptions>();

const { inputs, seconds, p999, slowestMs, problems } = await inParts(options);
for (const problem of problems) console.log(problem);
console.error(
  `${inputs} inputs of seed ${options.seed} in ${seconds.toFixed(0)} s, ` +
    `99.9 % within ${p999} ms, all within ${slowestMs} ms: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
