import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../src/common/index.ts';
import { SeededRandom } from '../../src/index.ts';
import { openTestNode } from '../../test/support/node.ts';
import { SteppingClock } from '../../test/support/turns.ts';
import { BenchClient } from '../support/http.ts';
import { ingest } from './ingest.ts';
import { send } from './measure.ts';
import type { HeldRequest } from './request.ts';
import { everyRequest } from './requests.ts';

/**
 * How often each request of the walk looks whether others wait: a count, which no other work of the machine changes.
 * `pauses.json` holds the counts of the last recording (`--record`); it fails where one has become much smaller.
 */
const DOCS = 20_000;
/** A request may lose so much of its count: what happens beside it looks at the same clock. */
const KEPT_SHARE = 0.8;

type Counts = Record<string, Record<string, number>>;

const file = join(import.meta.dirname, 'pauses.json');
const clock = new SteppingClock();
const node = await openTestNode({ clock, random: new SeededRandom(1), log: silentLogger });
const client = new BenchClient(node.url, 1);

/** Of the second call: the first makes what is kept for good. */
async function looksOf(request: HeldRequest): Promise<number> {
  await send(client, request);
  const before = clock.looks;
  await send(client, request);
  return clock.looks - before;
}

async function count(): Promise<Counts> {
  const counts: Counts = {};
  await ingest(client, DOCS);
  for (const [family, requests] of Object.entries(everyRequest)) {
    counts[family] = {};
    for (const [name, request] of Object.entries(requests)) counts[family][name] = await looksOf(request);
  }
  return counts;
}

function fewer(counts: Counts): string[] {
  const recorded: Counts = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(counts).flatMap(([family, own]) =>
    Object.entries(own)
      .filter(([name, looks]) => looks < KEPT_SHARE * (recorded[family]?.[name] ?? Number.POSITIVE_INFINITY))
      .map(
        ([name, looks]) => `${family} ${name}: ${looks}, recorded ${recorded[family]?.[name] ?? 'nothing'}`,
      ),
  );
}

const counts = await count();
const total = Object.values(counts).reduce((sum, own) => sum + Object.keys(own).length, 0);
if (process.argv.includes('--record')) writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`);
const problems = fewer(counts);
for (const problem of problems) console.error(problem);
console.log(`${problems.length} of ${total} requests pause less often than recorded`);
process.exit(problems.length === 0 ? 0 : 1);
