import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { parseQuery } from '../../../src/query/index.ts';
import { contextOf, createMapper, leavesOf } from './shard.ts';

const mapper = createMapper({
  properties: {
    text: { type: 'text', fields: { raw: { type: 'text', analyzer: 'whitespace' } } },
    english: { type: 'text', analyzer: 'english' },
    tag: { type: 'keyword' },
    n: { type: 'integer' },
  },
});

const STARTS =
  '<BAREOPER> ... "(" ... "*" ... <QUOTED> ... <TERM> ... <PREFIXTERM> ... <WILDTERM> ... <REGEXPTERM> ... "[" ... "{" ... <NUMBER> ...';
const SIGNED = `<NOT> ... "+" ... "-" ... ${STARTS}`;

/** Text → the reason of the parser, its lines joined. */
const REASONS: readonly (readonly [string, string])[] = [
  ['a AND', `Encountered "<EOF>" at line 1, column 5. Was expecting one of: ${SIGNED} <TERM> ... "*" ...`],
  ['OR a', `Encountered " <OR> "OR "" at line 1, column 0. Was expecting one of: ${SIGNED} <TERM> ...`],
  ['()', `Encountered " ")" ") "" at line 1, column 1. Was expecting one of: ${SIGNED} <TERM> ...`],
  ['a +', `Encountered "<EOF>" at line 1, column 3. Was expecting one of: ${STARTS} <TERM> ... "*" ...`],
  ['text:', `Encountered "<EOF>" at line 1, column 5. Was expecting one of: ${STARTS}`],
  ['a^', 'Encountered "<EOF>" at line 1, column 2. Was expecting: <NUMBER> ...'],
  ['[a b]', 'Encountered " <RANGE_GOOP> "b "" at line 1, column 3. Was expecting: "TO" ...'],
  ['[a TO b', 'Encountered "<EOF>" at line 1, column 7. Was expecting one of: "]" ... "}" ...'],
  ['a^x', 'Lexical error at line 1, column 4.  Encountered: <EOF>'],
  ['a^-1', "Lexical error at line 1, column 3.  Encountered: '45' (45),"],
  ['a ] b', "Lexical error at line 1, column 3.  Encountered: '93' (93), (in lexical state 2)"],
  ['"a', 'Lexical error at line 1, column 3.  Encountered: <EOF> after prefix "\\"a" (in lexical state 2)'],
  [
    '/a\n',
    'Lexical error at line 2, column 0.  Encountered: <EOF> after prefix "/a\\n" (in lexical state 2)',
  ],
  ['\\u00zz', 'Non-hex character in Unicode escape sequence: z'],
  ['\\u00', 'Truncated unicode escape sequence.'],
];

/** Options and text → how the original prints the query. */
const PRINTED: readonly (readonly [JsonObject, string])[] = [
  [{ query: 'a b c AND d', fields: ['text'] }, 'text:a text:b +text:c +text:d'],
  [{ query: 'a b *', fields: ['text'] }, 'text:a text:b ConstantScore(FieldExistsQuery [field=text])'],
  [{ query: '(a b)', fields: ['text'], minimum_should_match: 2 }, '(text:a text:b)~2'],
  [{ query: '(a b)^2', fields: ['text'], minimum_should_match: 2 }, '((text:a text:b)~2)^2.0'],
  [{ query: 'the AND x', fields: ['english'] }, '+english:x'],
  [{ query: 'x the AND y', fields: ['english'], default_operator: 'and' }, '+english:x +english:y'],
  [{ query: '- a', fields: ['text.raw'] }, 'text.raw:- text.raw:a'],
  [{ query: 'Happy*', fields: ['english'] }, 'english:happy*'],
  [{ query: '/a\\/B.*/', fields: ['text'] }, 'text:/a\\/b.*/'],
  [{ query: 'Ab?', fields: ['text.raw'] }, 'text.raw:Ab?'],
  [{ query: 'a~2^3', fields: ['tag'] }, '(tag:a~2)^3.0'],
  [{ query: 'a b', fields: ['tag'], analyzer: 'standard' }, 'tag:a tag:b'],
  [{ query: '>5', default_field: 'n' }, 'n:[6 TO 2147483647]'],
  [{ query: '"A b"', fields: ['text'], quote_field_suffix: '.raw' }, 'text.raw:"A b"'],
  [{ query: 'a b*', fields: ['text'], analyze_wildcard: true, default_operator: 'and' }, '+text:a +text:b*'],
  [
    { query: 'tide', fields: ['text', 'tag'], analyzer: 'standard', type: 'cross_fields' },
    'blended(terms:[tag:tide, text:tide])',
  ],
  [
    { query: 'x', fields: ['n'], lenient: true },
    'MatchNoDocsQuery("failed [n] query, caused by number_format_exception:[For input string: "x"]")',
  ],
];

/** Options and text → what the query fails with. */
const FAILURES: readonly (readonly [JsonObject, string])[] = [
  [{ query: 'n:x )' }, 'For input string: "x"'],
  [
    { query: 'n:x~1' },
    'Can only use fuzzy queries on keyword and text fields - not on [n] which is of type [integer]',
  ],
  [
    { query: 'a', fields: ['tag'], type: 'phrase_prefix' },
    'Can only use phrase prefix queries on text fields - not on [tag] which is of type [keyword]',
  ],
  [
    { query: '"a b"', fields: ['tag'], analyzer: 'standard' },
    'field:[tag] was indexed without position data; cannot run PhraseQuery',
  ],
];

describe('query_string', async () => {
  const leaves = await leavesOf(mapper, [{ text: 'tide pool', tag: 'tide', n: 1 }]);
  const context = contextOf(mapper, leaves);
  const bind = (options: JsonObject) => parseQuery({ query_string: options }).toQuery(context);

  it.each(REASONS)('%j is a syntax error', (query, reason) => {
    expect(() => bind({ query })).toThrow(
      expect.objectContaining({
        type: 'query_shard_exception',
        message: `Failed to parse query [${query}]`,
        causedBy: expect.objectContaining({
          message: expect.toSatisfy(
            (message: string) =>
              message.replace(/\s*\n\s*/g, ' ').trim() ===
              `Cannot parse '${query}': ${reason}`.replace(/\s*\n\s*/g, ' '),
          ),
        }),
      }),
    );
  });

  it.each(PRINTED)('%j', (options, parsed) => {
    expect(bind(options).tree().parsed).toBe(parsed);
  });

  it.each(FAILURES)('%j fails', (options, message) => {
    expect(() => bind({ lenient: false, ...options })).toThrow(message);
  });
});
