import { describe, expect, it } from 'vitest';
import { createAnalysisRegistry, type Token } from '../../../src/analysis/index.ts';
import type { JsonObject } from '../../../src/common/index.ts';

const registry = createAnalysisRegistry({});
const noIndex = { index: null, fieldAnalyzer: () => null, maxTokenCount: 10_000 };

/** `term@position` where it is not the next one; `/2` for a position length. */
function analyzed(request: JsonObject): string {
  let expected = 0;
  const tokens = registry.analyze(request, noIndex).tokens as unknown as (Token & { token: string })[];
  return tokens
    .map(({ token, position, positionLength }) => {
      const place = position === expected ? token : `${token}@${position}`;
      expected = position + 1;
      return positionLength === undefined ? place : `${place}/${positionLength}`;
    })
    .join(' ');
}

describe('tokenizers', () => {
  it.each<[JsonObject, string, string]>([
    [{ type: 'pattern', pattern: ',' }, 'a,b,,c', 'a b c'],
    [{ type: 'pattern', pattern: '"([^"]+)"', group: 1 }, 'x "a b" "c"', 'a b c'],
    [{ type: 'pattern', pattern: '(?<=[a-z])(?=[A-Z])' }, 'camelCaseText', 'camel Case Text'],
    [{ type: 'pattern', pattern: 'X', flags: 'CASE_INSENSITIVE' }, 'axbXc', 'a b c'],
    [{ type: 'simple_pattern', pattern: '[0-9]{3}' }, 'fd-786-335-514-x', '786 335 514'],
    [{ type: 'simple_pattern_split', pattern: '_' }, 'an_underscored_phrase', 'an underscored phrase'],
    [
      { type: 'classic' },
      "O'Neil U.S.A. AT&T a@b.com x.y 192.168.0.1",
      "O'Neil U.S.A. AT&T a@b.com x.y 192.168.0.1",
    ],
    [
      { type: 'uax_url_email' },
      'Mail john@example.com or http://example.com/a?b=1.',
      'Mail john@example.com or http://example.com/a?b=1.',
    ],
  ])('%j', (tokenizer, text, expected) => {
    expect(analyzed({ tokenizer, text })).toBe(expected);
  });
});

describe('words protected by a keyword marker', () => {
  it.each([
    [false, 'wi fi'],
    [true, 'wi-fi'],
  ])('are split where the keyword attribute is ignored: %s', (ignored, expected) => {
    const marker = { type: 'keyword_marker', keywords: ['wi-fi'] };
    const cutter = { type: 'word_delimiter_graph', ignore_keywords: ignored };
    const request = { tokenizer: 'whitespace', filter: [marker, cutter], text: 'wi-fi' };
    expect(analyzed(request as unknown as JsonObject)).toBe(expected);
  });
});

describe('token filters', () => {
  it.each<[JsonObject, string, string]>([
    [
      { type: 'pattern_replace', pattern: '(dog)s?', replacement: 'good-$1' },
      'dogs dog cat',
      'good-dog good-dog cat',
    ],
    [{ type: 'pattern_replace', pattern: 'a', replacement: 'x', all: false }, 'aa', 'xa'],
    [
      { type: 'pattern_capture', patterns: ['(\\p{Ll}+|\\p{Lu}\\p{Ll}+|\\p{Lu}+)', '(\\d+)'] },
      'abc123def',
      'abc123def abc@0 123@0 def@0',
    ],
    [
      { type: 'common_grams', common_words: ['the', 'is'] },
      'the quick fox is brown',
      'the the_quick@0/2 quick fox fox_is@2/2 is is_brown@3/2 brown',
    ],
    [
      { type: 'common_grams', common_words: ['the'], query_mode: true },
      'the quick fox',
      'the_quick quick fox',
    ],
    [{ type: 'keep_types', types: ['word'] }, 'a b', 'a b'],
    [{ type: 'delimited_payload' }, 'the|0 brown|10', 'the brown'],
    [
      { type: 'dictionary_decompounder', word_list: ['Donau', 'dampf', 'meer'] },
      'Donaudampf',
      'Donaudampf Donau@0 dampf@0',
    ],
    [
      { type: 'multiplexer', filters: ['lowercase', 'lowercase, porter_stem'] },
      'Going HOME',
      'Going going@0 go@0 HOME home@1',
    ],
    [{ type: 'keyword_marker', keywords_pattern: 'run.*' }, 'running', 'running'],
    [{ type: 'lowercase', language: 'turkish' }, 'ISPARTA İ', 'ısparta i'],
    [{ type: 'synonym', synonyms: ['a b => c'] }, 'a b d', 'c d'],
    [{ type: 'synonym_graph', synonyms: ['ny, new york'] }, 'ny city', 'new ny@0/2 york city'],
    [{ type: 'synonym_graph', synonyms: ['ny, new york'] }, 'new york city', 'ny/2 new@0 york city'],
    [
      {
        type: 'synonym',
        format: 'wordnet',
        synonyms: ["s(1,1,'abstain',v,1,0).", "s(1,2,'refrain',v,1,0)."],
      },
      'abstain',
      'abstain refrain@0',
    ],
  ])('%j', (filter, text, expected) => {
    expect(analyzed({ tokenizer: 'whitespace', filter: [filter], text })).toBe(expected);
  });

  it.each([
    ['german_normalization', 'weißbier bücher', 'weissbier bucher'],
    ['scandinavian_folding', 'blåbær räksmörgås', 'blabar raksmorgas'],
    ['scandinavian_normalization', 'blaabaer', 'blåbær'],
    ['arabic_normalization', 'أحمد', 'احمد'],
    ['serbian_normalization', 'ћирилица', 'cirilica'],
  ])('%s', (filter, text, expected) => {
    expect(analyzed({ tokenizer: 'whitespace', filter: ['lowercase', filter], text })).toBe(expected);
  });

  it('pair characters of Chinese, Japanese and Korean text', () => {
    expect(analyzed({ tokenizer: 'standard', filter: ['cjk_bigram'], text: '東京都 は a' })).toBe(
      '東京 京都 は a',
    );
  });

  it('analyse synonym rules with the preceding filters', () => {
    const filter = ['lowercase', { type: 'synonym', synonyms: ['Foo Bar => BAZ'] }];
    expect(analyzed({ tokenizer: 'standard', filter, text: 'FOO BAR' })).toBe('baz');
  });
});

describe('light stemmers', () => {
  it.each([
    ['light_german', 'häuser büchern freundlichste', 'haus buch freundlich'],
    ['light_french', 'chevaux heureuse nationales', 'cheval heureu national'],
    ['light_spanish', 'canciones voces chicas', 'cancion voz chic'],
    ['light_italian', 'bambini ragazze', 'bambin ragazz'],
    ['light_portuguese', 'corações menininha', 'coraca menininh'],
    ['minimal_french', 'chevaux joueuses', 'cheval joueus'],
    ['minimal_german', 'häuser', 'haus'],
  ])('%s: %s', (language, text, expected) => {
    const filter = [{ type: 'stemmer', language }];
    expect(analyzed({ tokenizer: 'whitespace', filter, text })).toBe(expected);
  });
});

it('pattern_replace before the tokenizer keeps the offsets of the original text', () => {
  const char_filter = [{ type: 'pattern_replace', pattern: '(\\d+)-(?=\\d)', replacement: '$1_' }];
  const request = { tokenizer: 'standard', char_filter, text: 'card 123-456-789' };
  expect(analyzed(request)).toBe('card 123_456_789');
  const [, token] = registry.analyze(request, noIndex).tokens as JsonObject[];
  expect(token).toMatchObject({ start_offset: 5, end_offset: 16 });
});
