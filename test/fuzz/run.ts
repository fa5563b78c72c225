import { Command } from 'commander';
import { Bench } from './bench.ts';
import { fuzz } from './fuzz.ts';
import { oracles } from './oracles/index.ts';
import { Sqlite } from './sqlite.ts';

/** `npx tsx test/fuzz/run.ts --seed 1 --count 20000 differential`: problems on stdout, exit code 1 if any. */
const command = new Command('fuzz')
  .argument('<kind>', [...oracles.keys()].join(', '))
  .option('--seed <n>', 'seed of the statements', Number, 1)
  .option('--first <n>', 'number of the first statement', Number, 0)
  .option('--count <n>', 'statements', Number, 1000)
  .parse();

const [kind] = command.args;
const engines = { rockpool: await Bench.open(), sqlite: await Sqlite.open() };
const problems = await fuzz(engines, {
  kind,
  ...command.opts<{ seed: number; first: number; count: number }>(),
});
for (const problem of problems) console.log(problem);
console.error(`${kind}: ${command.opts().count} statements, ${problems.length} problems`);
await engines.rockpool.close();
process.exitCode = problems.length === 0 ? 0 : 1;
