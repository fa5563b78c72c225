import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  JsonDouble,
  limits,
  OpenSearchError,
  parseJson,
  parseJsonExact,
  stringifyJson,
} from '../../../src/common/index.ts';

const VALUES = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";

/** text | what is wrong with it | line, column */
const ERRORS: readonly (readonly [string, string, string])[] = [
  ['nonsense', `Unrecognized token 'nonsense': was expecting ${VALUES}`, '1, 9'],
  ['{"a":', 'Unexpected end-of-input within/between Object entries', '1, 6'],
  ['{"a"', 'Unexpected end-of-input within/between Object entries', '1, 5'],
  ['{"a":1,', 'Unexpected end-of-input within/between Object entries', '1, 8'],
  [
    '{"a":1',
    'Unexpected end-of-input: expected close marker for Object (start marker at [Source: (String)"{"a":1"; line: 1, column: 1])',
    '1, 7',
  ],
  ['[1,', 'Unexpected end-of-input within/between Array entries', '1, 4'],
  ['{"a', 'Unexpected end-of-input in field name', '1, 4'],
  ['{"a":"b', 'Unexpected end-of-input: was expecting closing quote for a string value', '1, 8'],
  ['{a:1}', "Unexpected character ('a' (code 97)): was expecting double-quote to start field name", '1, 3'],
  [
    '{"a" 1}',
    "Unexpected character ('1' (code 49)): was expecting a colon to separate field name and value",
    '1, 7',
  ],
  [
    '{"a":1 "b":2}',
    `Unexpected character ('"' (code 34)): was expecting comma to separate Object entries`,
    '1, 9',
  ],
  ['[1 2]', "Unexpected character ('2' (code 50)): was expecting comma to separate Array entries", '1, 5'],
  ['{"a":}', "Unexpected character ('}' (code 125)): expected a value", '1, 7'],
  ['[1,]', "Unexpected character (']' (code 93)): expected a value", '1, 5'],
  ['{"a":]', `Unexpected character (']' (code 93)): expected a valid value ${VALUES}`, '1, 7'],
  ['{"a":\n tru}', `Unrecognized token 'tru': was expecting ${VALUES}`, '2, 5'],
  ['[NaN]', "Non-standard token 'NaN': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow", '1, 5'],
  ['[01]', 'Invalid numeric value: Leading zeroes not allowed', '1, 4'],
  ['{"k":1,"k":2}', "Duplicate field 'k'", '1, 11'],
  ['{"a":{"k":1, "k" :"\\":"}}', "Duplicate field 'k'", '1, 17'],
  ['["\\x"]', "Unrecognized character escape 'x' (code 120)", '1, 5'],
];

describe('the JSON reader', () => {
  it.each(ERRORS)('refuses %s', (text, message, place) => {
    let reason = '';
    try {
      parseJson(text);
    } catch (error) {
      reason = error instanceof OpenSearchError ? error.reason : String(error);
    }
    const [line, column] = place.split(', ');
    const end = `\n at [Source: (String)"${text}"; line: ${line}, column: ${column}]`;
    expect(reason).toBe(message + end);
  });

  it('keeps what the native parser loses', () => {
    expect(parseJson('[9007199254740993, 1.0]')).toEqual([9007199254740993n, 1]);
    expect(parseJsonExact('[1.0, 1e2, 1]')).toEqual([new JsonDouble(1), new JsonDouble(100), 1]);
    expect(Object.getPrototypeOf(parseJson('{"__proto__": {"x": 1}}'))).toBe(Object.prototype);
    expect(Object.keys(parseJson('{"__proto__": {"x": 1}}') as object)).toEqual(['__proto__']);
  });

  it('refuses text that is nested too deeply, in any layout', () => {
    const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(() => parseJson(deep(200))).not.toThrow();
    expect(() => parseJson(deep(201))).toThrow('deeper than the limit');
    expect(() => parseJson(`[${Array(300).fill('[]').join(',')}, "${'['.repeat(500)}"]`)).not.toThrow();
  });

  it('reads what the native parser reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const plain = JSON.parse(text);
        expect(JSON.parse(stringifyJson(parseJson(text)))).toEqual(plain);
        expect(JSON.parse(stringifyJson(parseJsonExact(text)))).toEqual(plain);
      }),
    );
  });

  it('agrees with the native parser on what is JSON', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '"',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (list) => {
        const text = list.join('');
        let native = true;
        try {
          JSON.parse(text);
        } catch {
          native = false;
        }
        if (native) expect(() => parseJsonExact(text)).not.toThrow();
        else expect(() => parseJsonExact(text)).toThrow(OpenSearchError);
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts exactly as many members as the limit', () => {
    const members = (count: number): string => Array.from({ length: count }, () => '{"a":1}').join();
    const most = limits.jsonMembers.value;
    expect(parseJson(`[${members(most)}]`)).toHaveLength(most);
    expect(() => parseJson(`[${members(most + 1)}]`)).toThrow(`more members than the limit of ${most}`);
  });
});
