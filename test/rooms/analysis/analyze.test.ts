import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalysisRegistry, type TermSink, type Token } from '../../../src/analysis/index.ts';
import { type JsonObject, OpenSearchError } from '../../../src/common/index.ts';

const registry = createAnalysisRegistry({});
const noIndex = { index: null, fieldAnalyzer: () => null, maxTokenCount: 10_000 };

interface TokenJson {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly type: string;
  readonly position: number;
}

function tokens(request: JsonObject): readonly TokenJson[] {
  return registry.analyze(request, noIndex).tokens as unknown as TokenJson[];
}

/** Terms with a position where it is not the next one: `a b@3`. */
function terms(request: JsonObject): string {
  let expected = 0;
  return tokens(request)
    .map(({ token, position }) => {
      const text = position === expected ? token : `${token}@${position}`;
      expected = position + 1;
      return text;
    })
    .join(' ');
}

describe('the standard tokenizer', () => {
  it.each([
    ["can't O'Neil 'quoted' rock'n'roll", "can't O'Neil quoted rock'n'roll"],
    ['3.14 1,000.50 1:2 a:b a.b a,b x_y __ _a_', '3.14 1,000.50 1 2 a:b a.b a b x_y _a_'],
    ['10.0.0.1 v2.7 2nd R2-D2', '10.0.0.1 v2.7 2nd R2 D2'],
    ['naïve ﬁne ½ Üñï', 'naïve ﬁne Üñï'],
    ['日本語 テキスト ひらがな', '日 本 語 テキスト ひ ら が な'],
    ['한국어 ไทยแลนด์', '한국어 ไทยแลนด์'],
    ['e\u0301te\u0301 soft\u00adhyphen', 'e\u0301te\u0301 soft\u00adhyphen'],
    ['שב"כ אבג', 'שב"כ אבג'],
    ['😀👍🏽 👨‍👩‍👧 🇵🇹🇫🇷 1️⃣ ©', '😀 👍🏽 👨‍👩‍👧 🇵🇹 🇫🇷 1️⃣ ©'],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(terms({ tokenizer: 'standard', text })).toBe(expected);
  });

  it('names the types of its tokens', () => {
    const types = tokens({ tokenizer: 'standard', text: 'a1 12 漢 か カ 한 ก 😀' }).map(
      (token) => token.type,
    );
    expect(types).toEqual([
      '<ALPHANUM>',
      '<NUM>',
      '<IDEOGRAPHIC>',
      '<HIRAGANA>',
      '<KATAKANA>',
      '<HANGUL>',
      '<SOUTHEAST_ASIAN>',
      '<EMOJI>',
    ]);
  });

  it('splits tokens that are too long', () => {
    const request = { tokenizer: { type: 'standard', max_token_length: 3 }, text: 'abcdefgh ij' };
    expect(terms(request)).toBe('abc def gh ij');
  });
});

describe('chains', () => {
  it.each<[JsonObject, string, string]>([
    [{ analyzer: 'standard' }, 'The Quick-Brown FOX', 'the quick brown fox'],
    [{ analyzer: 'simple' }, "It's 3 o'clock", 'it s o clock'],
    [{ analyzer: 'whitespace' }, 'A  b,c', 'A b,c'],
    [{ analyzer: 'keyword' }, 'As it is', 'As it is'],
    [{ analyzer: 'stop' }, 'The fox and the dog', 'fox@1 dog@4'],
    [{ analyzer: 'pattern' }, 'A-b_c d', 'a b_c d'],
    [{ analyzer: 'fingerprint' }, 'Zebra apple Ápple zebra', 'apple zebra'],
    [{ analyzer: 'english' }, "The harbor's running ponies", 'harbor@1 run poni'],
    [{ analyzer: 'german' }, 'Die Häuser der Stadt', 'haus@1 stadt@3'],
    [{ tokenizer: 'letter', filter: ['uppercase'] }, 'a1b', 'A B'],
    [{ tokenizer: 'path_hierarchy' }, '/a/b', '/a /a/b@0'],
    [{ tokenizer: { type: 'char_group', tokenize_on_chars: ['-', 'digit'] } }, 'a-b1c', 'a b c'],
    [{ tokenizer: { type: 'pattern', pattern: ',' } }, 'a b,c', 'a b c'],
    [{ tokenizer: 'ngram' }, 'abc', 'a ab b bc c'],
    [{ tokenizer: 'edge_ngram' }, 'abc', 'a ab'],
    [
      { tokenizer: 'standard', filter: [{ type: 'stop', stopwords: ['b'] }, 'shingle'] },
      'a b c',
      'a a _@0 _ c c',
    ],
    [{ tokenizer: 'standard', filter: [{ type: 'stop', stopwords: ['b'] }, 'unique'] }, 'a b c a', 'a c@2'],
    [{ tokenizer: 'standard', filter: ['reverse', { type: 'truncate', length: 2 }] }, 'abc de', 'cb ed'],
    [{ tokenizer: 'standard', filter: [{ type: 'length', min: 2 }] }, 'a bb ccc', 'bb@1 ccc'],
    [{ tokenizer: 'keyword', filter: ['trim', 'asciifolding'] }, ' Æon ŁódŹ ', 'AEon LodZ'],
    [{ tokenizer: 'whitespace', filter: ['word_delimiter'] }, "Wi-Fi2Go O'Neil's", 'Wi Fi 2 Go O Neil'],
    [{ tokenizer: 'standard', filter: [{ type: 'elision', articles: ['l'] }] }, "l'avion", 'avion'],
    [
      { tokenizer: 'standard', filter: [{ type: 'keyword_marker', keywords: ['running'] }, 'porter_stem'] },
      'running runs',
      'running run',
    ],
    [
      {
        tokenizer: 'whitespace',
        filter: [{ type: 'synonym', synonyms: ['usa, united states', 'i pod => ipod'] }],
      },
      'usa i pod x',
      'usa united@0 states ipod@1 x',
    ],
    [{ tokenizer: 'keyword', char_filter: ['html_strip'] }, '<p>a &amp; <b>b</b></p>', '\na & b\n'],
    [
      { tokenizer: 'keyword', char_filter: [{ type: 'mapping', mappings: [':) => happy', '\\u0041=>a'] }] },
      'A:)',
      'ahappy',
    ],
  ])('%j on %s', (request, text, expected) => {
    expect(terms({ ...request, text })).toBe(expected);
  });

  it('keep offsets into the text before character filters', () => {
    const request = {
      tokenizer: 'standard',
      char_filter: ['html_strip'],
      text: '<b>one</b> &eacute;t&eacute;',
    };
    expect(tokens(request).map((token) => [token.token, token.start_offset, token.end_offset])).toEqual([
      ['one', 3, 10],
      ['été', 11, 28],
    ]);
  });

  it('concatenate several texts', () => {
    const found = tokens({ analyzer: 'standard', text: ['a b', 'c'] });
    expect(found.map((token) => [token.token, token.position, token.start_offset])).toEqual([
      ['a', 0, 0],
      ['b', 1, 2],
      ['c', 2, 4],
    ]);
  });

  it('show every step with explain', () => {
    const request = {
      tokenizer: 'standard',
      filter: ['lowercase'],
      char_filter: ['html_strip'],
      text: '<i>A',
    };
    const detail = registry.analyze({ ...request, explain: true }, noIndex).detail as JsonObject;
    expect(Object.keys(detail)).toEqual(['custom_analyzer', 'charfilters', 'tokenizer', 'tokenfilters']);
    expect(detail.charfilters).toEqual([{ name: 'html_strip', filtered_text: ['A'] }]);
    expect(detail.tokenfilters).toEqual([
      {
        name: 'lowercase',
        tokens: [
          {
            token: 'a',
            start_offset: 3,
            end_offset: 4,
            type: '<ALPHANUM>',
            position: 0,
            bytes: '[61]',
            positionLength: 1,
            termFrequency: 1,
          },
        ],
      },
    ]);
  });
});

function reasonOf(task: () => unknown): string {
  try {
    task();
  } catch (error) {
    if (error instanceof OpenSearchError) return `${error.type}: ${error.reason}`;
    throw error;
  }
  return 'ok';
}

describe('errors', () => {
  it.each<[JsonObject, string]>([
    [{}, 'action_request_validation_exception: Validation Failed: 1: text is missing;'],
    [
      { analyzer: 'standard', text: null },
      "x_content_parse_exception: [1:1] [analyze_request] text doesn't support values of type: VALUE_NULL",
    ],
    [
      { normalizer: 'lowercase', text: 'x' },
      'action_request_validation_exception: Validation Failed: 1: index is required if normalizer is specified;',
    ],
    [
      { analyzer: 'standard', tokenizer: 'standard', text: 'x' },
      'action_request_validation_exception: Validation Failed: 1: cannot define extra components on a named analyzer;',
    ],
    [{ analyzer: 'nope', text: 'x' }, 'illegal_argument_exception: failed to find global analyzer [nope]'],
    [
      { tokenizer: 'nope', text: 'x' },
      'illegal_argument_exception: failed to find global tokenizer under [nope]',
    ],
    [
      { filter: ['nope'], text: 'x' },
      'illegal_argument_exception: failed to find global filter under [nope]',
    ],
    [
      { char_filter: [{ type: 'nope' }], text: 'x' },
      'illegal_argument_exception: failed to find global char_filter under [nope]',
    ],
    [{ nope: 1, text: 'x' }, 'x_content_parse_exception: [1:1] [analyze_request] unknown field [nope]'],
    [
      { tokenizer: { type: 'pattern', pattern: '(a+)+$' }, text: `${'a'.repeat(60)}!` },
      'illegal_argument_exception: the regular expression takes too many steps on this text',
    ],
  ])('%j', (request, expected) => {
    expect(reasonOf(() => registry.analyze(request, noIndex))).toBe(expected);
  });

  it.each<[JsonObject, string]>([
    [
      { analyzer: { a: { type: 'nope' } } },
      'illegal_argument_exception: Unknown analyzer type [nope] for [a]',
    ],
    [
      { analyzer: { a: { filter: ['lowercase'] } } },
      'illegal_argument_exception: analyzer [a] must specify either an analyzer type, or a tokenizer',
    ],
    [
      { analyzer: { a: { tokenizer: 'standard', filter: ['nope'] } } },
      'illegal_argument_exception: Custom Analyzer [a] failed to find filter under name [nope]',
    ],
    [{ filter: { f: { type: 'nope' } } }, 'illegal_argument_exception: Unknown filter type [nope] for [f]'],
    [
      { normalizer: { n: { filter: ['porter_stem'] } } },
      'illegal_argument_exception: Custom normalizer [n] may not use filter [porter_stem]',
    ],
  ])('settings %j', (analysis, expected) => {
    expect(reasonOf(() => createAnalysisRegistry({ analysis }))).toBe(expected);
  });
});

describe('analyzers of an index', () => {
  const definitions = {
    analyzer: { mine: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'no_x'] } },
    filter: { no_x: { type: 'stop', stopwords: ['x', 'y'] } },
    normalizer: { folded: { filter: ['lowercase', 'asciifolding'] } },
  };

  it.each([
    ['nested', { index: { analysis: definitions } }],
    [
      'flat',
      new Map([
        ['index.analysis.analyzer.mine.type', 'custom'],
        ['index.analysis.analyzer.mine.tokenizer', 'standard'],
        ['index.analysis.analyzer.mine.filter.0', 'lowercase'],
        ['index.analysis.analyzer.mine.filter.1', 'no_x'],
        ['index.analysis.filter.no_x.type', 'stop'],
        ['index.analysis.filter.no_x.stopwords', 'x, y'],
        ['index.analysis.normalizer.folded.filter', '["lowercase","asciifolding"]'],
      ]),
    ],
  ])('come from %s settings', (_form, settings) => {
    const own = createAnalysisRegistry(settings);
    expect(
      own
        .analyzer('mine')
        .tokenize('A X b')
        .map((token) => `${token.term}@${token.position}`),
    ).toEqual(['a@0', 'b@2']);
    expect(own.normalizer('folded')('ÀÉ x')).toBe('ae x');
    expect(own.hasAnalyzer('mine')).toBe(true);
    expect(own.hasAnalyzer('standard')).toBe(true);
    expect(own.hasNormalizer('nope')).toBe(false);
  });
});

function collected(analyzer: string, text: string): TermSink {
  const sink = { terms: [], positions: [], position: -1, length: 0 };
  registry.analyzer(analyzer).collectTerms(text, sink);
  return sink;
}

describe('the fast path for ASCII, which gives up at other characters', () => {
  const words = fc.constantFrom(
    'the',
    'Fox',
    'fox',
    'FOX',
    'fóx',
    "o'clock",
    '3.14',
    'a_b',
    'ponies',
    '__',
    "'",
    '.',
    ',',
    ':',
    '"',
    ' ',
    'x1',
    'x'.repeat(254),
    '_'.repeat(300),
  );
  const ascii = fc
    .array(fc.oneof(words, fc.string({ unit: 'binary-ascii', maxLength: 4 })))
    .map((list) => list.join(''));

  it.each(['standard', 'english', 'simple', 'stop'])(
    'finds the same terms as the whole chain of %s',
    (analyzer) => {
      fc.assert(
        fc.property(ascii, (text) => {
          const whole: readonly Token[] = registry.analyzer(analyzer).tokenize(text);
          const { terms: found, positions } = collected(analyzer, text);
          expect(found).toEqual(whole.map((token) => token.term));
          expect(positions).toEqual(whole.map((token) => token.position));
        }),
      );
    },
  );

  it('keeps its position in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        let last = 0;
        for (const token of registry.analyzer('standard').tokenize(text)) {
          expect(token.startOffset).toBeGreaterThanOrEqual(last);
          expect(token.endOffset).toBeGreaterThan(token.startOffset);
          last = token.endOffset;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
