import { expect, it } from 'vitest';
import { ManualClock, Pacer } from '../../../src/common/index.ts';

/** How often a loop is told that its slice is over, and how often that took a look at the clock. */
function dueIn(steps: number, stepMs: number): { readonly due: number; readonly looks: number } {
  let looks = 0;
  const clock = new (class extends ManualClock {
    override nanoTime(): bigint {
      looks++;
      return super.nanoTime();
    }
  })();
  const pacer = new Pacer(clock);
  let due = 0;
  for (let step = 0; step < steps; step++) {
    clock.advance(stepMs);
    if (pacer.due()) due++;
  }
  return { due, looks };
}

it('the clock is checked after every long step', () => {
  expect(dueIn(1000, 20).due).toBeGreaterThan(990);
});

it('the clock is rarely checked between short steps', () => {
  expect(dueIn(100_000, 0.0001).looks).toBeLessThan(500);
});

it('a loop whose steps become long notices quickly', () => {
  const clock = new ManualClock();
  const pacer = new Pacer(clock);
  for (let step = 0; step < 10_000; step++) pacer.due();
  let steps = 0;
  let due = 0;
  while (due < 2 && ++steps < 1000) {
    clock.advance(20);
    if (pacer.due()) due++;
  }
  expect(steps).toBeLessThan(512);
});
