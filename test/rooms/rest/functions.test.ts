import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { wordTypes } from '../../../src/sql/grammar/ppl/tokens.ts';
import { openTestNode, send } from '../../support/node.ts';

interface Listed {
  readonly keywords: readonly string[];
  readonly functions: readonly {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly family: string;
    readonly signatures: readonly string[];
    readonly doc: string;
    readonly examples: readonly { readonly sql: string; readonly value: string }[];
  }[];
  readonly ppl: { readonly keywords: readonly string[]; readonly functions: readonly string[] };
}

describe('GET /_rockpool/functions', () => {
  let node: RockpoolNode;
  let listed: Listed;

  beforeAll(async () => {
    node = await openTestNode();
    listed = JSON.parse((await send(node.url, 'GET', '/_rockpool/functions')).text) as Listed;
  });

  afterAll(() => node.close());

  it('tells what each function is for, and how it is called', () => {
    expect(listed.functions.find(({ name }) => name === 'ABS')).toEqual({
      name: 'ABS',
      aliases: [],
      family: 'Mathematics',
      signatures: ['ABS(number) → the same'],
      doc: 'The absolute value.',
      examples: [{ sql: 'ABS(-7)', value: '7' }],
    });
    const families = new Set(listed.functions.map(({ family }) => family));
    expect([...families]).toEqual(expect.arrayContaining(['Aggregates', 'Windows', 'Full-text search']));
  });

  it('lists only what is written as a call, each with words and an example', () => {
    for (const { name, aliases, signatures, doc, examples } of listed.functions) {
      for (const each of [name, ...aliases]) expect(each).toMatch(/^[A-Z][A-Z0-9_]*$/);
      expect([name, doc.length > 0, signatures.length > 0, examples.length > 0]).toEqual([
        name,
        true,
        true,
        true,
      ]);
    }
  });

  it('lists the keywords of the grammar', () => {
    expect(listed.keywords).toEqual(expect.arrayContaining(['SELECT', 'JOIN', 'HAVING', 'OVER', 'MINUS']));
  });

  it('lists the words of PPL, and which functions it has', () => {
    const { keywords, functions } = listed.ppl;
    expect(keywords.filter((word) => !wordTypes.has(word.toUpperCase()))).toEqual([]);
    expect(keywords).toEqual(expect.arrayContaining(['source', 'where', 'stats', 'dedup']));
    expect(functions).toEqual(expect.arrayContaining(['ABS', 'AVG', 'COUNT', 'MATCH', 'DATE_ADD']));
    expect(functions).not.toContain('LAG');
  });
});
