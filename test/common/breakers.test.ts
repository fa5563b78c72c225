import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CircuitBreakers, limits, OpenSearchError } from '../../src/common/index.ts';

const MB = 1024 * 1024;

function breakers(usedBytes = 0): CircuitBreakers {
  return new CircuitBreakers({ heap: () => ({ usedBytes, maxBytes: 1024 * MB }) });
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
  it('trip at the stated byte, in the words of the original', () => {
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

  it('let one large body pass that is alone, and refuse the second', () => {
    const all = breakers();
    const first = all.open('in_flight_requests', 'a');
    first.grow(MB);
    first.grow(limits.inFlightBytes.value);
    const second = all.open('in_flight_requests', 'b');
    expect(failure(() => second.grow(1)).status).toBe(429);
    first.release();
    second.grow(1);
    second.release();
    expect(all.figures().in_flight_requests.usedBytes).toBe(0);
  });

  it('look at the heap as it is: the parent', () => {
    const all = breakers(950 * MB);
    const answer = all.open('request', '<http_response>');
    const error = failure(() => answer.grow(30 * MB));
    expect(error.reason).toMatch(/^\[parent] Data too large, data for \[<http_response>] would be/);
    expect(error.reason).toContain('real usage: [996147200/950mb]');
    answer.release();
    expect(all.figures().parent.tripped).toBe(1);
    expect(all.figures().request.usedBytes).toBe(0);
  });

  it('have empty books when everything is released, whatever was refused', () => {
    const step = fc.record({ who: fc.nat(7), bytes: fc.nat(3000), release: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = breakers();
        all.setLimit('request', 5000);
        const open = Array.from({ length: 8 }, () => all.open('request', 'x'));
        const held = new Array<number>(8).fill(0);
        for (const { who, bytes, release } of steps) {
          if (release) {
            open[who].release();
            open[who] = all.open('request', 'x');
            held[who] = 0;
          } else {
            try {
              open[who].grow(bytes);
              held[who] += bytes;
            } catch (error) {
              expect(error).toBeInstanceOf(OpenSearchError);
            }
          }
          const sum = held.reduce((total, one) => total + one, 0);
          expect(all.figures().request.usedBytes).toBe(sum);
          expect(sum).toBeLessThanOrEqual(5000);
        }
        for (const one of open) one.release();
        expect(all.figures().request.usedBytes).toBe(0);
      }),
    );
  });
});
