import { describe, expect, it } from 'vitest';
import { createAnalysisRegistry } from '../../../src/analysis/index.ts';
import type { JsonObject } from '../../../src/common/index.ts';
import { compileTokenPredicate } from '../../../src/script/index.ts';

const registry = createAnalysisRegistry({}, compileTokenPredicate);

function termsOf(body: JsonObject): string[] {
  const answer = registry.analyze(body, { index: null, fieldAnalyzer: () => null, maxTokenCount: 10_000 });
  return (answer.tokens as { token: string }[]).map(({ token }) => token);
}

describe('stemmers', () => {
  it.each([
    [
      'kstem',
      'running houses nationality generously digitizer italian caned',
      'running house nationality generous digitize italy cane',
    ],
    ['lovins', 'running houses nationality absorption metrics', 'run hous nat absorb meter'],
    ['dutch_kp', 'lopende kinderen mogelijkheden snelheid gewerkt', 'loop kinder molijk snel werk'],
    ['estonian', 'jooksev lapsed raamatule saaksin', 'jooksev lapse raama saa'],
    ['german2', 'haeuser mueller bauer quelle', 'haus mull bau quell'],
    [
      'plural_english',
      'boxes dresses watches ties shoes tomatoes headaches',
      'box dress watch tie shoe tomato headache',
    ],
    ['french', 'laïcité héroïque', 'laïqu héro'],
  ])('%s', (language, text, stems) => {
    const filter = [{ type: 'stemmer', language }];
    expect(termsOf({ tokenizer: 'whitespace', filter, text }).join(' ')).toBe(stems);
  });

  it('accept class names only where the original does', () => {
    const filter = [{ type: 'stemmer', language: 'minimalGalician' }];
    expect(() => termsOf({ tokenizer: 'standard', filter, text: 'a' })).toThrow(
      'Invalid stemmer class specified: MinimalGalician',
    );
  });
});

describe('asciifolding', () => {
  it.each([
    ['Ɓ ʀ Ƕ ⓫ ⒈ ﬁ ß « ⸨ Ꜳ', 'B R HV 11 1. fi ss " (( AA'],
    ['ﬅ ˚ 漢 é́', 'ﬅ ˚ 漢 é́'.normalize('NFC').replace('é', 'e')],
  ])('%s', (text, folded) => {
    expect(termsOf({ tokenizer: 'whitespace', filter: ['asciifolding'], text }).join(' ')).toBe(folded);
  });
});

describe('html_strip', () => {
  it.each([
    ['a < b > c <3 <x', 'a  c <3 '],
    ['<a href="x>y">link</a>', 'y">link'],
    ['<a onclick="x>y">link</a>', 'link'],
    ['<p>a&nbsp;b &copy;2 &copy3 &copy', '\na b ©2 &copy3 ©'],
    ['&#x1F600;&#xD83D;&#xDE00;&#99999999;', '😀😀&#99999999;'],
    ['<script>x</script>y<brx>z<!-- > -->w', '\ny\nzw'],
    ['<![CDATA[a <b> &amp;]]>c', 'a <b> &amp;c'],
  ])('%s', (text, stripped) => {
    expect(termsOf({ tokenizer: 'keyword', char_filter: ['html_strip'], text })).toEqual([stripped]);
  });

  it('is not slowed down by unclosed quotes', () => {
    const text = '<a onclick="'.repeat(20_000);
    expect(termsOf({ tokenizer: 'keyword', char_filter: ['html_strip'], text })).toHaveLength(1);
  });
});

describe('uax_url_email', () => {
  it.each([
    ['https://münchen.de/ä', 'https://m ünchen.de ä'],
    ['example.com example.comx x.com:foo x.com:80a', 'example.com example.comx x.com:foo x.com:80 a'],
    ['mailto:foo@bar.com a@b [::1] 1.2.3.4:80', 'mailto foo@bar.com a b [::1] 1.2.3.4:80'],
    ['http://user:pw@host/p(a) ftp://x.y file:///etc/x', 'http://user:pw@host/p a ftp x.y file:///etc/x'],
  ])('%s', (text, tokens) => {
    expect(termsOf({ tokenizer: 'uax_url_email', text }).join(' ')).toBe(tokens);
  });
});

describe('filters with scripts', () => {
  const text = 'The QUICK brown 3.14';

  it('keep the tokens for which a script returns true', () => {
    const filter = [{ type: 'predicate_token_filter', script: { source: "token.type == '<NUM>'" } }];
    expect(termsOf({ tokenizer: 'standard', filter, text })).toEqual(['3.14']);
  });

  it('change the tokens for which a script returns true', () => {
    const script = { source: 'token.getTerm().length() > 3' };
    const filter = [{ type: 'condition', filter: ['lowercase', 'reverse'], script }];
    expect(termsOf({ tokenizer: 'standard', filter, text })).toEqual(['The', 'kciuq', 'nworb', '41.3']);
  });

  it('refuse other languages', () => {
    const filter = [{ type: 'predicate_token_filter', script: { source: '1', lang: 'expression' } }];
    expect(() => termsOf({ tokenizer: 'standard', filter, text })).toThrow(
      'expression engine does not know how to handle script context [analysis]',
    );
  });
});

describe('filters that see all tokens', () => {
  it('hash tokens like the original', () => {
    const filter = [{ type: 'min_hash', with_rotation: false }];
    const [term] = termsOf({
      tokenizer: 'standard',
      filter,
      text: "The QUICK brown fox's 3.14 jumps over a lazy dog",
    });
    expect(term).toBe('\u179f\ue94b\u8bc3\uf95d\u909e\uf49e\ucf5d\u1e83');
  });

  it('concatenate every path', () => {
    const filter = [{ type: 'synonym_graph', synonyms: ['a, b c'] }, 'concatenate_graph'];
    expect(termsOf({ tokenizer: 'standard', filter, text: 'x a' })).toEqual(['x a', 'x b c']);
  });

  it('do not parse synonyms after n-grams', () => {
    const filter = ['ngram', { type: 'synonym', synonyms: ['a => b'] }];
    expect(() => termsOf({ tokenizer: 'standard', filter, text: 'a' })).toThrow(
      'Token filter [ngram] cannot be used to parse synonyms',
    );
  });
});
