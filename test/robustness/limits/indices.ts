import { joined, type LimitCase, many } from './limitCase.ts';

/** Objects within objects, and a field. */
function nested(levels: number): object {
  let properties: object = { leaf: { type: 'long' } };
  for (let i = 1; i < levels; i++) properties = { o: { properties } };
  return { properties };
}

const fields = (count: number, field: object): object =>
  Object.fromEntries(many(count, (i) => [`f${i}`, field] as const));
const vector = (engine: string, dimension: number): object => ({
  settings: { 'index.knn': true },
  mappings: {
    properties: { v: { type: 'knn_vector', dimension, method: { name: 'hnsw', engine, space_type: 'l2' } } },
  },
});
const filter = (settings: object): object => ({
  settings: {
    analysis: { filter: { f: settings }, analyzer: { a: { tokenizer: 'standard', filter: ['f'] } } },
  },
});
const TEXT = { mappings: { properties: { t: { type: 'text' } } } };

export const indices = {
  mappingFields: {
    set: 5,
    use: (count) => [['PUT /{index}/_mapping', { properties: fields(count, { type: 'long' }) }]],
    words: 'Limit of total fields [5] has been exceeded',
  },
  mappingDepth: {
    set: 3,
    use: (count) => [['PUT /{index}/_mapping', nested(count)]],
    words: 'Limit of mapping depth [3] has been exceeded due to object field [o.o.o]',
  },
  nestedFields: {
    set: 2,
    use: (count) => [['PUT /{index}/_mapping', { properties: fields(count, { type: 'nested' }) }]],
    words: 'Limit of nested fields [2] has been exceeded',
  },
  nestedObjects: {
    set: 3,
    index: { mappings: { properties: { n: { type: 'nested' } } } },
    use: (count) => [['POST /{index}/_doc', { n: many(count, (i) => ({ i })) }]],
    words: 'The number of nested documents has exceeded the allowed limit of [3].',
  },
  fieldNameLength: {
    set: 5,
    use: (count) => [['PUT /{index}/_mapping', { properties: { ['a'.repeat(count)]: { type: 'long' } } }]],
    words: 'Field name [aaaaaa] is longer than the limit of [5] characters',
  },
  keywordBytes: {
    index: { mappings: { properties: { k: { type: 'keyword' } } } },
    use: (count) => [['POST /{index}/_doc', { k: 'a'.repeat(count) }]],
    words: 'bytes can be at most 32766 in length; got 32767',
  },
  vectorDimension: {
    use: (count) => [[`PUT /{index}-${count}`, vector('nmslib', count)]],
    words: 'Dimension value cannot be greater than 16000 for vector: v',
  },
  luceneVectorDimension: {
    use: (count) => [[`PUT /{index}-${count}`, vector('lucene', count)]],
    words: 'Dimension value cannot be greater than 1024 for vector: v',
  },
  idBytes: {
    use: (count) => [[`PUT /{index}/_doc/${'a'.repeat(count)}`, {}]],
    words: 'must be no longer than 512 bytes but was: 513',
  },
  indexNameBytes: {
    use: (count) => [[`PUT /${'a'.repeat(count)}`]],
    words: 'index name is too long, (256 > 255)',
  },
  shardsPerIndex: {
    use: (count) => [
      [
        `PUT /_index_template/{index}`,
        { index_patterns: ['{index}-*'], template: { settings: { 'index.number_of_shards': count } } },
      ],
    ],
    words: 'Failed to parse value [1025] for setting [index.number_of_shards] must be <= 1024',
  },
  shardsPerNode: {
    set: 3,
    ownNode: true,
    use: (count) => [
      ['DELETE /{index}'],
      [`PUT /{index}`, { settings: { number_of_shards: count, number_of_replicas: 0 } }],
    ],
    words:
      'this action would add [4] total shards, but this cluster currently has [0]/[3] maximum shards open',
  },
  ngramDiff: {
    set: 2,
    use: (count) => [
      [
        `PUT /{index}-${count}`,
        {
          settings: {
            'index.max_ngram_diff': 2,
            analysis: { tokenizer: { t: { type: 'ngram', min_gram: 1, max_gram: 1 + count } } },
          },
        },
      ],
    ],
    words:
      'less than or equal to: [2] but was [3]. This limit can be set by changing the [index.max_ngram_diff]',
  },
  shingleDiff: {
    use: (count) => [
      [
        `PUT /{index}-${count}`,
        filter({ type: 'shingle', min_shingle_size: 2, max_shingle_size: 2 + count, output_unigrams: false }),
      ],
    ],
    words:
      'must be less than or equal to: [3] but was [4]. This limit can be set by changing the [index.max_shingle',
  },
  // Sixteen characters count as one more token.
  analyzedTokens: {
    set: 50,
    accepted: 47,
    refused: 48,
    use: (count) => [
      [
        'POST /{index}/_analyze',
        { tokenizer: { type: 'ngram', min_gram: 1, max_gram: 1 }, text: 'a'.repeat(count) },
      ],
    ],
    words: 'the text produces more than the limit of 50 tokens',
  },
  answeredTokens: {
    set: 5,
    index: TEXT,
    use: (count) => [['POST /{index}/_analyze', { text: joined(count, 'a', ' ') }]],
    words: 'The number of tokens produced by calling _analyze has exceeded the allowed maximum of [5]',
  },
} satisfies Readonly<Record<string, LimitCase>>;
