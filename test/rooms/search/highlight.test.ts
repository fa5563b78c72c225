import { describe, expect, it } from 'vitest';
import { type JsonObject, OpenSearchError } from '../../../src/common/index.ts';
import { openService } from './service.ts';

const VECTORS = { type: 'text', term_vector: 'with_positions_offsets' };
const mapping: JsonObject = {
  properties: {
    t: { ...VECTORS, fields: { stemmed: { ...VECTORS, analyzer: 'english' } } },
    tags: VECTORS,
    plain: { type: 'text' },
    k: { type: 'keyword' },
  },
};

const LONG =
  'The tide pool lies at the foot of the cliff. A crab walks sideways over the stones, and the tide comes back. ' +
  'Nobody counts the shells. In the evening the crab is gone with the tide of the night.';

const documents: readonly JsonObject[] = [
  {
    t: LONG,
    tags: ['a red crab', 'no such thing', 'crab <soup>'],
    plain: 'the tide of the night',
    k: 'red crab',
  },
];

const opened = openService({ name: 'i', mapping, shards: [{ documents }] });

async function highlight(query: JsonObject, options: JsonObject): Promise<unknown> {
  const service = await opened;
  const { hits } = await service.search('i', { query, highlight: options });
  return hits.hits[0].highlight;
}

const crab = { match: { t: 'crab' } };
const boosting = {
  boosting: {
    positive: { match: { tags: 'thing' } },
    negative: { match: { tags: 'crab' } },
    negative_boost: 0.5,
  },
};
const scriptScore = { script_score: { query: { match: { tags: 'thing' } }, script: { source: '1' } } };
const like = { more_like_this: { fields: ['tags'], like: 'thing', min_term_freq: 1, min_doc_freq: 1 } };

function spanNear(...terms: readonly string[]): JsonObject {
  return { span_near: { clauses: terms.map((tags) => ({ span_term: { tags } })), slop: 0, in_order: true } };
}

/** Type and options → the fragments of `t` for the word crab. */
const FRAGMENTS: readonly (readonly [JsonObject, readonly string[]])[] = [
  [
    { type: 'unified', fragment_size: 40 },
    [
      'A <em>crab</em> walks sideways over the stones, and',
      'In the evening the <em>crab</em> is gone with the',
    ],
  ],
  [
    { type: 'unified', fragment_size: 0 },
    [
      'A <em>crab</em> walks sideways over the stones, and the tide comes back.',
      'In the evening the <em>crab</em> is gone with the tide of the night.',
    ],
  ],
  [{ type: 'unified', boundary_scanner: 'word' }, ['<em>crab</em>', '<em>crab</em>']],
  [{ type: 'unified', number_of_fragments: 0 }, [LONG.replaceAll('crab', '<em>crab</em>')]],
  [
    { type: 'plain', fragment_size: 40, number_of_fragments: 1 },
    [' cliff. A <em>crab</em> walks sideways over the'],
  ],
  [{ type: 'plain', number_of_fragments: 0 }, [LONG.replaceAll('crab', '<em>crab</em>')]],
  [
    { type: 'fvh', fragment_size: 30 },
    ['the cliff. A <em>crab</em> walks sideways', 'the evening the <em>crab</em> is gone with'],
  ],
  [
    { type: 'fvh', fragment_size: 30, number_of_fragments: 1, pre_tags: ['<1>'], post_tags: ['</1>'] },
    ['the cliff. A <1>crab</1> walks sideways'],
  ],
  [{ type: 'fvh', number_of_fragments: 0 }, [LONG.replaceAll('crab', '<em>crab</em>')]],
];

describe('highlight', () => {
  it.each(FRAGMENTS)('%j', async (options, fragments) => {
    expect(await highlight(crab, { fields: { t: options } })).toEqual({ t: fragments });
  });

  it.each(['unified', 'plain', 'fvh'])(
    '%s goes value by value where whole values are asked for',
    async (type) => {
      const found = await highlight(
        { match: { tags: 'crab' } },
        { fields: { tags: { type, number_of_fragments: 0 } } },
      );
      const values = ['a red <em>crab</em>', '<em>crab</em> <soup>'];
      expect(found).toEqual({ tags: values });
    },
  );

  it('encodes what could be markup', async () => {
    const fields = { tags: { number_of_fragments: 0 } };
    expect(await highlight({ match: { tags: 'soup' } }, { encoder: 'html', fields })).toEqual({
      tags: ['crab &lt;<em>soup</em>&gt;'],
    });
  });

  it.each([
    ['unified', '<em>tide</em> <em>pool</em>'],
    ['plain', '<em>tide</em> <em>pool</em>'],
    ['fvh', '<em>tide pool</em>'],
  ])('%s marks the words of a phrase, and no others', async (type, marked) => {
    const options = { fields: { t: { type, number_of_fragments: 0 } } };
    const found = await highlight({ match_phrase: { t: 'tide pool' } }, options);
    expect(found).toEqual({ t: [LONG.replace('tide pool', marked)] });
  });

  it.each([
    ['unified', 'The tide pool'],
    ['plain', 'The tide'],
    ['fvh', 'The tide pool'],
  ])('%s begins a text without matches at a word', async (type, beginning) => {
    const fields = { t: { type, no_match_size: 9 } };
    expect(await highlight({ match_all: {} }, { fields })).toEqual({ t: [beginning] });
  });

  it('takes the query of the field, its own tags, and fields that need not match', async () => {
    const own = { highlight_query: { match: { plain: 'night' } }, pre_tags: ['['], post_tags: [']'] };
    expect(await highlight(crab, { fields: { plain: own } })).toEqual({ plain: ['the tide of the [night]'] });
    const loose = { require_field_match: false, fields: { plain: {} } };
    expect(await highlight({ match: { t: 'night' } }, loose)).toEqual({
      plain: ['the tide of the <em>night</em>'],
    });
  });

  it.each([
    ['unified', 'the <1>tide</1> of the <1>night</1>'],
    ['plain', 'the <1>tide</1> of the <1>night</1>'],
    ['fvh', 'the <1>tide</1> of the <2>night</2>'],
  ])('%s with several tags', async (type, marked) => {
    const tags = { pre_tags: ['<1>', '<2>'], post_tags: ['</1>', '</2>'], number_of_fragments: 0 };
    const found = await highlight({ match: { t: 'tide night' } }, { fields: { t: { type, ...tags } } });
    expect(JSON.stringify(found)).toContain(marked);
  });

  it('plain does not cut a phrase', async () => {
    const options = { type: 'plain', fragment_size: 10, number_of_fragments: 1 };
    const fragments = async (fragmenter: string) =>
      highlight({ match_phrase: { t: 'at the foot of' } }, { fields: { t: { ...options, fragmenter } } });
    expect(await fragments('span')).toEqual({
      t: [' <em>at</em> <em>the</em> <em>foot</em> <em>of</em> the'],
    });
    expect(await fragments('simple')).toEqual({ t: [' <em>at</em> <em>the</em>'] });
  });

  /** Query, type → the fragments of `tags`. */
  const QUERIES: readonly (readonly [JsonObject, string, readonly string[] | undefined])[] = [
    [{ match: { tags: 'crab thing' } }, 'unified', ['a red [crab]', 'no such [thing]', '[crab] <soup>']],
    [{ match: { tags: 'crab thing' } }, 'plain', ['a red [crab]', 'no such [thing]', '[crab] <soup>']],
    [{ match: { tags: 'crab thing' } }, 'fvh', ['a red [crab]', 'no such [thing]', '[crab] <soup>']],
    [{ match_phrase_prefix: { tags: 'red cr' } }, 'plain', ['a [red] [crab]']],
    [{ match_phrase: { tags: { query: 'crab red', slop: 2 } } }, 'unified', ['a [red] [crab]']],
    [{ range: { tags: { gte: 'no', lt: 'rex' } } }, 'unified', ['a [red] crab', '[no] such thing']],
    [spanNear('such', 'thing'), 'unified', ['no [such] [thing]']],
    [spanNear('such', 'thing'), 'plain', ['no [such] [thing]']],
    [spanNear('such', 'thing'), 'fvh', undefined],
    [{ intervals: { tags: { match: { query: 'such thing' } } } }, 'unified', ['no [such] [thing]']],
    [{ intervals: { tags: { match: { query: 'such thing' } } } }, 'fvh', undefined],
    [boosting, 'plain', ['no such [thing]']],
    [boosting, 'fvh', ['no such [thing]']],
    [scriptScore, 'unified', ['no such [thing]']],
    [scriptScore, 'fvh', undefined],
    [like, 'plain', ['no such [thing]']],
    [like, 'unified', undefined],
  ];

  it.each(QUERIES)('%j by %s', async (query, type, fragments) => {
    const tags = { type, pre_tags: ['['], post_tags: [']'] };
    const found = (await highlight(query, { fields: { tags } })) as JsonObject | undefined;
    expect(found?.tags).toEqual(fragments);
  });

  it('marks whole keywords', async () => {
    expect(await highlight({ term: { k: 'red crab' } }, { fields: { k: {} } })).toEqual({
      k: ['<em>red crab</em>'],
    });
  });

  it.each([
    [{ type: 'odd' }, /unknown highlighter type \[odd\] for the field \[plain\]/],
    [{ type: 'fvh' }, /the field \[plain\] should be indexed with term vector with position offsets/],
    [{ type: 'plain', fragmenter: 'odd' }, /unknown fragmenter option \[odd\]/],
    [{ colour: 'red' }, /\[highlight_field\] unknown field \[colour\]/],
    [{ encoder: 'html' }, /\[highlight_field\] unknown field \[encoder\]/],
    [{ order: 1 }, /\[highlight_field\] order doesn't support values of type: VALUE_NUMBER/],
    [{ pre_tags: ['<b>'] }, /pre_tags are set but post_tags are not set/],
    [{ boundary_scanner: 'chars' }, /Invalid boundary scanner type: chars/],
    [{ max_analyzer_offset: -1 }, /the value \[-1\] of max_analyzer_offset is invalid/],
  ])('refuses %j', async (options, words) => {
    const failed = highlight({ match: { plain: 'tide' } }, { fields: { plain: options } });
    await expect(failed).rejects.toThrow(OpenSearchError);
    const error = await failed.catch((thrown: OpenSearchError) => thrown);
    expect(JSON.stringify((error as OpenSearchError).toJson())).toMatch(words);
  });
});
