import { availableParallelism } from 'node:os';
import type { Length, Outcome } from './goal.ts';
import { CACHED, command, found, script, suite } from './suite.ts';

const TRIALS = 'test/robustness/crash/trials/run.ts';

/** Faults of the simulated disk; then all of the whole engine, whose trials cost more. */
export async function trials(length: Length, seed: number): Promise<Outcome> {
  const count = length === 'short' ? 100_000 : 2_000_000;
  const shard = await script(TRIALS, ['--seed', String(seed), '--count', String(count)]);
  const files = ['test/robustness/crash/engineFaults.test.ts', 'test/rooms/knn/graphFaults.test.ts'];
  const step = length === 'short' ? '61' : '1';
  const engine = await suite(files, { ENGINE_FAULT_STEP: step, ENGINE_FAULT_FIRST: String(seed) });
  const ofShard = found(shard.output, /^(\d+ trials of .* problems)/m);
  return {
    figure: [`of a shard: ${ofShard}`, ...engine.figures].join('; '),
    met: shard.passed && engine.passed && Number(found(ofShard, /^(\d+)/)) >= count,
  };
}

/** Half of the requests to one node, half to three. */
export async function histories(length: Length, seed: number): Promise<Outcome> {
  const operations = length === 'short' ? 25_000 : 250_000;
  const results = [];
  for (const nodes of [1, 3]) {
    const args = ['--seed', seed, '--nodes', nodes, '--operations', operations].map(String);
    results.push(await command('tsx', ['test/robustness/history/run.ts', ...args]));
  }
  return {
    figure: results.map(({ output }) => found(output, /^(\d+ faults in .*)$/m)).join('; '),
    met: results.every(({ passed }) => passed),
  };
}

export async function damages(length: Length, seed: number): Promise<Outcome> {
  const count = length === 'short' ? 1_000 : 20_000;
  const args = ['test/robustness/crash/damages/run.ts', '--seed', String(seed), '--count', String(count)];
  const { passed, output } = await command('tsx', args);
  return { figure: found(output, /^(\d+ faults in .*)$/m), met: passed };
}

export async function mutants(length: Length, seed: number): Promise<Outcome> {
  const some = length === 'short' ? ['--some', '4', '--seed', String(seed)] : [];
  const { passed, output } = await command('tsx', ['test/robustness/mutants/run.ts', ...some]);
  return { figure: found(output, /^(\d+ of \d+ faults caught.*)$/m), met: passed };
}

/** Counts, not times: other work of the machine changes nothing. */
export async function pauses(): Promise<Outcome> {
  const { passed, output } = await command('tsx', ['benchmarks/held/pauses.ts']);
  return { figure: found(output, /^(\d+ of \d+ requests .*)$/m), met: passed };
}

/** Random statements of some kinds, `count` of each. */
export async function statements(kinds: readonly string[], count: number, seed: number): Promise<Outcome> {
  const args = (kind: string) => [kind, '--count', String(count), '--seed', String(seed)];
  const failed: string[] = [];
  const waiting = [...kinds];
  const lane = async (): Promise<void> => {
    for (let kind = waiting.shift(); kind !== undefined; kind = waiting.shift())
      if (!(await script('test/conformance/fuzz/run.ts', args(kind))).passed) failed.push(kind);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const problems = failed.length === 0 ? 'no problem' : `problems with ${failed.join(', ')}`;
  return { figure: `${problems} in ${count} statements of each kind`, met: failed.length === 0 };
}

/** Statements made of the grammar. */
export async function hangs(count: number, seed: number): Promise<Outcome> {
  const args = ['--count', String(count), '--seed', String(seed)];
  const { passed, output } = await script('test/conformance/fuzz/grammar/run.ts', args);
  return { figure: found(output, /^(\d+ problems in .*)$/m), met: passed };
}

/** Rooms whose tests are quick, for the short run. */
const QUICK = ['common', 'directory', 'segment', 'shard', 'query', 'script'];

/**
 * Tests in random order with random values, both of one seed, and a run of the random trials twice: what it says must be
 * the same.
 */
export async function shuffled(length: Length, seed: number): Promise<Outcome> {
  const runs = length === 'short' ? 2 : 20;
  const rooms = length === 'short' ? QUICK.map((room) => `test/${room}/`) : [];
  const failed: number[] = [];
  for (let order = seed; order < seed + runs; order++) {
    const args = ['run', '--sequence.shuffle', `--sequence.seed=${order}`, ...rooms, ...CACHED];
    if (!(await command('vitest', args, { PROPERTY_SEED: String(order) })).passed) failed.push(order);
  }
  const digests = [];
  for (let run = 0; run < 2; run++) {
    const { output } = await script(TRIALS, ['--seed', String(seed), '--count', '1000', '--lanes', '1']);
    digests.push(found(output, /digest (\w+)/));
  }
  const isSame = digests[0] === digests[1] && digests[0] !== '–';
  const orders = failed.length === 0 ? '0 flakes' : `flakes in the orders ${failed.join(', ')}`;
  return {
    figure: `${orders} in ${runs} shuffled runs; twice by one seed: ${isSame ? 'the same' : 'not the same'}`,
    met: failed.length === 0 && isSame,
  };
}
