import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, OpenSearchError, Pacer } from '../../../src/common/index.ts';
import type { MapperService } from '../../../src/mapper/index.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { errorOf, mapperWith, parseText } from './support.ts';

const mapping: JsonObject = {
  dynamic_templates: [{ ids: { match: '*_id', mapping: { type: 'keyword' } } }],
  properties: {
    k: { type: 'keyword', copy_to: ['all', 'copied'] },
    t: { type: 'text', fields: { raw: { type: 'keyword' } } },
    n: { type: 'long', ignore_malformed: true },
    o: { properties: { k: { type: 'keyword' } } },
    nested: { type: 'nested', include_in_root: true, properties: { k: { type: 'keyword' } } },
    all: { type: 'text' },
    fixed: { type: 'object', dynamic: 'strict' },
  },
};

const pacer = (): Pacer => new Pacer(new SteppingClock());
const source = (text: string) => ({ id: '1', routing: null, source: Buffer.from(text) });

async function outcome(parse: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await parse());
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    return errorOf(() => {
      throw error;
    });
  }
}

const scalar = fc.constantFrom<unknown>(1, 1.5, 'a b', '2020-01-02', true, null, 'x'.repeat(2000));
const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 4 }), tie('object')),
  object: fc.dictionary(fc.constantFrom('k', 't', 'n', 'new', 'other_id', 'a.b'), tie('value'), {
    maxKeys: 4,
  }),
}));
const document = fc.dictionary(
  fc.constantFrom('k', 't', 'n', 'o', 'nested', 'fixed', 'new', 'other_id', 'o.k', 'a.b.c', '_id'),
  value,
  { maxKeys: 6 },
);

describe('a document that is parsed in steps', () => {
  it('has the same result as without steps', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (json) => {
        const [one, other] = [mapperWith(mapping), mapperWith(mapping)];
        const text = JSON.stringify(json);
        const inTurns = await outcome(() => one.parseInTurns(source(text), pacer()));
        expect(inTurns).toBe(await outcome(() => parseText(other, text)));
      }),
      { numRuns: 500 },
    );
  });

  it('may interleave with others, and keeps the mapping that it started with', async () => {
    const mapper = mapperWith(mapping);
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [i % 2 ? `f${i}` : `${i}`, `value ${i}`])),
    );
    const small = '{"k":"a","t":"b c","o":{"k":"d"}}';
    const [wideAlone, smallAlone] = await Promise.all([
      outcome(() => parseText(mapper, wide)),
      outcome(() => parseText(mapper, small)),
    ]);
    const first = outcome(() => mapper.parseInTurns(source(wide), pacer()));
    const second = outcome(() => mapper.parseInTurns(source(wide), pacer()));
    expect(await outcome(() => parseText(mapper, small))).toBe(smallAlone);
    setImmediate(() => mapper.merge({ properties: { f1: { type: 'keyword' } } }, 'update'));
    expect(await first).toBe(wideAlone);
    expect(await second).toBe(wideAlone);
    expect(await outcome(() => mapper.parseInTurns(source(wide), pacer()))).not.toBe(wideAlone);
  });

  it.each<[string, (size: number) => JsonObject]>([
    ['new fields', (size) => Object.fromEntries(numbers(size).map((i) => [`new${i}`, i]))],
    ['objects in an array', (size) => ({ o: numbers(size).map((i) => ({ k: `k${i}` })) })],
    ['nested objects', (size) => ({ nested: numbers(size).map((i) => ({ k: `k${i}` })) })],
    ['values of a new field', (size) => ({ a: numbers(size) })],
    ['values of a field', (size) => ({ o: { k: numbers(size) }, 'new.one': 1 })],
  ])('takes more steps the more %s there are', async (_, documentOf) => {
    const turns = (size: number): Promise<number> => {
      const mapper: MapperService = mapperWith(mapping, { 'index.mapping.total_fields.limit': '100000' });
      return turnsDuring(() => mapper.parseInTurns(source(JSON.stringify(documentOf(size))), pacer()));
    };
    const [few, many] = [await turns(200), await turns(4000)];
    expect(few).toBeGreaterThan(5);
    expect(many).toBeGreaterThan(10 * few);
  });
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
