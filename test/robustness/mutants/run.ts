import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { SeededRandom } from '../../../src/common/index.ts';
import { type Mutant, mutants } from './mutants.ts';

/**
 * `npx tsx test/robustness/mutants/run.ts [part of a name …]`: makes each fault in a copy of the sources and runs the test that
 * must notice it, and that passes without the fault; two at a time. `--some 8 --seed 3` takes eight of them by chance.
 * Ends with 1 when one is not noticed.
 */
const command = new Command('mutants')
  .argument('[names...]')
  .option('--some <n>', 'as many as this', Number, mutants.length)
  .option('--seed <n>', 'which ones', Number, 1)
  .parse();
const { some, seed } = command.opts<{ some: number; seed: number }>();

const LANES = 2;
const root = join(import.meta.dirname, '../../..');
const COPIED = [
  'src',
  'test',
  'docs',
  'demo',
  'scripts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** A copy of the sources, in which one fault is made at a time. */
class Workshop {
  readonly #copy = mkdtempSync(join(tmpdir(), 'rockpool-mutants-'));

  constructor() {
    for (const name of COPIED) cpSync(join(root, name), join(this.#copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.#copy, 'node_modules'));
  }

  /** A name that no test has any more is a failure, too. */
  async passes({ test, catches, env }: Mutant): Promise<boolean> {
    const vitest = join(this.#copy, 'node_modules/vitest/vitest.mjs');
    const report = join(this.#copy, 'report.json');
    const args = [vitest, 'run', test, '--root', this.#copy, '--bail', '1', '--testTimeout=600000'];
    args.push('--reporter=json', `--outputFile=${report}`);
    const child = spawn(process.execPath, catches === '' ? args : [...args, '-t', catches], {
      cwd: this.#copy,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    const [status] = await once(child, 'exit');
    if (status !== 0) return false;
    return (JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number }).numPassedTests > 0;
  }

  async isCaught(mutant: Mutant): Promise<boolean> {
    const file = join(this.#copy, mutant.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      source.replace(mutant.find, () => mutant.replace),
    );
    try {
      return !(await this.passes(mutant));
    } finally {
      writeFileSync(file, source);
    }
  }

  remove(): void {
    rmSync(this.#copy, { recursive: true, force: true });
  }
}

const soundness = new Map<string, Promise<boolean>>();

/** Without a fault: a test that fails anyhow notices nothing. */
function isSound(mutant: Mutant, workshop: Workshop): Promise<boolean> {
  const { test, catches, env } = mutant;
  const key = JSON.stringify([test, catches, env]);
  const known = soundness.get(key) ?? workshop.passes(mutant);
  soundness.set(key, known);
  return known;
}

function chosen(): Mutant[] {
  const { args } = command;
  const named = mutants.filter(({ name }) => args.length === 0 || args.some((part) => name.includes(part)));
  const random = new SeededRandom(seed);
  return named
    .map((mutant) => ({ mutant, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, some)
    .map(({ mutant }) => mutant);
}

const queue = chosen();
const all = queue.length;
let caughtCount = 0;

async function work(): Promise<void> {
  const workshop = new Workshop();
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const { name, test, catches } = mutant;
    const sound = await isSound(mutant, workshop);
    const caught = sound && (await workshop.isCaught(mutant));
    if (caught) caughtCount++;
    const verdict = caught ? 'caught' : sound ? 'MISSED' : 'the test fails without';
    console.log(`${verdict}  ${name}, by ${test}${catches === '' ? '' : ` (${catches})`}`);
    if (!caught) console.log(`replay: npx tsx test/robustness/mutants/run.ts '${name}'`);
  }
  workshop.remove();
}

await Promise.all(Array.from({ length: LANES }, work));
console.log(
  `${caughtCount} of ${all} faults caught${all < mutants.length ? ` (by chance, of ${mutants.length})` : ''}`,
);
process.exitCode = caughtCount === all ? 0 : 1;
