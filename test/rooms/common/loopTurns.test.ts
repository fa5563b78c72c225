import { expect, it } from 'vitest';
import { loopTurns, TURN_NANOS } from '../../../src/common/index.ts';

it('continues one long task per round of the event loop, in FIFO order', async () => {
  let round = 0;
  let counter: NodeJS.Immediate;
  const count = (): void => {
    round++;
    counter = setImmediate(count);
  };
  counter = setImmediate(count);
  const rounds = await Promise.all(Array.from({ length: 600 }, () => loopTurns.next().then(() => round)));
  clearImmediate(counter);
  expect(rounds).toEqual(rounds.map((_, i) => rounds[0] + i));
});

it("starts new requests at once, or, once a round's time slice is used up, before long tasks continue", async () => {
  const order: string[] = [];
  const long = ['a', 'b'].map((name) => loopTurns.next().then(() => order.push(name)));
  expect(loopTurns.enter(0n)).toBeNull();
  expect(loopTurns.enter(TURN_NANOS - 1n)).toBeNull();
  const late = loopTurns.enter(TURN_NANOS)?.then(() => order.push('late'));
  const later = loopTurns.enter(TURN_NANOS)?.then(() => order.push('later'));
  await Promise.all([...long, late, later]);
  expect(order).toEqual(['late', 'a', 'later', 'b']);
  expect(loopTurns.enter(TURN_NANOS * 9n)).toBeNull();
});
