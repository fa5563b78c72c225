import { describe, expect, it } from 'vitest';
import { minimumShouldMatch } from '../../../src/query/minimumShouldMatch.ts';

describe('minimum_should_match', () => {
  it.each([
    // given, optional clauses → how many must match
    ['2', 3, 2],
    ['-1', 3, 2],
    ['-5', 3, 0],
    ['75%', 3, 2],
    ['1%', 3, 0],
    ['-1%', 3, 3],
    ['-25%', 2, 2],
    ['-25%', 4, 3],
    ['-99%', 3, 1],
    ['-100%', 3, 0],
    ['200%', 3, 6],
    ['2<75%', 2, 2],
    ['2<-25%', 3, 3],
    ['2<-25% 9<-3', 10, 7],
  ])('%s of %i clauses: %i', (given, optional, expected) => {
    expect(minimumShouldMatch(given, optional)).toBe(expected);
  });
});
