import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { startServer } from '../test/support/server.ts';
import { quantile } from './support/measure.ts';
import type { Benchmark } from './support/report.ts';

/** Process start to first answer, and memory at rest. */
export const startup: Benchmark = {
  name: 'startup',
  question: 'How long from starting the process to the first answer, and how much memory does it hold then?',
  async run({ figure, quick }) {
    const times: number[] = [];
    let rssMb = 0;
    for (let i = 0; i < (quick ? 3 : 11); i++) {
      const start = performance.now();
      const server = await startServer(['--ephemeral']);
      await (await fetch(server.url)).text();
      times.push(performance.now() - start);
      rssMb = residentMb(server.process.pid ?? 0);
      await server.stop();
    }
    times.sort((a, b) => a - b);
    figure({
      question: 'start to first answer, median',
      measured: quantile(times, 0.5) / 1000,
      target: 0.15,
      unit: 's',
      better: 'less',
    });
    figure({ question: 'idle memory (RSS)', measured: rssMb, target: 90, unit: 'MB', better: 'less' });
  },
};

/** Resident memory of a process in MB, from /proc; NaN where there is none. */
export function residentMb(pid: number): number {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match ? Number(match[1]) / 1024 : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
