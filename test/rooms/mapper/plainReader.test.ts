import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MapperService } from '../../../src/mapper/index.ts';
import { errorOf, mapperWith, parseText } from './support.ts';

const mapping = {
  properties: {
    k: { type: 'keyword', ignore_above: 20, copy_to: 'all' },
    t: { type: 'text', fields: { raw: { type: 'keyword' } } },
    n: { type: 'long', ignore_malformed: true },
    d: { type: 'double' },
    b: { type: 'boolean' },
    at: { type: 'date' },
    v: { type: 'knn_vector', dimension: 2 },
    g: { type: 'geo_point' },
    all: { type: 'text' },
    o: { properties: { k: { type: 'keyword' }, o: { properties: { n: { type: 'integer' } } } } },
    nested: { type: 'nested', properties: { k: { type: 'keyword' } } },
    // A member of this object means nothing, but the plain reader has to give up at it.
    slow: { type: 'object', enabled: false },
  },
};

function mapper(): MapperService {
  return mapperWith(mapping, { 'index.knn': 'true' });
}

/** What comes of a source: the documents, or the error in words. */
function outcome(service: MapperService, source: string): unknown {
  let parsed: unknown;
  const error = errorOf(() => {
    const { docs, mappingUpdate } = parseText(service, source);
    parsed = { docs, mappingUpdate };
  });
  return error === 'ok' ? parsed : error;
}

const raw = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 24 }).map((text) => JSON.stringify(text)),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  raw('0', '-0', '0.1', '1.50', '-12.25', '123456789012345', '1234567890123456', '0.1234567890123456', '1e3'),
  raw('true', 'false', 'null', '"a\\"b\\\\"', '"2020-01-02"', '"\\u0041"', '"x\\ty"', '""', '"41.12,-71.34"'),
  raw('01', '1.', '.5', '-', 'tru', 'nulll', '"', '"\t"', '{}', '{"lat":1,"lon":2}'),
);
const list = fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`);
const value = fc.oneof({ arbitrary: scalar, weight: 3 }, list, raw('[1,2]', '[1,]', '[[1],2]', '[,]'));
const name = raw('k', 't', 'n', 'd', 'b', 'at', 'v', 'g', 'all', 'new', 'o.k', '\\u006b', '_id', '__proto__');
const member = fc.oneof(
  fc.tuple(name, value).map(([key, text]) => `"${key}":${text}`),
  fc.tuple(raw('k', 'o', 'x'), value).map(([key, text]) => `"o" : {"${key}":${text}}`),
  raw('"o":{"k":"a","o":{"n":3}}', '"o":[{"k":"a"},{"k":"b"}]', '"nested":[{"k":"a"}]', '"o":null', '"o":7'),
);
const document = fc
  .tuple(fc.array(member, { maxLength: 5 }), raw(',', ', ', ' ,\n'), raw('', ' ', '}', ' x'))
  .map(([members, comma, end]) => ({ body: members.join(comma), end }));

describe('the fast reader', () => {
  it('has the same result as the slow path', () => {
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 4 }), (documents) => {
        const plain = mapper();
        const slow = mapper();
        for (const { body, end } of documents) {
          fc.pre(!/"slow/.test(body));
          const detour = `{${body}${body === '' ? '' : ','}"slow":{}}${end}`;
          const [one, other] = [outcome(plain, `{${body}}${end}`), outcome(slow, detour)];
          // Messages quote the source: there only their kind is compared.
          const kind = (text: string): string => text.split('\n')[0].slice(0, 40);
          if (typeof one === 'string' && typeof other === 'string') expect(kind(one)).toBe(kind(other));
          else expect(one).toEqual(other);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('reads the usual document the same way after any other', () => {
    const service = mapper();
    const usual = '{"k":"a","t":"Some words","n":12,"d":1.5,"at":"2020-01-02T03:04:05Z","o":{"k":"b"}}';
    const expected = outcome(mapper(), usual);
    for (const other of ['{"n":1,"n":2}', '{"o":{"k":[]}}', '{', '{"d":"x"}', '{"at":7,"k":null}', '[]']) {
      outcome(service, other);
      expect(outcome(service, usual)).toEqual(expected);
      expect(outcome(service, usual)).toEqual(expected);
    }
  });

  it.each([
    '{"k":[1],"k":[2}}',
    '{"k":[1],"k":[2}',
    '{"k":[1],"k":[}',
    '{"k":[1],"k":{2]',
    '{"k":[1],"k":[[2}]',
    '{"k":[1],"k":["',
    '{"k":[1],"k":["\\',
    '{"k":[1],"k":',
    '{"o":{"k":[1]},"o":{"k":[2}}}',
  ])('refuses a document with a duplicate member that is invalid: %s', (source) => {
    expect(errorOf(() => parseText(mapper(), source))).toMatch(
      /^mapper_parsing_exception: failed to parse\n/,
    );
  });
});
