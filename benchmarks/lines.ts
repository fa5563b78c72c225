import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../test/support/server.ts';
import { Echo, MAX_CONNECTIONS } from './floors/echo.ts';
import { documentSections } from './lines/documents.ts';
import type { Servers, Sizes } from './lines/servers.ts';
import { vectorSections } from './lines/vectors.ts';
import { BenchClient } from './support/http.ts';
import type { Benchmark, BenchmarkContext } from './support/report.ts';

const FULL: Sizes = {
  docs: 100_000,
  vectors: 50_000,
  queries: 300,
  effort: { warmups: 300, runs: 300, budgetMs: 1200 },
  seconds: 1.5,
};
const QUICK: Sizes = {
  docs: 10_000,
  vectors: 3000,
  queries: 100,
  effort: { warmups: 50, runs: 50, budgetMs: 200 },
  seconds: 0.3,
};

/** Each line over HTTP, beside what it costs at least: the same bytes from a bare server, the same work without one. */
export const lines: Benchmark = {
  name: 'lines',
  question: 'What does each kind of request cost, as a multiple of what it must cost?',
  run: (context) => measureLines(context, context.quick ? QUICK : FULL),
};

export async function measureLines(
  { section, figure, url, beside }: Pick<BenchmarkContext, 'section' | 'figure' | 'url' | 'beside'>,
  sizes: Sizes,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-'));
  const own = url === null ? await startServer(['--data', folder]) : null;
  const client = (of: string): BenchClient => new BenchClient(of, MAX_CONNECTIONS);
  const servers: Servers = {
    ours: client(own?.url ?? url ?? ''),
    beside: beside === null ? null : client(beside),
    echo: await Echo.start(),
  };
  try {
    for (const one of await documentSections(servers, sizes)) section(one);
    const [sections, recall] = await vectorSections(servers, sizes);
    for (const one of sections) section(one);
    figure({ question: 'recall@10', measured: recall, target: 0.99, unit: '', better: 'more' });
  } finally {
    servers.ours.close();
    servers.beside?.close();
    servers.echo.stop();
    await own?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
