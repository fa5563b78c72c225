import { Command } from 'commander';
import { type FuzzOptions, fuzz } from './fuzz.ts';
import { closeEngines, openEngines } from './oracle.ts';
import { oracles } from './oracles/index.ts';
import { FEW_ROWS } from './tables.ts';

/** `npm run fuzz -- differential --seed 1 --count 20000`: problems on stdout, exit code 1 if any. */
const command = new Command('fuzz')
  .argument('<kind>', [...oracles.keys()].join(', '))
  .option('--seed <n>', 'seed of the statements', Number, 1)
  .option('--first <n>', 'number of the first statement', Number, 0)
  .option('--count <n>', 'statements', Number, 1000)
  .option('--corrections', 'with rockpool.corrections, instead of as a user finds it', false)
  .option('--rows <n>', 'rows of the first table', Number, FEW_ROWS)
  .parse();

const options: FuzzOptions = { kind: command.args[0], ...command.opts<Omit<FuzzOptions, 'kind'>>() };
const engines = await openEngines(options.corrections, options.rows);
let problemCount = 0;
for await (const problem of fuzz(engines, options)) {
  console.log(problem);
  problemCount++;
}
const { kind, seed, first, count, rows } = options;
console.error(
  `${kind}: statements ${first} to ${first + count - 1} of seed ${seed} over ${rows} rows, ${problemCount} problems`,
);
await closeEngines(engines);
process.exitCode = problemCount === 0 ? 0 : 1;
