import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CircuitBreakers, limits, ManualClock, type OpenSearchError } from '../../../src/common/index.ts';

const MB = 1024 * 1024;

function breakers(usedBytes = 0): CircuitBreakers {
  return new CircuitBreakers({ clock: new ManualClock(), heap: () => ({ usedBytes, maxBytes: 1024 * MB }) });
}

const failure = (action: () => void): OpenSearchError => {
  try {
    action();
  } catch (error) {
    return error as OpenSearchError;
  }
  throw new Error('nothing was thrown');
};

describe('circuit breakers', () => {
  it("trip at the exact limit, in the original's words", () => {
    const all = breakers();
    all.setLimit('in_flight_requests', 1000);
    const body = all.open('in_flight_requests', '<http_request>');
    body.grow(1000);
    const error = failure(() => body.grow(1));
    expect([error.status, error.type]).toEqual([429, 'circuit_breaking_exception']);
    expect(error.reason).toBe(
      '[in_flight_requests] Data too large, data for [<http_request>] would be [1001/1001b], ' +
        'which is larger than the limit of [1000/1000b]',
    );
    expect(error.metadata).toEqual({ bytes_wanted: 1001, bytes_limit: 1000, durability: 'TRANSIENT' });
    body.release();
    expect(all.figures().in_flight_requests).toMatchObject({ usedBytes: 0, tripped: 1 });
  });

  it('apply the overhead to the comparison, but not to the used bytes', () => {
    const all = breakers();
    all.setLimit('request', 1000);
    all.setOverhead('request', 2);
    const answer = all.open('request', 'x');
    answer.grow(500);
    expect(failure(() => answer.grow(1)).reason).toContain('would be [1002/1002b]');
    expect(all.figures().request).toMatchObject({ usedBytes: 500, overhead: 2, tripped: 1 });
  });

  it('check the heap for many small reservations as for a large one', () => {
    const all = breakers(973 * MB);
    const body = all.open('in_flight_requests', '<http_request>');
    body.grow(MB / 2);
    expect(failure(() => body.grow(MB / 2)).reason).toMatch(/^\[parent] Data too large/);
  });

  it('allow a single large body, and refuse a second one', () => {
    const all = breakers();
    const first = all.open('in_flight_requests', 'a');
    first.grow(MB);
    first.grow(limits.inFlightBytes.value);
    const second = all.open('in_flight_requests', 'b');
    expect(failure(() => second.grow(MB)).status).toBe(429);
    first.release();
    second.grow(MB);
    second.release();
    expect(all.figures().in_flight_requests.usedBytes).toBe(0);
  });

  it('do not treat the last of several large bodies as a single one until a second has passed', () => {
    const clock = new ManualClock();
    const all = new CircuitBreakers({ clock, heap: () => ({ usedBytes: 0, maxBytes: 1024 * MB }) });
    const tooMuch = limits.inFlightBytes.value + 1;
    const [first, second, last] = ['a', 'b', 'c'].map((label) => all.open('in_flight_requests', label));
    first.grow(MB);
    expect(failure(() => second.grow(tooMuch)).status).toBe(429);
    first.release();
    clock.advance(999);
    expect(failure(() => last.grow(tooMuch)).status).toBe(429);
    clock.advance(1);
    last.grow(tooMuch);
    expect(all.figures().in_flight_requests).toMatchObject({ usedBytes: tooMuch, tripped: 2 });
  });

  it('allow a few small bodies beside one that exceeds the limit', () => {
    const all = breakers();
    const large = all.open('in_flight_requests', 'a');
    large.grow(limits.inFlightBytes.value + MB);
    const small = Array.from({ length: 256 }, () => all.open('in_flight_requests', 'b'));
    for (const one of small) one.grow(64 * 1024);
    expect(failure(() => all.open('in_flight_requests', 'c').grow(1)).status).toBe(429);
    expect(failure(() => small[0].grow(1)).status).toBe(429);
    small[0].release();
    all.open('in_flight_requests', 'd').grow(64 * 1024);
    expect(all.figures().in_flight_requests.tripped).toBe(2);
  });

  it('the parent checks the actual heap', () => {
    const all = breakers(950 * MB);
    const answer = all.open('request', '<http_response>');
    const error = failure(() => answer.grow(30 * MB));
    expect(error.reason).toMatch(/^\[parent] Data too large, data for \[<http_response>] would be/);
    expect(error.reason).toContain('real usage: [996147200/950mb]');
    answer.release();
    expect(all.figures().parent.tripped).toBe(1);
    expect(all.figures().request.usedBytes).toBe(0);
  });

  it('the parent trips at the exact limit, without changing other reservations', () => {
    const whole = fc.nat(2048).map((kilobytes) => kilobytes * 1024);
    fc.assert(
      fc.property(whole, whole, fc.double({ min: 0.1, max: 1, noNaN: true }), (used, bytes, share) => {
        const all = new CircuitBreakers({
          clock: new ManualClock(),
          heap: () => ({ usedBytes: used, maxBytes: 3 * MB }),
        });
        all.setParentShare(share);
        const answer = all.open('request', 'x');
        const tooMuch = bytes >= MB && used + bytes > Math.floor(3 * MB * share);
        if (tooMuch) expect(failure(() => answer.grow(bytes)).reason).toMatch(/^\[parent]/);
        else answer.grow(bytes);
        expect(all.figures().request.usedBytes).toBe(tooMuch ? 0 : bytes);
        answer.release();
        expect(all.figures()).toMatchObject({
          request: { usedBytes: 0 },
          parent: { tripped: Number(tooMuch) },
        });
      }),
    );
  });

  const names = ['request', 'fielddata', 'in_flight_requests'] as const;

  it.each(names)('%s: trips above its limit and never below, and ends with nothing reserved', (name) => {
    const step = fc.record({ who: fc.nat(7), bytes: fc.nat(3000), release: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(9000), (steps, limitBytes) => {
        const all = breakers();
        all.setLimit(name, limitBytes);
        const open = Array.from({ length: 8 }, () => all.open(name, 'x'));
        const held = new Array<number>(8).fill(0);
        let tripped = 0;
        for (const { who, bytes, release } of steps) {
          const sum = held.reduce((total, one) => total + one, 0);
          if (release) {
            open[who].release();
            open[who] = all.open(name, 'x');
            held[who] = 0;
          } else if (sum + bytes > limitBytes) {
            const { metadata } = failure(() => open[who].grow(bytes));
            expect(metadata).toMatchObject({ bytes_wanted: sum + bytes, bytes_limit: limitBytes });
            tripped++;
          } else {
            open[who].grow(bytes);
            held[who] += bytes;
          }
        }
        expect(all.figures()[name]).toMatchObject({ usedBytes: held.reduce((a, b) => a + b, 0), tripped });
        for (const one of open) one.release();
        expect(all.figures()[name].usedBytes).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });
});
