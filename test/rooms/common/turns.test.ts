import { expect, it } from 'vitest';
import { type Pacer, paced, type Steps, settled, soon, type Turns } from '../../../src/common/index.ts';

function* counting(count: number): Steps<number> {
  for (let i = 0; i < count; i++) yield;
  return count;
}

/** Its slice is over at every `every`th look. */
function pacerOf(every: number) {
  const log = { looks: 0, pauses: 0 };
  const pacer = {
    isOver: () => ++log.looks % every === 0,
    pause: async () => void log.pauses++,
  } as unknown as Pacer;
  return { log, pacer };
}

it('returns synchronously if it never waits', () => {
  const { pacer, log } = pacerOf(100);
  expect(soon(paced(counting(10), pacer, 1))).toBe(10);
  expect(log).toEqual({ looks: 10, pauses: 0 });
});

it('pauses when the time slice is over, and checks the clock as often as configured', async () => {
  const { pacer, log } = pacerOf(2);
  expect(await soon(paced(counting(64), pacer))).toBe(64);
  expect(log).toEqual({ looks: 4, pauses: 2 });
});

it('passes on values and errors of awaited promises, and may continue after an error', async () => {
  function* work(): Turns<string> {
    const text = yield* settled(Promise.resolve('a'));
    const plain = yield* settled('b');
    try {
      yield* settled(Promise.reject(new Error('c')));
    } catch (error) {
      return text + plain + (error as Error).message;
    }
    return 'no error';
  }
  expect(await soon(work())).toBe('abc');
});

it('throws synchronously before the first wait, and rejects after it', async () => {
  function* failing(waits: boolean): Turns<never> {
    if (waits) yield Promise.resolve();
    throw new RangeError('wrong');
  }
  expect(() => soon(failing(false))).toThrow('wrong');
  await expect(soon(failing(true))).rejects.toThrow('wrong');
});

it('runs finally blocks, whichever way it ends', async () => {
  const undone: string[] = [];
  function* work(name: string, wait: Promise<unknown>): Turns<void> {
    try {
      yield wait;
    } finally {
      undone.push(name);
    }
  }
  await soon(work('done', Promise.resolve()));
  await expect(soon(work('failed', Promise.reject(new Error('x'))))).rejects.toThrow('x');
  expect(undone).toEqual(['done', 'failed']);
});
