import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants } from './mutants.ts';

/** That each of them is caught, `npx tsx test/robustness/mutants/run.ts` tells; here, that each can still be made. */
const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

describe('the faults on purpose', () => {
  it('are many, each with a name of its own', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(24);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it.each(mutants)('$name: can be made in one place', ({ file, find, replace, test }) => {
    expect(read(file).split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(read(test)).toContain('it');
  });
});
