import { Command } from 'commander';
import { overload } from './overload.ts';

/** `npx tsx test/robustness/load/run.ts`: a client at work beside attackers, with its figures (goal R10). */
const { scale, seconds, rate, nodeOptions } = new Command('load')
  .option('--scale <share>', 'of 4,000 idle, 2,000 slow, 200 slow readers and 50 bodies of 100 MB', Number, 1)
  .option('--seconds <seconds>', 'how long the attack is looked at', Number, 30)
  .option('--rate <requests>', "the normal client's requests in a second", Number, 100)
  .option('--node-options <options>', "the server's: --cpu-prof --cpu-prof-dir=/tmp", '')
  .parse()
  .opts<{ scale: number; seconds: number; rate: number; nodeOptions: string }>();

const found = await overload({ scale, seconds, rate, nodeOptions: nodeOptions.split(' ').filter(Boolean) });
const { calm, attacked, load } = found;
const counts = (entries: Iterable<readonly [unknown, number]>): string =>
  [...entries].map(([key, count]) => `${key}: ${count}`).join(', ') || 'none';

console.log(`calm      p50 ${calm.p50} ms, p99 ${calm.p99} ms, max ${calm.max} ms`);
console.log(`attacked  p50 ${attacked.p50} ms, p99 ${attacked.p99} ms, max ${attacked.max} ms`);
console.log(`answers   ${counts(found.statuses)}; errors ${counts(found.errors)}`);
console.log(
  `memory    ${found.baseMb} MB before, ${found.mostMb} MB at most (+ ${found.mostMb - found.baseMb}), ` +
    `${found.afterMb} MB after ${found.afterSeconds} s`,
);
console.log(`sockets   ${counts(Object.entries(load.connections))}`);
console.log(`loop      ${counts(Object.entries(load.event_loop))}`);
for (const { name, open, closedByServer, statuses } of found.attackers) {
  console.log(
    `attackers ${name}: ${open} open, ${closedByServer} closed; answers ${counts(Object.entries(statuses))}`,
  );
}
for (const [name, { estimated_size_in_bytes: held, tripped }] of Object.entries(found.loadAfter.breakers)) {
  console.log(`breaker   ${name}: tripped ${tripped}, holds ${held} bytes`);
}
console.log(`exit      ${found.exitCode}`);
