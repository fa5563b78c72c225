import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, Pacer } from '../../../src/common/index.ts';
import type { MapperService } from '../../../src/mapper/index.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { errorOf, mapperWith, parseText } from './support.ts';

const DOCUMENTS = ['{"a":1,"b":"x","c":{"a":"2020-01-01"}}', '{"a":{"b":1},"b":[1.5],"c":"x"}', '{"d":true}'];

/** Of several aliases that lead nowhere the first one is named, in an order that printing does not keep. */
function whichever(error: string): string {
  return error.includes('Invalid [path] value') ? 'an alias is invalid' : error;
}

/** What is indexed of the documents, in the order of names, or the error of each. */
function parsed(mapper: MapperService): string {
  const results = DOCUMENTS.map((document) => {
    let text = '';
    const error = errorOf(() => {
      const { docs, mappingUpdate } = parseText(mapper, document);
      // Multi-fields are indexed in the order in which they were mapped, which printing does not keep.
      const fields = docs.map((doc) => [...doc.fields].sort((a, b) => (a.field < b.field ? -1 : 1)));
      text = JSON.stringify([fields, mappingUpdate]);
    });
    return error === 'ok' ? text : error;
  });
  return results.join('\n');
}

/** Everything that a mapper answers, as text. */
function answers(mapper: MapperService): string {
  const names = mapper.fields().map(({ name, typeName, params }) => [name, typeName, params]);
  const looked = ['a', 'a.b', 'b', 'b.keyword', 'c', 'c.a', 'd'].map((name) => [
    mapper.field(name)?.typeName,
    mapper.object(name)?.nested,
  ]);
  return JSON.stringify([
    mapper.version,
    mapper.toJson(),
    names,
    parsed(mapper),
    looked,
    mapper.routingRequired,
  ]);
}

const leaf = fc.oneof(
  fc.constantFrom<JsonObject>(
    { type: 'long' },
    { type: 'keyword' },
    { type: 'keyword', ignore_above: 9 },
    { type: 'text', fields: { keyword: { type: 'keyword' } } },
    { type: 'text', fields: { raw: { type: 'keyword' } }, copy_to: ['d'] },
    { type: 'date' },
    { type: 'alias', path: 'b' },
    { type: 'geo_point' },
  ),
);
const name = fc.constantFrom('a', 'b', 'c', 'd');
const { body } = fc.letrec<{ body: JsonObject; child: JsonObject }>((tie) => ({
  child: fc.oneof({ maxDepth: 3 }, leaf, tie('body')),
  body: fc.record<JsonObject>(
    {
      properties: fc.dictionary(name, tie('child') as fc.Arbitrary<JsonObject>, { maxKeys: 3 }),
      dynamic: fc.constantFrom('true', 'false', 'strict'),
    },
    { requiredKeys: ['properties'] },
  ) as fc.Arbitrary<JsonObject>,
}));
const mapping = fc
  .tuple(
    body,
    fc.record<JsonObject>(
      {
        _routing: fc.constantFrom<JsonObject>({ required: true }, { required: false }),
        _meta: fc.constantFrom<JsonObject>({ v: 1 }, {}),
        date_detection: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([fields, options]): JsonObject => ({ ...fields, ...options }));

describe('a prepared mapping', () => {
  it('changes nothing before it is adopted, and then equals a mapping built from scratch', () => {
    fc.assert(
      fc.property(fc.array(mapping, { minLength: 1, maxLength: 5 }), (mappings) => {
        const mapper = mapperWith({});
        for (const update of mappings) {
          const before = answers(mapper);
          let prepared: ReturnType<MapperService['prepare']> = null;
          const error = errorOf(() => {
            prepared = mapper.prepare(update, 'update');
          });
          expect(answers(mapper)).toBe(before);
          const again = mapperWith(mapper.toJson());
          expect(whichever(errorOf(() => again.merge(update, 'update')))).toBe(whichever(error));
          const candidate = prepared as ReturnType<MapperService['prepare']>;
          if (candidate === null) {
            expect(JSON.stringify(again.toJson())).toBe(JSON.stringify(mapper.toJson()));
            continue;
          }
          expect(JSON.stringify(candidate.toJson())).not.toBe(JSON.stringify(mapper.toJson()));
          const version = mapper.version;
          mapper.adopt(candidate);
          expect(mapper.version).toBe(version + 1);
          expect(mapper.toJson()).toBe(candidate.toJson());
          const fresh = mapperWith(mapper.toJson());
          expect(sorted(mapper)).toEqual(sorted(fresh));
          expect(parsed(mapper)).toBe(parsed(fresh));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is null if nothing changes', () => {
    const mapper = mapperWith({ properties: { a: { type: 'text', fields: { k: { type: 'keyword' } } } } });
    const updates: JsonObject[] = [
      {},
      { properties: {} },
      { properties: { a: { type: 'text' } } },
      mapper.toJson(),
    ];
    for (const update of updates) {
      expect(mapper.prepare(update, 'update')).toBeNull();
    }
    const { version } = mapper;
    mapper.merge(mapper.toJson(), 'update');
    expect(mapper.version).toBe(version);
  });

  it('is the same when prepared in steps, while documents are parsed with the previous mapping', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => `field_${i}`);
    const properties = Object.fromEntries(
      names.map((name, i): [string, JsonObject] => [
        name,
        i % 2 === 0 ? { type: 'long' } : { properties: { 'a.b': { type: 'text' }, 'a.c': { type: 'date' } } },
      ]),
    );
    const settings = { 'index.mapping.total_fields.limit': '10000' };
    const [mapper, other] = [mapperWith({}, settings), mapperWith({}, settings)];
    const before = answers(mapper);
    const preparing = mapper.prepareInTurns({ properties }, 'update', new Pacer(new SteppingClock()));
    let parsedMeanwhile = '';
    const turns = await turnsDuring(async () => {
      setImmediate(() => {
        parsedMeanwhile = answers(mapper);
      });
      await preparing;
    });
    expect(parsedMeanwhile).toBe(before);
    expect(answers(mapper)).toBe(before);
    // Five passes over at least as many names; a pacer looks at the clock every 256 steps.
    expect(turns).toBeGreaterThan(5 * Math.floor(names.length / 256));
    const prepared = await preparing;
    if (prepared === null) throw new Error('it changes something');
    other.merge({ properties }, 'update');
    mapper.adopt(prepared);
    expect(answers(mapper)).toBe(answers(other));
  });

  it('is refused after another one was adopted, and by another mapper', () => {
    const mapper = mapperWith({});
    const first = mapper.prepare({ properties: { a: { type: 'long' } } }, 'update');
    const second = mapper.prepare({ properties: { b: { type: 'long' } } }, 'update');
    if (first === null || second === null) throw new Error('both change something');
    expect(errorOf(() => mapperWith({}).adopt(first))).toContain('rockpool_bug');
    mapper.adopt(second);
    expect(errorOf(() => mapper.adopt(first))).toContain('rockpool_bug');
    expect(errorOf(() => mapper.adopt(second))).toContain('rockpool_bug');
    expect(mapper.toJson()).toEqual({ properties: { b: { type: 'long' } } });
  });
});

/** What a mapper answers of its fields, whatever order they came in. */
function sorted(mapper: MapperService): readonly (readonly unknown[])[] {
  return mapper
    .fields()
    .map(({ name, typeName, params, nestedPath }) => [name, typeName, params, nestedPath])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
}
