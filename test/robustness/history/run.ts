import { Command } from 'commander';
import { runOutside } from './outside.ts';

/** `npx tsx test/robustness/history/run.ts --nodes 3 --seed 7`: a history of the built server, judged; exit code 1 for a fault. */
const options = new Command('history')
  .option('--seed <n>', 'seed of the streams of requests', Number, 1)
  .option('--nodes <n>', 'virtual nodes', Number, 1)
  .option('--clients <n>', 'clients at once', Number, 16)
  .option('--operations <n>', 'requests, all clients together', Number, 50_000)
  .parse()
  .opts<{ seed: number; nodes: number; clients: number; operations: number }>();

const SHOWN = 20;
const { operations, searches, kills, seconds, violations } = await runOutside(options);
for (const violation of violations.slice(0, SHOWN)) console.error(violation.slice(0, 400));
console.log(
  `${violations.length} faults in ${operations} requests (${searches} searches) of ${options.clients} clients, ` +
    `${kills} kills, --nodes ${options.nodes}, ${seconds.toFixed(0)} s`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
