import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeededRandom, SystemClock } from '../../../src/common/index.ts';
import { FsDirectory } from '../../../src/directory/index.ts';
import { checkShard, type IndexShard } from '../../../src/shard/index.ts';
import { openShard } from '../../rooms/shard/shards.ts';
import { reportFigure } from '../../support/figure.ts';
import { type Found, Ledger, type LedgerEntry } from './ledger.ts';

/**
 * kill -9 of a process that writes to a shard, at random moments, again and again on the same folder.
 * KILL_CYCLES=1000 npx vitest run test/robustness/crash/kill.test.ts runs more; KILL_SEED replays.
 */
const cycles = Number(process.env.KILL_CYCLES ?? 12);
const seed = Number(process.env.KILL_SEED ?? 1);

const root = mkdtempSync(join(tmpdir(), 'rockpool-kill-'));
const folder = join(root, 'shard');
const writer = join(root, 'writer.mjs');
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(async () => {
  const entry = join(import.meta.dirname, 'writerProcess.ts');
  await build({ entryPoints: [entry], outfile: writer, bundle: true, platform: 'node', format: 'esm' });
});

/** Lets the process write for a while after its first acknowledged write, then kills it. */
async function writeAndKill(ledgerFile: string, writeMs: number, cycle: number): Promise<void> {
  const child = spawn(process.execPath, [writer, folder, ledgerFile, String(seed * 10_000 + cycle)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += text));
  const ended = once(child, 'exit');
  while (
    child.exitCode === null &&
    !(existsSync(ledgerFile) && readFileSync(ledgerFile, 'utf8').includes('!'))
  ) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await new Promise((resolve) => setTimeout(resolve, writeMs));
  child.kill('SIGKILL');
  const [, signal] = await ended;
  expect(signal, complaint).toBe('SIGKILL');
}

function readLedger(file: string, ledger: Ledger): void {
  const entries = new Map<string, LedgerEntry>();
  // The last line may be torn by the kill.
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const [mark, number, id, ...content] = line.split(' ');
    if (mark === '?') entries.set(number, ledger.ask(id, JSON.parse(content.join(' '))));
    else (entries.get(number) as LedgerEntry).acknowledged = true;
  }
}

async function contents(shard: IndexShard): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const searcher = shard.acquireSearcher();
  for (const leaf of searcher.leaves) {
    for (let doc = 0; doc < leaf.maxDoc; doc++) {
      if (!(leaf.liveDocs?.has(doc) ?? true)) continue;
      expect(found.has(leaf.id(doc)), `${leaf.id(doc)} twice`).toBe(false);
      found.set(leaf.id(doc), JSON.parse(Buffer.from(leaf.source(doc)).toString()).t);
    }
  }
  searcher.close();
  return found;
}

async function verify(ledger: Ledger, maxSeqNo: number): Promise<number> {
  const directory = new FsDirectory(folder);
  const shard = await openShard({ directory, clock: new SystemClock() });
  const found = await contents(shard);
  expect(ledger.violations(found)).toEqual([]);
  expect(shard.maxSeqNo).toBeGreaterThanOrEqual(maxSeqNo);
  await shard.close({ flush: shard.maxSeqNo % 2 === 0 });
  expect((await checkShard(directory)).problems).toEqual([]);
  ledger.settle(found);
  return shard.maxSeqNo;
}

describe('kill -9 of a writing process', () => {
  it(
    `loses no acknowledged write in ${cycles} cycles (KILL_SEED=${seed})`,
    async () => {
      const random = new SeededRandom(seed);
      const ledger = new Ledger();
      let acknowledged = 0;
      let maxSeqNo = -1;
      for (let cycle = 0; cycle < cycles; cycle++) {
        const ledgerFile = join(root, `ledger-${cycle}`);
        await writeAndKill(ledgerFile, random.next() * 120, cycle);
        const before = ledger.acknowledged;
        readLedger(ledgerFile, ledger);
        acknowledged += ledger.acknowledged - before;
        maxSeqNo = await verify(ledger, maxSeqNo);
      }
      expect(acknowledged).toBeGreaterThan(cycles * 10);
      reportFigure(`${cycles} kills of a writer, ${acknowledged} acknowledged writes, none lost`);
    },
    60_000 + cycles * 2_000,
  );
});
