import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { type Bundle, bundle, YOUNG_HEAP } from '../../support/bundle.ts';
import { type BombardOptions, replay } from './bombard.ts';

export interface Found {
  readonly inputs: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p999: number;
  readonly slowestMs: number;
  readonly problems: readonly string[];
}

/** A process that says nothing for so long hangs: nothing it could do takes a tenth of it. */
const SILENT_MS = 120_000;

/** The inputs in as many processes as there are processors, each with an engine of its own. */
export async function inParts(
  options: BombardOptions,
  processes = Math.min(availableParallelism(), options.count),
): Promise<Found> {
  const start = performance.now();
  const share = Math.ceil(options.count / processes);
  const program = await bundle('test/robustness/malformed/part.ts');
  const parts = Array.from({ length: processes }, (_, i) => {
    const first = options.first + i * share;
    const count = Math.min(share, options.first + options.count - first);
    return runPart(program, { ...options, first, count });
  });
  const found = await Promise.all(parts).finally(() => program.remove());
  const delays = found.flatMap((part) => part.delays).sort(([a], [b]) => a - b);
  return {
    inputs: options.count,
    seconds: (performance.now() - start) / 1000,
    p999: quantile(delays, 0.999),
    slowestMs: quantile(delays, 1),
    problems: found.flatMap(({ problems }) => problems),
  };
}

type Delay = readonly [ms: number, count: number];

interface Part {
  readonly delays: readonly Delay[];
  readonly problems: readonly string[];
}

function quantile(delays: readonly Delay[], share: number): number {
  let left = delays.reduce((sum, [, count]) => sum + count, 0) * share;
  for (const [ms, count] of delays) {
    left -= count;
    if (left <= 0) return ms;
  }
  return delays.at(-1)?.[0] ?? 0;
}

function runPart({ path }: Bundle, options: BombardOptions): Promise<Part> {
  const child = fork(path, [JSON.stringify(options)], { execArgv: [YOUNG_HEAP] });
  return new Promise((resolve) => {
    let at = options.first;
    const ended = (why: string): void => {
      child.kill('SIGKILL');
      resolve({ delays: [], problems: [`${why}\n  ${replay(options.seed, at, options.target)}`] });
    };
    const hangs = (): void => ended(`nothing for ${SILENT_MS} ms`);
    let timer = setTimeout(hangs, SILENT_MS);
    child.on('message', (message: { number: number } | Part) => {
      clearTimeout(timer);
      if ('number' in message) {
        at = message.number;
        timer = setTimeout(hangs, SILENT_MS);
      } else resolve(message);
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      // After its findings this changes nothing any more.
      ended(`the process ended with ${code}`);
    });
  });
}
