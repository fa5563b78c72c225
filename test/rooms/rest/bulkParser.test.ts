import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OpenSearchError } from '../../../src/common/index.ts';
import { BulkReader } from '../../../src/rest/handlers/documents/bulkParser.ts';

const defaults = { index: null, routing: null, requireAlias: false, pipeline: null, fetchSource: undefined };

function parse(body: string, index: string | null = 'd') {
  const reader = new BulkReader(Buffer.from(body), { ...defaults, index });
  const items = [];
  for (let item = reader.next(); item !== null; item = reader.next()) items.push(item);
  return items;
}

function reasonOf(body: string, index: string | null = 'd'): string {
  try {
    parse(body, index);
  } catch (error) {
    if (error instanceof OpenSearchError) return error.reason;
    throw error;
  }
  return 'accepted';
}

/** Body (lines split by `|`) → what is said of it. */
const errors: readonly (readonly [string, string])[] = [
  [
    '{"nope":{}}|{}|',
    'Malformed action/metadata line [1], expected one of [create, delete, index, update] but found [nope]',
  ],
  [
    '{"index":{}}|{}|[]|',
    'Malformed action/metadata line [3], expected START_OBJECT but found [START_ARRAY]',
  ],
  ['{}|{}|', 'Malformed action/metadata line [1], expected FIELD_NAME but found [END_OBJECT]'],
  [
    '{"index":1}|{}|',
    'Malformed action/metadata line [1], expected START_OBJECT or END_OBJECT but found [VALUE_NUMBER]',
  ],
  ['{"index":{"_routing":"x"}}|{}|', 'Action/metadata line [1] contains an unknown parameter [_routing]'],
  ['{"index":{"_version":1}}|', 'Action/metadata line [1] contains an unknown parameter [_version]'],
  ['{"index":{"version":"x"}}|', 'For input string: "x"'],
  ['{"index":{"if_seq_no":-3}}|', 'sequence numbers must be non negative. got [-3].'],
  [
    '{"update":{"_id":"1","version":1}}|{"doc":{}}|',
    'Update requests do not support versioning. Please use `if_seq_no` and `if_primary_term` instead',
  ],
  [
    '{"update":{"_id":"1","_source":["a"]}}|{"doc":{}}|',
    'Malformed action/metadata line [1], expected a simple value for field [_source] but found [START_ARRAY]',
  ],
  ['{"update":{"_id":"1"}}|[1]|', '[1:1] [UpdateRequest] Expected START_OBJECT but was: START_ARRAY'],
  ['{"index":{"_type":"x"}}|{}|', 'Action/metadata line [1] contains an unknown parameter [_type]'],
  [
    '{"index":{"_id":["x"]}}|{}|',
    'Malformed action/metadata line [1], expected a simple value for field [_id] but found [START_ARRAY]',
  ],
  ['{"index":{}}|{"a":1}', 'The bulk request must be terminated by a newline [\\n]'],
  ['{"index":{}}', 'The bulk request must be terminated by a newline [\\n]'],
  ['{"index":{}}|', 'Validation Failed: 1: no requests added;'],
  ['|', 'Validation Failed: 1: no requests added;'],
  ['{"delete":{}}|', 'Validation Failed: 1: id is missing;'],
  [
    '{"index":{"version":true}}|{}|',
    'Current token (VALUE_TRUE) not numeric, can not use numeric value accessors',
  ],
  ['{"index":{"require_alias":1}}|{}|', 'Current token (VALUE_NUMBER_INT) not of boolean type'],
  ['{"update":{"_id":"1"}}|{"nope":1}|', '[1:2] [UpdateRequest] unknown field [nope]'],
  ['{"update":{"_id":"1"}}|{"dac":1}|', '[1:2] [UpdateRequest] unknown field [dac] did you mean [doc]?'],
  ['{"update":{"_id":"1"}}|{}|', 'Validation Failed: 1: script or doc is missing;'],
];

describe('a bulk body', () => {
  for (const [body, words] of errors) {
    it(`${body} → ${words}`, () => expect(reasonOf(body.replaceAll('|', '\n'))).toBe(words));
  }

  it('needs an index for every item', () => {
    expect(reasonOf('{"index":{}}\n{}\n{"delete":{"_id":"1"}}\n', null)).toBe(
      'Validation Failed: 1: index is missing;2: index is missing;',
    );
  });

  it('keeps documents as slices of the body, byte for byte', () => {
    const document = fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ text }));
    const id = fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: null });
    const gap = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(id, document, gap), { minLength: 1, maxLength: 6 }), (items) => {
        const lines = items.map(([_id, source, end]) => {
          const action = JSON.stringify({ index: _id === null ? {} : { _id } });
          return `${action}${end}${source}${end}`;
        });
        const parsed = parse(lines.join(''));
        expect(parsed.map((item) => [item.id, Buffer.from(item.source ?? []).toString()])).toEqual(
          items.map(([_id, source]) => [_id, source]),
        );
      }),
    );
  });

  it('reads what an action line says', () => {
    const [item] = parse(
      '{"index":{"_index":"x","_id":7,"routing":"r","if_seq_no":3,"if_primary_term":1,"require_alias":true}}\n{}\n',
    );
    expect(item).toMatchObject({
      action: 'index',
      index: 'x',
      id: '7',
      routing: 'r',
      ifSeqNo: 3,
      ifPrimaryTerm: 1,
      requireAlias: true,
    });
  });

  it('reads lines that differ in their ids alone as it reads each by itself', () => {
    const id = fc.oneof(
      fc.nat(99).map(String),
      fc.string({ minLength: 1, maxLength: 4 }),
      fc.constantFrom('_id', '"', '"_id":"a"', '\\', 'é'),
    );
    const line = fc.record(
      { routing: fc.constantFrom('r', '_id', '"_id":"x"', 'ü'), _id: id, pipeline: fc.constant('p') },
      { requiredKeys: [] },
    );
    const write = fc.record({
      action: fc.constantFrom('index', 'create', 'delete'),
      line,
      space: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(write, { minLength: 1, maxLength: 8 }), (writes) => {
        const bodies = writes
          .filter(({ action, line }) => action !== 'delete' || line._id !== undefined)
          .map(({ action, line, space }) => {
            const text = JSON.stringify({ [action]: line });
            const source = action === 'delete' ? '' : '{}\n';
            return `${space ? text.replaceAll(':', ' : ') : text}\n${source}`;
          });
        fc.pre(bodies.length > 0);
        expect(parse(bodies.join(''))).toEqual(bodies.flatMap((body) => parse(body)));
      }),
    );
  });
});
