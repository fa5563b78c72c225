import { describe, expect, it } from 'vitest';
import { BusyPolling } from '../../../src/rest/index.ts';

/** A poller on a clock moved by hand; `polls` says how often it polls until it sleeps, a tenth of a millisecond each. */
function poller() {
  let nowMs = 1000;
  let next: (() => void) | null = null;
  const polling = new BusyPolling(
    () => nowMs,
    (work) => {
      next = work;
    },
  );
  const poll = (): boolean => {
    const work = next;
    next = null;
    nowMs += 0.1;
    work?.();
    return work !== null;
  };
  return {
    polling,
    pass: (ms: number) => {
      nowMs += ms;
    },
    polls: () => {
      let count = 0;
      while (poll()) count++;
      return count;
    },
  };
}

describe('polling for the next request', () => {
  it('sleeps after the first request', () => {
    const { polling, polls } = poller();
    polling.arrived();
    polling.answered();
    expect(polls()).toBe(0);
  });

  it.each([
    { pauseMs: 0, polled: true },
    { pauseMs: 0.3, polled: true },
    { pauseMs: 0.7, polled: false },
    { pauseMs: 50, polled: false },
  ])('after a request $pauseMs ms behind an answer: $polled', ({ pauseMs, polled }) => {
    const { polling, pass, polls } = poller();
    polling.arrived();
    polling.answered();
    pass(pauseMs);
    polling.arrived();
    pass(20);
    polling.answered();
    const count = polls();
    expect(count > 0).toBe(polled);
    expect(count).toBeLessThanOrEqual(6);
  });

  it('sleeps while a request is being answered, and polls after the last of several', () => {
    const { polling, polls } = poller();
    polling.arrived();
    polling.answered();
    polling.arrived();
    polling.arrived();
    polling.answered();
    expect(polls()).toBe(0);
    polling.answered();
    expect(polls()).toBeGreaterThan(0);
  });

  it('stops for a request that arrives meanwhile', () => {
    const { polling, polls } = poller();
    for (let i = 0; i < 2; i++) {
      polling.arrived();
      polling.answered();
    }
    polling.arrived();
    expect(polls()).toBe(1);
    polling.answered();
    expect(polls()).toBeGreaterThan(1);
  });
});
