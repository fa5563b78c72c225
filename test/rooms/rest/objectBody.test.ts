import { expect, it } from 'vitest';
import { checkMembers } from '../../../src/rest/handlers/objectBody.ts';

it.each([
  [{ sourc: 1 }, '[1:1] [p] unknown field [sourc] did you mean any of [source, sources]?'],
  [{ sizes: 1 }, '[1:1] [p] unknown field [sizes] did you mean [size]?'],
  [{ x: 1 }, '[1:1] [p] unknown field [x]'],
  [{ size: {} }, "[1:1] [p] size doesn't support values of type: START_OBJECT"],
])('%j is refused: %s', (body, words) => {
  const members = { source: ['START_OBJECT'], sources: ['START_ARRAY'], size: ['VALUE_NUMBER'] } as const;
  expect(() => checkMembers(body, 'p', members)).toThrow(words);
});
