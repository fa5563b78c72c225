import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { reportFigure } from '../../support/figure.ts';
import { ask } from '../../support/http.ts';
import { type RunningServer, startServer } from '../../support/server.ts';

/**
 * kill -9 of a server with a large index: it comes back with all of it, and with what only the translog holds.
 * RECOVERED_DOCUMENTS=1000000 measures how long that takes.
 */
const documents = Number(process.env.RECOVERED_DOCUMENTS ?? 5_000);
const isMeasured = process.env.RECOVERED_DOCUMENTS !== undefined;
const BATCH = 10_000;
const OPEN_SECONDS = 3;
const REPLAYED_PER_SECOND = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'rockpool-large-'));
let server: RunningServer;
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: string): Promise<{ readonly count: number }> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const { status, text } = await ask(server.url + path, { method, headers, body });
  const json = JSON.parse(text) as { readonly errors?: boolean; readonly count: number };
  if (status >= 300 || json.errors)
    throw new Error(`${method} ${path}: ${JSON.stringify(json).slice(0, 300)}`);
  return json;
}

async function write(from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    const lines: string[] = [];
    for (let i = first; i < Math.min(to, first + BATCH); i++) {
      lines.push(`{"index":{"_id":"${i}"}}\n{"n":${i},"tag":"t${i % 100}","text":"tide ${i % 1000} pool"}\n`);
    }
    await send('POST', '/large/_bulk?filter_path=errors', lines.join(''));
  }
}

/** Starts the server on the folder; seconds until it has counted what must be there. */
async function reopened(count: number): Promise<number> {
  const start = performance.now();
  server = await startServer(['--data', folder]);
  expect((await send('GET', '/large/_count')).count).toBe(count);
  return (performance.now() - start) / 1000;
}

it(`opens ${documents} documents after kill -9, and replays what was not committed`, async () => {
  server = await startServer(['--data', folder]);
  const settings = '{"settings":{"number_of_replicas":0,"refresh_interval":"30s"}}';
  await send('PUT', '/large', settings);
  await write(0, documents);
  await send('POST', '/large/_flush');
  await server.kill();
  const openSeconds = await reopened(documents);

  const late = documents / 5;
  await write(documents, documents + late);
  await server.kill();
  const replaySeconds = (await reopened(documents + late)) - openSeconds;

  const perSecond = Math.round(late / Math.max(replaySeconds, 0.001));
  reportFigure(
    `${documents} documents open in ${openSeconds.toFixed(1)} s; ${late} operations replayed at ${perSecond}/s`,
  );
  if (!isMeasured) return;
  expect(openSeconds).toBeLessThanOrEqual(OPEN_SECONDS);
  expect(perSecond).toBeGreaterThanOrEqual(REPLAYED_PER_SECOND);
}, 600_000);
