import { describe, expect, it } from 'vitest';
import { minimumShouldMatch } from '../../../src/query/minimumShouldMatch.ts';

describe('minimum_should_match', () => {
  it.each([
    // given, optional clauses → how many must match
    ['2', 5, 2],
    ['-1', 5, 4],
    ['-7', 5, 0],
    ['75%', 5, 3],
    ['1%', 3, 0],
    ['-1%', 3, 3],
    ['-25%', 2, 2],
    ['-25%', 5, 4],
    ['-99%', 3, 1],
    ['-100%', 3, 0],
    ['200%', 3, 6],
    ['3<90%', 3, 3],
    ['3<90%', 10, 9],
    ['2<-25%', 3, 3],
    ['2<-25% 9<-3', 2, 2],
    ['2<-25% 9<-3', 8, 6],
    ['2<-25% 9<-3', 12, 9],
  ])('%s of %i clauses: %i', (given, optional, expected) => {
    expect(minimumShouldMatch(given, optional)).toBe(expected);
  });

  it('refuses what is not a number', () => {
    expect(() => minimumShouldMatch('many', 3)).toThrow('For input string: "many"');
  });
});
