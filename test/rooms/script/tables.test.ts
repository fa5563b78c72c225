import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { painlessAnswer } from '../../support/painlessAnswer.ts';
import { ARROW } from '../../support/tableText.ts';

/** Every file of `tables/` holds lines of `script → what OpenSearch 2.7.0 answers`. */
const folder = join(import.meta.dirname, 'tables');

function rowsOf(file: string): [string, string][] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.lastIndexOf(ARROW);
      return [line.slice(0, at), line.slice(at + ARROW.length)];
    });
}

for (const file of readdirSync(folder)) {
  describe(file, () => {
    it.each(rowsOf(file))('%s → %s', (source, answer) => {
      expect(painlessAnswer(source)).toBe(answer);
    });
  });
}
