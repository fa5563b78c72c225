import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, mutants } from './mutants.ts';

/**
 * `npx tsx test/mutants/run.ts [part of a name …]`: makes each fault in a copy of the sources and runs the test that
 * must notice it, and that passes without the fault. Ends with 1 when one is not noticed.
 */
const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'rockpool-mutants-'));
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

for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

function passes({ test, catches, env }: Mutant): boolean {
  const args = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', test, '--root', copy, '--bail', '1'];
  const chosen = catches === '' ? args : [...args, '-t', catches];
  const { status } = spawnSync(process.execPath, chosen, { cwd: copy, env: { ...process.env, ...env } });
  return status === 0;
}

const soundness = new Map<string, boolean>();

/** Without a fault: a test that fails anyhow notices nothing. */
function isSound(mutant: Mutant): boolean {
  const { test, catches, env } = mutant;
  const key = JSON.stringify([test, catches, env]);
  if (!soundness.has(key)) soundness.set(key, passes(mutant));
  return soundness.get(key) === true;
}

function isCaught(mutant: Mutant): boolean {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    source.replace(mutant.find, () => mutant.replace),
  );
  try {
    return !passes(mutant);
  } finally {
    writeFileSync(file, source);
  }
}

const wanted = process.argv.slice(2);
const chosen = mutants.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const missed: string[] = [];
for (const mutant of chosen) {
  const sound = isSound(mutant);
  const caught = sound && isCaught(mutant);
  if (!caught) missed.push(mutant.name);
  const by = `${mutant.test}${mutant.catches === '' ? '' : ` (${mutant.catches})`}`;
  console.log(`${caught ? 'caught' : sound ? 'MISSED' : 'the test fails without'}  ${mutant.name}, by ${by}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(`${chosen.length - missed.length} of ${chosen.length} faults caught`);
process.exitCode = missed.length === 0 ? 0 : 1;
