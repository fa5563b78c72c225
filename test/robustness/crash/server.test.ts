import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../src/common/index.ts';
import { reportFigure } from '../../support/figure.ts';
import { ask } from '../../support/http.ts';
import { type RunningServer, startServer } from '../../support/server.ts';

/**
 * kill -9 of the real process at a random moment while it takes bulk requests, updates and deletions; then it starts
 * again on the same folder. What it had acknowledged must be there, what it had not is whole or absent.
 * CYCLES=50 npx vitest run test/robustness/crash/server.test.ts runs more; SEED replays.
 */

const cycles = Number(process.env.CYCLES ?? 6);
const seed = Number(process.env.SEED ?? 1);

interface Acknowledged {
  /** null: deleted. */
  readonly value: number | null;
}

/** What the server acknowledged, and what was under way when it died: either may be what is found. */
class Ledger {
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly pending = new Map<string, Set<number | null>>();

  begin(id: string, value: number | null): void {
    this.pending.set(id, (this.pending.get(id) ?? new Set()).add(value));
  }

  acknowledge(id: string, value: number | null): void {
    this.acknowledged.set(id, { value });
    this.pending.delete(id);
  }

  allows(id: string, found: number | null): boolean {
    const settled = this.acknowledged.get(id)?.value ?? null;
    return settled === found || (this.pending.get(id)?.has(found) ?? false);
  }

  /** After a restart the server's state is known: what was found is what holds. */
  settle(id: string, found: number | null): void {
    this.acknowledge(id, found);
  }
}

interface Change {
  readonly id: string;
  readonly value: number | null;
}

function randomChanges(random: SeededRandom, next: () => number): Change[] {
  const size = 1 + Math.floor(random.next() * 20);
  const changes = new Map<string, Change>();
  for (let i = 0; i < size; i++) {
    const id = `d${Math.floor(random.next() * 400)}`;
    changes.set(id, { id, value: random.next() < 0.2 ? null : next() });
  }
  return [...changes.values()];
}

function bulkBody(changes: readonly Change[]): string {
  const lines = changes.map(({ id, value }) =>
    value === null
      ? JSON.stringify({ delete: { _id: id } })
      : `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify({ value, text: `tide ${value}` })}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Writes until the server is gone. */
async function writeUntilDeath(
  server: RunningServer,
  ledger: Ledger,
  random: SeededRandom,
  next: () => number,
): Promise<number> {
  let writes = 0;
  for (;;) {
    const changes = randomChanges(random, next);
    for (const { id, value } of changes) ledger.begin(id, value);
    const path = random.next() < 0.1 ? '/ledger/_bulk?refresh=true' : '/ledger/_bulk';
    try {
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await ask(server.url + path, { method: 'POST', headers, body: bulkBody(changes) });
      const { errors } = JSON.parse(answer.text) as { errors: boolean };
      expect(errors).toBe(false);
    } catch {
      return writes;
    }
    for (const { id, value } of changes) ledger.acknowledge(id, value);
    writes += changes.length;
    if (random.next() < 0.03) void ask(`${server.url}/ledger/_flush`, { method: 'POST' }).catch(() => {});
    if (random.next() < 0.02)
      void ask(`${server.url}/ledger/_forcemerge?max_num_segments=1`, { method: 'POST' }).catch(() => {});
  }
}

async function readAll(server: RunningServer): Promise<Map<string, number>> {
  await ask(`${server.url}/ledger/_refresh`, { method: 'POST' });
  const answer = await ask(`${server.url}/ledger/_search?size=10000&track_total_hits=true`);
  // Killed before the first write made the index: nothing was acknowledged.
  if (answer.status === 404) return new Map();
  const body = JSON.parse(answer.text) as {
    hits: { hits: { _id: string; _source: { value: number; text: string } }[] };
  };
  const found = new Map<string, number>();
  for (const { _id, _source } of body.hits.hits) {
    expect(_source.text).toBe(`tide ${_source.value}`);
    expect(found.has(_id)).toBe(false);
    found.set(_id, _source.value);
  }
  return found;
}

describe('kill -9 of the server', () => {
  it(`loses no acknowledged write in ${cycles} cycles (SEED=${seed})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-crash-'));
    const random = new SeededRandom(seed);
    const ledger = new Ledger();
    let counter = 0;
    let writes = 0;
    for (let cycle = 0; cycle < cycles; cycle++) {
      const server = await startServer(['--data', folder]);
      const found = cycle === 0 ? new Map<string, number>() : await readAll(server);
      for (const id of new Set([...ledger.acknowledged.keys(), ...ledger.pending.keys(), ...found.keys()])) {
        const value = found.get(id) ?? null;
        expect(ledger.allows(id, value), `${id} is ${value} in cycle ${cycle}; SEED=${seed}`).toBe(true);
        ledger.settle(id, value);
      }
      const dies = sleep(50 + random.next() * 450).then(() => server.kill());
      const [written] = await Promise.all([writeUntilDeath(server, ledger, random, () => ++counter), dies]);
      writes += written;
    }
    expect(writes).toBeGreaterThan(0);
    reportFigure(`${cycles} kills of the server, ${writes} acknowledged writes, none lost`);
    rmSync(folder, { recursive: true, force: true });
  }, 600_000);
});
