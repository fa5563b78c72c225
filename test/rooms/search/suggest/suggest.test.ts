import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ARROW } from '../../../support/tableText.ts';
import { openSuggestIndex, suggestLine } from './answers.ts';

/** Lines of `suggestion → what OpenSearch 2.7.0 answers`; `answers.ts` says how they read. */
describe.each(['term', 'phrase', 'completion'])('the %s suggester', (name) => {
  const file = readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8');
  const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const service = openSuggestIndex();

  it.each(lines)('%s', async (line) => {
    expect(await suggestLine(await service, line.slice(0, line.indexOf(ARROW)))).toBe(line);
  });
});
