import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundle, measured } from '../../support/bundle.ts';
import { reportFigure } from '../../support/figure.ts';

const run = promisify(execFile);

/** Loads that are measured: few in every run, thousands where memory is looked into. */
const CYCLES = Number(process.env.LOAD_CYCLES ?? 800);
const WARM_UP_CYCLES = 500;

it(`memory comes back: after ${CYCLES} loads and evictions it is at most 10 % above where it began`, async () => {
  const { before, after, evictions, graphBytes } = await measured<{
    readonly before: number;
    readonly after: number;
    readonly evictions: number;
    readonly graphBytes: number;
  }>('test/rooms/knn/loadCycles.ts', WARM_UP_CYCLES, CYCLES);
  expect(evictions).toBe(CYCLES);
  // Were the graphs kept, there would be many times as much.
  expect(CYCLES * graphBytes).toBeGreaterThan(before);
  expect(after / before - 1, `${before} → ${after} bytes`).toBeLessThan(0.1);
}, 240_000);

it.each([
  [10_000, 128, 16],
  [20_000, 16, 16],
  [10_000, 32, 48],
  [20_000, 16, 4],
])(
  '%i vectors of %i dimensions with m %i take the memory that is expected of them, ± 10 %',
  async (count, dimension, m) => {
    const { booked, resident } = await measured<{ readonly booked: number; readonly resident: number }>(
      'test/rooms/knn/graphBooks.ts',
      count,
      dimension,
      m,
    );
    reportFigure(`${count} × ${dimension}, m ${m}: ${(100 * (booked / resident - 1)).toFixed(1)} % off`);
    expect(Math.abs(booked / resident - 1)).toBeLessThan(0.1);
  },
);

it.each([1, 3])(
  '32 warmups at once load each of %i graphs once',
  async (graphs) => {
    const { peak, booked, loads } = await measured<{
      readonly peak: number;
      readonly booked: number;
      readonly loads: number;
    }>('test/rooms/knn/warmupMemory.ts', 32, graphs);
    reportFigure(`32 warmups of ${graphs} graphs: +${(peak / 1e6).toFixed(0)} MB, ${loads} loads`);
    expect(loads).toBe(graphs);
    // One in the cache and one being loaded, and what the process keeps beside them; 32 copies would be ten times that.
    expect(peak).toBeLessThan((Math.min(graphs, 2) + 1.9) * booked);
    expect(peak).toBeGreaterThan(0.5 * booked);
  },
  60_000,
);

it('threads may all call the collector for the first time at once', async () => {
  const { path, remove } = await bundle('test/rooms/knn/releaseProcess.ts');
  try {
    expect(await run(process.execPath, [path, '4'])).toEqual({ stdout: '', stderr: '' });
  } finally {
    remove();
  }
});
