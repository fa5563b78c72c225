import { describe, expect, it } from 'vitest';
import { ManualClock, MovableClock } from '../../../src/common/index.ts';

function clocks() {
  const base = new ManualClock(1_000_000);
  const clock = new MovableClock(base);
  const ran: string[] = [];
  const note = (name: string) => () => void ran.push(`${name}@${clock.nowMs() - 1_000_000}`);
  return { base, clock, ran, note };
}

describe('a movable clock', () => {
  it('follows its base clock until it is moved', () => {
    const { base, clock, ran, note } = clocks();
    clock.schedule(30, note('once'));
    const timer = clock.every(20, note('often'));
    base.advance(50);
    timer.cancel();
    base.advance(50);
    expect(ran).toEqual(['often@20', 'once@30', 'often@40']);
    expect(clock.state).toEqual({ mode: 'real', nowMs: 1_000_100, offsetMs: 0 });
  });

  it('runs tasks that fall due in a jump, in order, and awaits them', async () => {
    const { base, clock, ran, note } = clocks();
    clock.every(40, note('often'));
    clock.schedule(100, async () => {
      await Promise.resolve();
      note('slow')();
    });
    base.advance(10);
    await clock.advance(100);
    expect(ran).toEqual(['often@40', 'often@80', 'slow@110']);
    base.advance(10);
    expect(ran.slice(3)).toEqual(['often@120']);
    expect(clock.state).toEqual({ mode: 'moved', nowMs: 1_000_120, offsetMs: 100 });
  });

  it('stands still when frozen, but still measures durations', async () => {
    const { base, clock, ran, note } = clocks();
    clock.schedule(50, note('once'));
    base.advance(20);
    clock.freeze();
    const before = clock.nanoTime();
    base.advance(1000);
    expect([ran, clock.nowMs(), clock.nanoTime() - before]).toEqual([[], 1_000_020, 1_000_000_000n]);
    await clock.advance(29);
    clock.real();
    expect(clock.nowMs()).toBe(1_001_020);
    base.advance(1);
    expect(ran).toEqual(['once@1021']);
  });

  it('can be set back without delaying timers', async () => {
    const { base, clock, ran, note } = clocks();
    clock.schedule(50, note('once'));
    await clock.setTo(500_000);
    base.advance(50);
    expect(ran).toEqual(['once@-499950']);
    await clock.setTo(2_000_000);
    expect(clock.nowMs()).toBe(2_000_000);
  });

  it('jumps years ahead in few rounds', async () => {
    const { clock } = clocks();
    let rounds = 0;
    clock.every(1000, () => rounds++);
    await clock.advance(10 * 365 * 86_400_000);
    expect(rounds).toBe(1001);
  });
});
