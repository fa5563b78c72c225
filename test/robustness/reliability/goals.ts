import { overload } from '../load/overload.ts';
import { inParts } from '../malformed/inParts.ts';
import type { Goal, Length, Outcome } from './goal.ts';
import { damages, hangs, histories, mutants, pauses, shuffled, statements, trials } from './measures.ts';
import { type Environment, found, suite, testsPassed } from './suite.ts';

type Settings = (length: Length, seed: number) => Environment;

/** A goal that stands or falls with test files; its figure is what they report. */
function tests(
  id: string,
  goal: string,
  targets: string | { readonly long: string; readonly short: string },
  files: readonly string[],
  env: Settings = () => ({}),
  figure: (output: string) => string = (output) => `${testsPassed(output)} tests`,
): Goal {
  const [target, shortTarget] =
    typeof targets === 'string' ? [targets, undefined] : [targets.long, targets.short];
  return {
    id,
    goal,
    target,
    shortTarget,
    replay: `npx vitest run ${files.join(' ')}`,
    run: async (length, seed) => {
      const { passed, output, figures } = await suite(files, env(length, seed));
      return { figure: figures.length > 0 ? figures.join('; ') : figure(output), met: passed };
    },
  };
}

const pick = (length: Length, short: number, long: number): string =>
  String(length === 'short' ? short : long);

export const goals: readonly Goal[] = [
  tests(
    'R1',
    'acknowledged writes lost, kill -9',
    { long: '0 in 1,000 cycles, ≥ 100,000 acknowledged', short: '0 in 60 cycles' },
    ['test/robustness/crash/kill.test.ts', 'test/robustness/crash/server.test.ts'],
    (length, seed) => ({
      KILL_CYCLES: pick(length, 60, 1000),
      KILL_SEED: String(seed),
      CYCLES: pick(length, 6, 60),
      SEED: String(seed),
    }),
  ),
  {
    id: 'R2',
    goal: 'writes lost or index damaged, power loss and faults of the disk',
    target: '0 in ≥ 2,000,000 trials, every call, faults of recovery too',
    shortTarget: '0 in ≥ 100,000 trials, every call, faults of recovery too',
    replay: 'npx tsx test/robustness/crash/trials/run.ts --seed 1 --count 100000',
    run: trials,
  },
  tests(
    'H1',
    'histories of concurrent clients in orders that a seed decides, with power losses and kills: faults',
    { long: '0 in 20,000 schedules', short: '0 in 300 schedules' },
    ['test/robustness/interleaving'],
    (length, seed) => ({
      INTERLEAVING_RUNS: pick(length, 300, 20_000),
      INTERLEAVING_FIRST: String(seed * 1_000_000),
    }),
  ),
  {
    id: 'H2',
    goal: 'histories of 16 clients of the built server with kill -9, one node and three that stop and start: faults',
    target: '0 in ≥ 500,000 requests',
    shortTarget: '0 in ≥ 50,000 requests',
    replay: 'npx tsx test/robustness/history/run.ts --seed 1 --nodes 3',
    run: histories,
  },
  tests(
    'R3',
    'deaths or silent wrong answers from damaged files',
    '0 of ≥ 5,000; graphs heal themselves',
    [
      'test/robustness/crash/damagedFolder.test.ts',
      'test/rooms/knn/damage.test.ts',
      'test/rooms/segment/damage.test.ts',
    ],
    (length) => ({ DAMAGE_RUNS: pick(length, 6, 60), DAMAGED_FILES: pick(length, 270, 5000) }),
  ),
  {
    id: 'H3',
    goal: 'whole data folders damaged at random: crashes, hangs, refusals of everything, other answers without a word',
    target: '0 of 20,000',
    shortTarget: '0 of 1,000',
    replay: 'npx tsx test/robustness/crash/damages/run.ts --seed 1 --count 1000',
    run: damages,
  },
  {
    id: 'R4',
    goal: 'seeded faults caught by a named test',
    target: 'all of ≥ 24',
    replay: 'npx tsx test/robustness/mutants/run.ts',
    run: mutants,
  },
  {
    id: 'R5',
    goal: 'HTTP 5xx, hangs or crashes from malformed input',
    target: '0; 99.9 % within 250 ms',
    replay: 'npm run fuzz:malformed -- --seed 1 --count 50000',
    alone: true,
    run: async (length, seed) => {
      const count = length === 'short' ? 50_000 : 3_000_000;
      const { problems, seconds, p999, slowestMs } = await inParts({ seed, first: 0, count, target: 'pool' });
      for (const problem of problems) console.error(problem);
      return {
        figure:
          `${problems.length} of ${count} in ${seconds.toFixed(0)} s, ` +
          `99.9 % within ${p999} ms, all within ${slowestMs} ms`,
        met: problems.length === 0 && p999 <= 250,
      };
    },
  },
  {
    id: 'R6',
    goal: 'unexplained differences from SQLite',
    target: '0 in 1,000,000',
    shortTarget: '0 in 20,000',
    replay: 'npm run fuzz -- differential --seed 1 --count 20000',
    run: (length, seed) => statements(['differential'], length === 'short' ? 20_000 : 1_000_000, seed),
  },
  {
    id: 'R7',
    goal: 'metamorphic relations broken (TLP, partitions, NoREC, pivots, push-down, layouts, constants, pages)',
    target: '0 in 500,000 each',
    shortTarget: '0 in 1,000 each',
    replay: 'npm run fuzz -- tlp --seed 1 --count 20000',
    run: (length, seed) =>
      statements(
        ['tlp', 'partition', 'norec', 'pivot', 'pushdown', 'layout', 'constant', 'cursor'],
        length === 'short' ? 1_000 : 500_000,
        seed,
      ),
  },
  {
    id: 'R17',
    goal: 'statements made of the grammar, of 10 kB at most: 5xx, exceptions, more than 2 s of the processor',
    target: '0 in 1,000,000',
    shortTarget: '0 in 20,000',
    replay: 'npx tsx test/conformance/fuzz/grammar/run.ts --seed 1 --count 20000',
    run: (length, seed) => hangs(length === 'short' ? 20_000 : 1_000_000, seed),
  },
  tests('R8', 'answers equal to the recorded engine', 'all but those listed in differences.json', [
    'test/conformance',
  ]),
  tests(
    'T4',
    'answers to random sequences of requests equal to those of a model',
    { long: '0 differing of 50,000 sequences', short: '0 differing of 200 sequences' },
    ['test/conformance/model'],
    (length, seed) => ({ MODEL_RUNS: pick(length, 200, 50_000), MODEL_SEED: String(seed) }),
  ),
  tests('T7', 'sqllogictest files: the same as SQLite', 'all queries of the own files', [
    'test/conformance/sqllogic',
  ]),
  tests(
    'R9',
    'recall@10; exact answers',
    'd32 ≥ 0.99, clustered d128 ≥ 0.99, d128 ≥ 0.88, 512/512 ≥ 0.995; 0 differing',
    ['test/rooms/knn/recall.test.ts'],
    (length) => ({ RECALL_SEEDS: pick(length, 2, 20) }),
  ),
  {
    id: 'R10',
    goal: 'a client at work beside 6,250 hostile connections and 50 bodies of 100 MB',
    target: 'p99 ≤ 50 ms, + 128 MB at most, back within 10 s, alive',
    replay: 'npx tsx test/robustness/load/run.ts',
    alone: true,
    run: async (length): Promise<Outcome> => {
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
  tests('R11', 'hostile inputs answered as expected', 'all of ≥ 400', ['test/robustness/hostile']),
  tests('R12', 'attacks through a browser; real clients', '24 of 24 refused; 0 refused', [
    'test/rooms/node/browser.test.ts',
  ]),
  tests(
    'R13',
    'books of memory',
    {
      long: 'books = allocation ± 5 %; 0 bytes after; slope ≤ 1 MB/min in 30 min',
      short: 'books = allocation ± 5 %; 0 bytes after; ≤ 10 MB more after 40 s',
    },
    [
      'test/rooms/common/breakers.test.ts',
      'test/rooms/node/load.test.ts',
      'test/rooms/knn/nativeMemory.test.ts',
      'test/rooms/node/soak.test.ts',
    ],
    (length) => ({ SOAK_SECONDS: pick(length, 40, 1800), LOAD_CYCLES: '2000' }),
  ),
  {
    id: 'R14',
    goal: 'repeatability',
    target: 'every failure prints its replay; 0 flakes in 20 shuffled runs',
    shortTarget: 'every failure prints its replay; 0 flakes in 2 shuffled runs of some rooms',
    replay: 'npx vitest run --sequence.shuffle',
    run: shuffled,
  },
  tests(
    'R16',
    'recovery',
    '1,000,000 documents open after kill -9 in ≤ 3 s, + replay of ≥ 20,000 operations/s',
    ['test/rooms/node/recovery.test.ts', 'test/robustness/crash/largeRecovery.test.ts'],
    () => ({ RECOVERED_DOCUMENTS: '1000000' }),
    (output) => found(output, /(opens .*)/),
  ),
  {
    id: 'R18',
    goal: 'requests of the walk (benchmarks/held) that give others fewer turns than recorded',
    target: '0',
    replay: 'npx tsx benchmarks/held/pauses.ts',
    run: pauses,
  },
];
