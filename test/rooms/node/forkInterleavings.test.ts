import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../src/common/index.ts';
import { FsDirectory, RamDirectory } from '../../../src/directory/index.ts';
import type { Rockpool } from '../../../src/index.ts';
import { openPoolOver } from '../../support/pool.ts';

/** What a request was sent and answered at, in the order of all such moments. */
interface Span {
  readonly from: number;
  to: number;
}

interface Found extends Span {
  readonly what: string;
  readonly ids: ReadonlySet<string>;
}

interface Run {
  readonly writes: (Span & { readonly n: number })[];
  readonly resets: Span[];
  readonly found: Found[];
  readonly refused: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'rockpool-forks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const before = (a: Span, b: Span): boolean => a.to < b.from;

/** Two documents of one request, in an index that comes with the first of them, with a field of its own. */
const pairOf = (n: number): string =>
  [0, 1]
    .map((half) => `{"index":{"_id":"${n}-${half}"}}\n{"n":${n},"f${n % 7}":"${'x'.repeat(n % 50)}"}\n`)
    .join('');

async function idsOf(pool: Rockpool): Promise<ReadonlySet<string>> {
  await pool.request('POST', '/_refresh');
  const answer = await pool.request('GET', '/docs/_search?size=1000&ignore_unavailable=true');
  const { hits } = answer.json<{ hits: { hits: { _id: string; _source: { n: number } }[] } }>().hits;
  for (const { _id, _source } of hits) expect(`${_source.n}`).toBe(_id.split('-')[0]);
  return new Set(hits.map(({ _id }) => _id));
}

/** Some of everything at a time, in an order that the seed decides. */
async function play(pool: Rockpool, seed: number, steps: number): Promise<Run> {
  const random = new SeededRandom(seed);
  const run: Run = { writes: [], resets: [], found: [], refused: [] };
  let moment = 0;
  const timed = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    const result = await work();
    span.to = moment++;
    return result;
  };
  const write = (n: number) => {
    const span = { n, from: moment++, to: Number.POSITIVE_INFINITY };
    run.writes.push(span);
    return timed(span, async () => {
      const { status, text } = await pool.request('POST', '/docs/_bulk', pairOf(n));
      if (status !== 200 || text.includes('"errors":true')) run.refused.push(`${status} ${text}`);
    });
  };
  const look = async (what: string, from: number, of: Rockpool, to = moment++) => {
    run.found.push({ what, from, to, ids: await idsOf(of) });
  };
  const fork = async (): Promise<void> => {
    const from = moment++;
    const one = await pool.fork();
    const to = moment++;
    // What it sees is of the time of its making, whatever is written from now on.
    await look('fork', from, one, to);
    await one.close();
  };
  const reset = () => {
    const span = { from: moment++, to: Number.POSITIVE_INFINITY };
    run.resets.push(span);
    return timed(span, () => pool.reset());
  };
  const running = new Set<Promise<unknown>>();
  for (let step = 0; step < steps; step++) {
    const dice = random.next();
    const work = dice < 0.75 ? write(step) : dice < 0.9 ? fork() : reset();
    const ended: Promise<unknown> = work.finally(() => running.delete(ended));
    running.add(ended);
    for (let turns = Math.floor(random.next() * 6); turns > 0; turns--) await new Promise(setImmediate);
    if (running.size > 5) await Promise.race(running);
  }
  await Promise.all(running);
  await look('the pool', moment++, pool);
  return run;
}

/** What each look must have found, and what it must not. */
function violations({ writes, resets, found, refused }: Run): readonly string[] {
  const wrong = [...refused];
  for (const look of found) {
    for (const write of writes) {
      const halves = [0, 1].filter((half) => look.ids.has(`${write.n}-${half}`)).length;
      const isCleared = resets.some((reset) => before(write, reset) && before(reset, look));
      const isTouched = resets.some((reset) => !before(reset, write) && !before(look, reset));
      const where = `${look.what} of ${look.from}–${look.to}, write ${write.n} of ${write.from}–${write.to}`;
      if (before(write, look) && !isTouched && halves < 2) wrong.push(`${where}: acknowledged, but gone`);
      if ((before(look, write) || isCleared) && halves > 0) wrong.push(`${where}: should not be there`);
    }
  }
  return wrong;
}

describe.each([
  ['in memory', () => new RamDirectory(), 8],
  ['on disk', () => new FsDirectory(mkdtempSync(join(folder, 'data-'))), 3],
] as const)('forks and resets during writes, %s', (_, directory, seeds) => {
  it('contain everything acknowledged before, and nothing written after', async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const pool = await openPoolOver(directory());
      await pool.snapshot();
      const run = await play(pool, seed, 30);
      await pool.close();
      expect([seed, violations(run)]).toEqual([seed, []]);
    }
  });
});
