import { expect, it } from 'vitest';
import { findHangs } from './grammar/hangs.ts';
import { grammarStatement, MAX_LENGTH } from './grammar/statements.ts';

/** `npx tsx test/conformance/fuzz/grammar/run.ts` runs a million of them. */
const COUNT = 160;
const numbers = Array.from({ length: COUNT }, (_, number) => number);

it('statements of a seed have all of the language in them, in 10 kB at most', () => {
  const texts = numbers.map((number) => grammarStatement(1, number));
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(MAX_LENGTH);
  const words = new Set(texts.flatMap((text) => text.split(' ')));
  for (const word of [
    'WITH',
    'UNION',
    'OVER',
    'FILTER',
    'EXISTS',
    'JOIN',
    'HAVING',
    'CASE',
    'DESCRIBE',
    'movies',
  ])
    expect(words).toContain(word);
  expect(new Set(texts).size).toBeGreaterThan(COUNT / 2);
});

it('none breaks the server or takes long', async () => {
  const problems: string[] = [];
  const onProblem = (problem: string): void => void problems.push(problem);
  const { ran, answered } = await findHangs({ seed: 1, first: 0, count: COUNT, onProblem });
  expect(problems).toEqual([]);
  expect(ran).toBe(COUNT);
  expect(answered).toBeGreaterThan(COUNT / 5);
});
