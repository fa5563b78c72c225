import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { TestProject } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');
const LIST = join(ROOT, 'test/docs/used.json');

/** What tests used, and the first that did. */
type Usage = Readonly<Record<string, string>>;

/**
 * Gathers what the tests of this run used of what `docs/reference/` says is there. The list of it is checked in: an entry whose
 * test ran and did not use it fails the run; `UPDATE_USED=1` writes the list anew as far as the run goes.
 */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-usage-'));
  process.env.ROCKPOOL_USAGE = join(folder, 'used');
  return () => {
    const used = gathered(folder);
    rmSync(folder, { recursive: true, force: true });
    if (project.vitest.config.testNamePattern !== undefined) return;
    const ran = new Set(project.vitest.state.getFiles().map(({ filepath }) => relative(ROOT, filepath)));
    const listed = JSON.parse(readFileSync(LIST, 'utf8')) as Usage;
    const stale = Object.keys(listed).filter((key) => ran.has(listed[key]) && used[key] === undefined);
    if (process.env.UPDATE_USED !== undefined) write(listed, used, stale);
    else if (stale.length > 0 && !anyFailed(project)) {
      console.error(`test/docs/used.json is out of date (UPDATE_USED=1 writes it): ${stale.join(', ')}`);
      process.exitCode = 1;
    }
  };
}

function anyFailed({ vitest }: TestProject): boolean {
  return vitest.state.getFiles().some(({ result }) => result?.state !== 'pass');
}

/** Of two tests that used a thing the one that comes first by name: runs differ in their order. */
function gathered(folder: string): Usage {
  const used: Record<string, string> = {};
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').trim().split('\n')) {
      const [key, test] = line.split('\t');
      if (used[key] === undefined || test < used[key]) used[key] = test;
    }
  }
  return used;
}

function write(listed: Usage, used: Usage, stale: readonly string[]): void {
  const kept = Object.entries({ ...used, ...listed }).map(([key, test]) => {
    return [key, stale.includes(key) ? used[key] : test] as const;
  });
  const sorted = kept.filter(([, test]) => test !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
