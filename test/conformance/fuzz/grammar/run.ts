import { Command } from 'commander';
import { findHangs } from './hangs.ts';
import { hangText } from './hangTexts.ts';

/** `npx tsx test/conformance/fuzz/grammar/run.ts --seed 1 --count 1000000`: problems on stdout, exit code 1 if any. */
const { seed, first, count, minutes, show } = new Command('hangs')
  .option('--seed <n>', 'seed of the statements', Number, 1)
  .option('--first <n>', 'number of the first statement', Number, 0)
  .option('--count <n>', 'statements', Number, 1_000_000)
  .option('--minutes <n>', 'at most so long', Number, Number.POSITIVE_INFINITY)
  .option('--show', 'print the statements, and run none', false)
  .parse()
  .opts<{ seed: number; first: number; count: number; minutes: number; show: boolean }>();

// Most statements are refused, and an error of the parser is one stack.
Error.stackTraceLimit = 4;
if (show) {
  for (let number = first; number < first + count; number++) console.log(hangText(seed, number).text);
} else {
  const start = performance.now();
  const isOver = (): boolean => performance.now() - start > minutes * 60_000;
  const onProblem = (problem: string): void => console.log(problem);
  const { ran, answered, problems, slowest } = await findHangs({ seed, first, count, onProblem, isOver });
  for (const { number, cpuMs } of slowest) console.log(`slow: statement ${number}: ${cpuMs.toFixed(0)} ms`);
  console.log(`${problems} problems in ${ran} statements of seed ${seed}, ${answered} answered with rows`);
  process.exitCode = problems === 0 ? 0 : 1;
}
