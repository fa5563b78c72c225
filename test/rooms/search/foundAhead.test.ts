import { expect, it } from 'vitest';
import { ManualClock, Pacer, type Steps, soon } from '../../../src/common/index.ts';
import { FoundAhead } from '../../../src/search/shard/foundAhead.ts';

function* found(text: string): Steps<string> {
  yield;
  return text;
}

it('takes back each binding that lacked something, and finds that once', async () => {
  const ahead = new FoundAhead();
  const notes: string[] = [];
  const looked: string[] = [];
  const get = (key: string): string =>
    ahead.get(key, () => {
      looked.push(key);
      return found(key.toUpperCase());
    });
  const binding = (): string => {
    notes.push(get('a'));
    notes.push(get('b'));
    return notes.join();
  };
  const forget = (): void => void notes.splice(0);
  expect(await soon(ahead.bind(binding, forget, new Pacer(new ManualClock())))).toBe('A,B');
  expect([looked, ahead.isBinding, get('c')]).toEqual([['a', 'b', 'c'], false, 'C']);
});

it('passes on what goes wrong in a binding', () => {
  const ahead = new FoundAhead();
  const fail = (): never => {
    throw new RangeError('wrong');
  };
  expect(() => soon(ahead.bind(fail, () => undefined, new Pacer(new ManualClock())))).toThrow('wrong');
  expect(ahead.isBinding).toBe(false);
});
