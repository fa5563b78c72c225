import { overload } from '../load/overload.ts';
import { bombard } from '../malformed/bombard.ts';
import { command, found, suite, testsPassed } from './suite.ts';

export type Length = 'short' | 'long';

export interface Outcome {
  readonly figure: string;
  readonly met: boolean;
}

/** One row of the table of goals: what is promised, and how it is shown. */
export interface Goal {
  readonly id: string;
  readonly goal: string;
  readonly target: string;
  /** The line that runs this alone. */
  readonly replay: string;
  run(length: Length): Outcome | Promise<Outcome>;
}

/** A goal that stands or falls with test files. */
function tests(
  id: string,
  goal: string,
  target: string,
  files: readonly string[],
  env: (length: Length) => Readonly<Record<string, string>> = () => ({}),
  figure: (output: string) => string = (output) => `${testsPassed(output)} tests`,
): Goal {
  return {
    id,
    goal,
    target,
    replay: `npx vitest run ${files.join(' ')}`,
    run: (length) => {
      const { passed, output } = suite(files, env(length));
      return { figure: figure(output), met: passed };
    },
  };
}

type Environment = Readonly<Record<string, string>>;
const pick = (length: Length, short: number, long: number): string =>
  String(length === 'short' ? short : long);

const fuzzed = (length: Length): Outcome => {
  const count = length === 'short' ? 300 : 50_000;
  const kinds = ['tlp', 'partition', 'norec', 'pushdown', 'cursor'];
  const failed = kinds.filter(
    (kind) => !command('tsx', ['test/fuzz/run.ts', kind, '--count', String(count)]).passed,
  );
  return {
    figure: `${kinds.length} relations × ${count}, broken: ${failed.join(', ') || 'none'}`,
    met: failed.length === 0,
  };
};

export const goals: readonly Goal[] = [
  tests(
    'R1',
    'acknowledged writes lost, kill -9',
    '0 (1,000 cycles in the long run)',
    ['test/crash/kill.test.ts', 'test/crash/server.test.ts'],
    (length) => ({ KILL_CYCLES: pick(length, 60, 1000), CYCLES: pick(length, 4, 60) }),
    (output) => found(output, /(\d+ kills, \d+ acknowledged writes, none lost)/),
  ),
  tests(
    'R2',
    'writes lost or index damaged, power loss and faults of the disk',
    '0, every call of the disk',
    ['test/crash/faults.test.ts', 'test/crash/engineFaults.test.ts', 'test/knn/graphFaults.test.ts'],
    (length): Environment =>
      length === 'short' ? {} : { FAULT_SEEDS: '20', FAULT_STEP: '1', ENGINE_FAULT_STEP: '1' },
  ),
  tests(
    'R3',
    'deaths or silent wrong answers from damaged files',
    '0',
    ['test/crash/damagedFolder.test.ts', 'test/knn/damage.test.ts'],
    (length): Environment => (length === 'short' ? {} : { DAMAGE_RUNS: '20', DAMAGED_FILES: '5000' }),
  ),
  {
    id: 'R4',
    goal: 'seeded faults caught by a named test',
    target: '24 of 24',
    replay: 'npx tsx test/mutants/run.ts',
    run: (length) => {
      if (length === 'short') {
        const { passed, output } = suite(['test/mutants']);
        return {
          figure: `${testsPassed(output)} tests of their table (all run in the long run)`,
          met: passed,
        };
      }
      const { passed, output } = command('tsx', ['test/mutants/run.ts']);
      return { figure: output.trim().split('\n').at(-1) ?? '–', met: passed };
    },
  },
  {
    id: 'R5',
    goal: 'HTTP 5xx, hangs or crashes from malformed input',
    target: '0; 99.9 % within 250 ms',
    replay: 'npx tsx test/malformed/run.ts --seed 1 --count 50000',
    run: async (length) => {
      const count = length === 'short' ? 50_000 : 3_000_000;
      const { problems, seconds, p999 } = await bombard({ seed: 1, first: 0, count });
      for (const problem of problems) console.error(problem);
      return {
        figure: `${problems.length} of ${count} in ${seconds.toFixed(0)} s, 99.9 % within ${p999} ms`,
        met: problems.length === 0 && p999 <= 250,
      };
    },
  },
  {
    id: 'R6',
    goal: 'unexplained differences from SQLite',
    target: '0',
    replay: 'npm run fuzz -- differential --seed 1 --count 20000',
    run: (length) => {
      const count = pick(length, 2000, 1_000_000);
      const { passed, output } = command('tsx', ['test/fuzz/run.ts', 'differential', '--count', count]);
      return { figure: found(output, /(\d+ problems)/), met: passed };
    },
  },
  {
    id: 'R7',
    goal: 'metamorphic relations broken (TLP, partitions, NoREC, push-down, pages)',
    target: '0',
    replay: 'npm run fuzz -- tlp --seed 1 --count 20000',
    run: fuzzed,
  },
  tests('R8', 'answers equal to the recorded engine', 'all but those listed in differences.json', [
    'test/conformance',
  ]),
  tests('R9', 'recall, and exact answers', 'floors of test/knn/recall.test.ts', ['test/knn/recall.test.ts']),
  {
    id: 'R10',
    goal: 'a client at work beside 6,250 hostile connections and 50 bodies of 100 MB',
    target: 'p99 ≤ 50 ms, + 128 MB at most, back within 10 s, alive',
    replay: 'npx tsx test/load/run.ts',
    run: async (length) => {
      const seconds = length === 'short' ? 30 : 300;
      const found = await overload({ scale: 1, seconds, rate: 100 });
      const { attacked, failed, afterSeconds, exitCode } = found;
      const growth = found.mostMb - found.baseMb;
      return {
        figure: `p99 ${attacked.p99} ms, ${failed} failed, + ${growth} MB, back after ${afterSeconds} s, exit ${exitCode}`,
        met: attacked.p99 <= 50 && growth <= 128 && afterSeconds < 10 && failed === 0 && exitCode === 0,
      };
    },
  },
  tests('R11', 'hostile inputs answered as expected', 'all of ≥ 400', ['test/hostile']),
  tests('R12', 'attacks by way of a browser; real clients', '24 of 24 refused; 0 refused', [
    'test/node/browser.test.ts',
  ]),
  tests('R13', 'books of memory', 'empty after each; native memory within 10 %', [
    'test/common/breakers.test.ts',
    'test/knn/nativeMemory.test.ts',
  ]),
  tests('R16', 'recovery of a folder', 'nothing lost; opens', ['test/node/recovery.test.ts']),
];
