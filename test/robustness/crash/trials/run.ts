import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Command } from 'commander';
import { crc32 } from '../../../../src/common/index.ts';
import { parseTrial, runTrial, trialName, trialsOf } from './trial.ts';

/**
 * `npx tsx test/robustness/crash/trials/run.ts --seed 1 --count 100000`: trials until there were that many, a workload after the
 * other, in two processes. A problem is printed as the line that runs its trial again. The digest is of all verdicts:
 * two runs of the same seeds print the same.
 */
interface Options {
  readonly seed: number;
  readonly count: number;
  readonly lanes: number;
  readonly step: number;
  readonly trial?: string;
}

interface Tally {
  trials: number;
  workloads: number;
  problems: number;
  digest: number;
}

const options = new Command('trials')
  .option('--seed <n>', 'seed of the first workload', Number, 1)
  .option('--count <n>', 'trials', Number, 10_000)
  .option('--lanes <n>', 'processes', Number, 2)
  .option('--step <n>', 'from the seed of a workload to that of the next', Number, 1)
  .option('--trial <name>', 'one trial')
  .parse()
  .opts<Options>();

async function lane({ seed, count, step }: Options): Promise<Tally> {
  const tally: Tally = { trials: 0, workloads: 0, problems: 0, digest: 0 };
  for (let workload = seed; tally.trials < count; workload += step) {
    tally.workloads++;
    for await (const { trial, problem } of trialsOf(workload)) {
      const name = trialName(trial);
      tally.trials++;
      tally.digest = crc32(Buffer.from(`${name} ${problem}`), tally.digest);
      if (problem === null) continue;
      tally.problems++;
      console.log(
        `npx tsx test/robustness/crash/trials/run.ts --trial '${name}' # ${problem}`.replaceAll('\n', ' '),
      );
    }
  }
  return tally;
}

async function inLanes({ seed, count, lanes }: Options): Promise<Tally> {
  const tallies = await Promise.all(
    Array.from({ length: lanes }, async (_, i) => {
      const args = ['--seed', seed + i, '--count', Math.ceil(count / lanes), '--lanes', 1, '--step', lanes];
      const child = fork(import.meta.filename, args.map(String));
      const [tally] = (await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) => {
          throw new Error(`a process ended with ${code}`);
        }),
      ])) as [Tally];
      return tally;
    }),
  );
  return tallies.reduce((sum, { trials, workloads, problems, digest }) => ({
    trials: sum.trials + trials,
    workloads: sum.workloads + workloads,
    problems: sum.problems + problems,
    digest: sum.digest ^ digest,
  }));
}

if (options.trial !== undefined) {
  const problem = await runTrial(parseTrial(options.trial));
  console.log(problem ?? 'nothing is wrong');
  process.exitCode = problem === null ? 0 : 1;
} else {
  // Thousands of errors are made on purpose, and nobody looks at where.
  Error.stackTraceLimit = 0;
  const start = performance.now();
  const tally = await (options.lanes > 1 ? inLanes(options) : lane(options));
  const { trials, workloads, problems, digest } = tally;
  const seconds = (performance.now() - start) / 1000;
  if (process.send) process.send(tally);
  else
    console.log(
      `${trials} trials of ${workloads} workloads in ${seconds.toFixed(0)} s, ${problems} problems, ` +
        `digest ${(digest >>> 0).toString(16)}`,
    );
  process.exitCode = problems === 0 ? 0 : 1;
}
