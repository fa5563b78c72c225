import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError, Option } from 'commander';
import { onServer, type ServerCommand } from '../frame/connection.ts';
import { withInterrupt } from '../frame/interrupt.ts';
import { LiveScreen } from '../frame/liveScreen.ts';
import { type CacheSample, panel, readSample } from '../stats/panel.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly watch?: boolean;
  readonly every: number;
}

/** `rockpool stats`: graph memory against its limit, hits, misses, evictions, every graph. */
export const stats: CommandModule = {
  examples: [
    { run: 'rockpool stats', doc: 'the graph caches, once' },
    { run: 'rockpool stats --watch', doc: 'the same while it changes; Ctrl-C ends it' },
  ],
  define(command, context) {
    command
      .option('--watch', 'go on, with rates')
      .addOption(new Option('--every <seconds>', 'between two looks').default(1).argParser(seconds));
    onServer<Flags>(command, context, run);
  },
};

function seconds(text: string): number {
  const value = Number(text);
  if (value >= 0.1 && value <= 3600) return value;
  throw new InvalidArgumentError('expected seconds from 0.1 to 3600');
}

async function run({ server, output, flags, context }: ServerCommand<Flags>): Promise<void> {
  const { output: screen } = context.terminal;
  const print = (sample: CacheSample, before: CacheSample | null): void => {
    if (output.isJson) output.json({ ...sample.graphs, totals: sample.totals, time_ms: sample.timeMs });
    else for (const line of panel(sample, before, look())) output.line(line);
  };
  const look = () => ({
    columns: Math.min(output.columns, 100),
    rows: screen.rows ?? 40,
    style: output.style,
  });
  let sample = await readSample(server);
  if (!flags.watch) return print(sample, null);
  const live = output.isTerminal && !output.isJson ? new LiveScreen(screen) : null;
  let before: CacheSample | null = null;
  try {
    await withInterrupt(async (signal) => {
      while (!signal.aborted) {
        if (live) live.show(panel(sample, before, look()));
        else print(sample, before);
        await sleep(flags.every * 1000, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) break;
        before = sample;
        sample = await readSample(server);
      }
    });
  } finally {
    live?.close();
  }
}
