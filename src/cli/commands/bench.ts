import { InvalidArgumentError, Option } from 'commander';
import { stringifyJson } from '../../common/index.ts';
import { count, duration } from '../../figures/index.ts';
import { LatencyHistogram } from '../bench/latencyHistogram.ts';
import { onServer, type ServerCommand } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { objectOf, textOrFile } from '../frame/files.ts';
import { withInterrupt } from '../frame/interrupt.ts';
import { refusal, type Server } from '../frame/server.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly sql?: string;
  readonly search?: string;
  readonly index?: string;
  readonly seconds: number;
  readonly connections: number;
}

/** `rockpool bench`: one request over and over, by some callers at a time. Answers that fail end it. */
export const bench: CommandModule = {
  examples: [
    {
      run: 'rockpool bench --sql "SELECT COUNT(*) FROM movies" --seconds 3',
      doc: 'how fast is a statement?',
    },
    {
      run: `rockpool bench --index movies --search '{"query": {"match": {"title": "love"}}}' --connections 8`,
      doc: 'and a search, with eight callers?',
    },
  ],
  define(command, context) {
    command
      .addOption(new Option('--sql <statement>', 'run this statement (@FILE reads it)').conflicts('search'))
      .option('--search <body>', 'run this search (query DSL, k-NN too; @FILE reads it)')
      .option('--index <name>', 'where to search')
      .addOption(new Option('--seconds <n>', 'so long').default(5).argParser(positive))
      .addOption(new Option('--connections <n>', 'callers at a time').default(1).argParser(positive));
    onServer<Flags>(command, context, run);
  },
};

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 10_000) return value;
  throw new InvalidArgumentError('expected a number above 0');
}

function questionOf({ sql, search, index }: Flags): { readonly path: string; readonly body: string } {
  if (sql !== undefined) return { path: '/_plugins/_sql', body: JSON.stringify({ query: textOrFile(sql) }) };
  if (search === undefined || index === undefined) {
    throw new CommandError('usage', 'expected --sql STATEMENT, or --index NAME --search BODY');
  }
  const body = stringifyJson(objectOf(search, '--search'));
  return { path: `/${encodeURIComponent(index)}/_search`, body };
}

async function run({ server, output, flags }: ServerCommand<Flags>): Promise<void> {
  const question = questionOf(flags);
  const { latencies, tookMs } = await withInterrupt(async (signal) => {
    // The first answers compile, and open connections.
    const warmUpMs = Math.min(1000, flags.seconds * 200);
    await measure(server, question, flags.connections, warmUpMs, signal);
    return measure(server, question, flags.connections, flags.seconds * 1000, signal);
  });
  const rate = latencies.count / (tookMs / 1000);
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((q) => latencies.quantileMs(q));
  const max = latencies.maxMs;
  if (output.isJson) {
    output.json({
      requests: latencies.count,
      seconds: tookMs / 1000,
      connections: flags.connections,
      per_second: rate,
      ...{ p50_ms: p50, p90_ms: p90, p99_ms: p99, max_ms: max },
    });
    return;
  }
  output.line(
    `${count(latencies.count)} answers in ${duration(tookMs)}: ${count(Math.round(rate))} a second`,
  );
  output.line(
    `half within ${duration(p50)}, 90 % ${duration(p90)}, 99 % ${duration(p99)}, all ${duration(max)}`,
  );
}

/** Each caller asks as soon as it has its answer. Throws RefusedError for the first that is none. */
async function measure(
  server: Server,
  { path, body }: { readonly path: string; readonly body: string },
  connections: number,
  forMs: number,
  signal: AbortSignal,
): Promise<{ readonly latencies: LatencyHistogram; readonly tookMs: number }> {
  const latencies = new LatencyHistogram();
  const started = performance.now();
  const end = started + forMs;
  const caller = async (): Promise<void> => {
    let asked = performance.now();
    while (asked < end && !signal.aborted) {
      const answer = await server.call({ method: 'POST', path, body });
      if (answer.status > 299) throw refusal(answer);
      const answered = performance.now();
      latencies.add(answered - asked);
      asked = answered;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return { latencies, tookMs: performance.now() - started };
}
