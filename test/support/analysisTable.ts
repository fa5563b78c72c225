import { describe, expect, it } from 'vitest';
import { analysisAnswers } from './analysisAnswers.ts';

/** Declares a test for every group of a table; `analysisAnswers.ts` says how it reads. */
export function analysisTable(name: string, table: string): void {
  const groups = table
    .split(/\n(?! )/)
    .map((group) => group.trimEnd())
    .filter((group) => group !== '' && !group.startsWith('#'));
  describe(name, () => {
    it.each(groups.map((group) => [group]))('%s', (group) => {
      const lines = group.split('\n');
      expect(analysisAnswers(lines)).toEqual(lines);
    });
  });
}
