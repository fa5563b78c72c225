import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/**
 * Numbers as the original prints them: a computed double or float always with a fraction or an exponent, a whole number
 * without, the parts of a source as Java writes them anew. Request → the text of the answer.
 */
const ANSWERS: readonly (readonly [request: string, answer: string])[] = [
  [
    'POST /n/_search?filter_path=hits.max_score,hits.hits._score {"query":{"constant_score":{"filter":{"match_all":{}},"boost":2}}}',
    '{"hits":{"max_score":2.0,"hits":[{"_score":2.0},{"_score":2.0}]}}',
  ],
  [
    'POST /n/_search?filter_path=hits.hits._source {"_source":["e","k","t","l"],"sort":"i"}',
    '{"hits":{"hits":[{"_source":{"l":5.0,"t":7.0,"k":8.5,"e":1000.0}},{"_source":{"l":7,"t":"word","k":"word"}}]}}',
  ],
  [
    'POST /n/_search?filter_path=hits.hits.inner_hits.*.hits.hits._source,hits.hits.inner_hits.*.hits.max_score {"query":{"nested":{"path":"o","query":{"match_all":{}},"inner_hits":{}}}}',
    '{"hits":{"hits":[{"inner_hits":{"o":{"hits":{"max_score":1.0,"hits":[{"_source":{"d":1}},{"_source":{"d":2.0}}]}}}}]}}',
  ],
  [
    'POST /n/_search?filter_path=aggregations {"size":0,"aggs":{"a":{"avg":{"field":"f"}},"b":{"sum":{"field":"l"}},"c":{"stats":{"field":"i"}},"d":{"max":{"field":"d"}},"e":{"value_count":{"field":"i"}},"f":{"cardinality":{"field":"i"}},"g":{"sum":{"field":"nope"}},"h":{"percentiles":{"field":"i","percents":[50]}},"i":{"extended_stats":{"field":"i"}},"j":{"geo_bounds":{"field":"p"}},"k":{"geo_centroid":{"field":"p"}},"l":{"weighted_avg":{"value":{"field":"i"},"weight":{"field":"i"}}},"m":{"median_absolute_deviation":{"field":"i"}},"n":{"percentile_ranks":{"field":"i","values":[7],"keyed":false}}}}',
    '{"aggregations":{"a":{"value":5.0000000015E9},"b":{"value":12.0},"c":{"count":2,"min":6.0,"max":8.0,"avg":7.0,"sum":14.0},"d":{"value":4.0},"e":{"value":2},"f":{"value":2},"g":{"value":0.0},"h":{"values":{"50.0":7.0}},"i":{"count":2,"min":6.0,"max":8.0,"avg":7.0,"sum":14.0,"sum_of_squares":100.0,"variance":1.0,"variance_population":1.0,"variance_sampling":2.0,"std_deviation":1.0,"std_deviation_population":1.0,"std_deviation_sampling":1.4142135623730951,"std_deviation_bounds":{"upper":9.0,"lower":5.0,"upper_population":9.0,"lower_population":5.0,"upper_sampling":9.82842712474619,"lower_sampling":4.17157287525381}},"j":{"bounds":{"top_left":{"lat":2.999999988824129,"lon":1.9999999646097422},"bottom_right":{"lat":0.9999999823048711,"lon":3.9999999292194843}}},"k":{"location":{"lat":1.9999999855645,"lon":2.9999999469146132},"count":2},"l":{"value":7.142857142857143},"m":{"value":1.0},"n":{"values":[{"key":7.0,"value":100.0}]}}}',
  ],
  [
    'POST /n/_search?filter_path=hits.hits._explanation {"explain":true,"query":{"match":{"t":"word"}}}',
    '{"hits":{"hits":[{"_explanation":{"value":0.6931471,"description":"weight(t:word in 0) [PerFieldSimilarity], result of:","details":[{"value":0.6931471,"description":"score(freq=1.0), computed as boost * idf * tf from:","details":[{"value":2.2,"description":"boost","details":[]},{"value":0.6931472,"description":"idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:","details":[{"value":1,"description":"n, number of documents containing term","details":[]},{"value":2,"description":"N, total number of documents with field","details":[]}]},{"value":0.45454544,"description":"tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:","details":[{"value":1.0,"description":"freq, occurrences of term within document","details":[]},{"value":1.2,"description":"k1, term saturation parameter","details":[]},{"value":0.75,"description":"b, length normalization parameter","details":[]},{"value":1.0,"description":"dl, length of field","details":[]},{"value":1.0,"description":"avgdl, average length of field","details":[]}]}]}]}}]}}',
  ],
  [
    'GET /n/_doc/1?_source_includes=e,k',
    '{"_index":"n","_id":"1","_version":1,"_seq_no":0,"_primary_term":1,"found":true,"_source":{"k":8.5,"e":1000.0}}',
  ],
  ['GET /n/_doc/1?filter_path=_source.t', '{"_source":{"t":7.0}}'],
  [
    'POST /n/_explain/1?filter_path=explanation.value {"query":{"term":{"k":"nope"}}}',
    '{"explanation":{"value":0.0}}',
  ],
  [
    'POST /n/_update/1?_source=true&filter_path=get {"doc":{"z":2.50}}',
    '{"get":{"_seq_no":2,"_primary_term":1,"found":true,"_source":{"f":3,"d":4,"h":0.5,"s":2,"l":5.0,"i":6,"t":7.0,"k":8.5,"at":1000000000000,"p":{"lat":1,"lon":2},"r":{"gte":1,"lt":2.0},"o":[{"d":1},{"d":2.0}],"e":1000.0,"z":2.5}}}',
  ],
  [
    'POST /n/_search?filter_path=aggregations.*.buckets {"size":0,"aggs":{"a":{"terms":{"field":"f"}},"b":{"terms":{"field":"i"}},"c":{"histogram":{"field":"i","interval":5}},"d":{"range":{"field":"i","ranges":[{"to":7}]}},"e":{"date_histogram":{"field":"at","fixed_interval":"1d"}},"i":{"multi_terms":{"terms":[{"field":"s"},{"field":"i"}]}}}}',
    '{"aggregations":{"a":{"buckets":[{"key":3.0,"doc_count":1},{"key":1.0E10,"doc_count":1}]},"b":{"buckets":[{"key":6,"doc_count":1},{"key":8,"doc_count":1}]},"c":{"buckets":[{"key":5.0,"doc_count":2}]},"d":{"buckets":[{"key":"*-7.0","to":7.0,"doc_count":1}]},"e":{"buckets":[{"key_as_string":"2001-09-09T00:00:00.000Z","key":999993600000,"doc_count":1}]},"i":{"buckets":[{"key":[0.01,8],"key_as_string":"0.01|8","doc_count":1},{"key":[2.0,6],"key_as_string":"2.0|6","doc_count":1}]}}}',
  ],
  [
    'POST /n/_search?filter_path=hits.hits.sort {"sort":["f","d","h","s","l","i","_score",{"_script":{"type":"number","script":"3"}},{"d":{"order":"asc","numeric_type":"long"}},{"l":{"order":"asc","numeric_type":"double"}}]}',
    '{"hits":{"hits":[{"sort":[3.0,4.0,0.5,2.0,5,6,1.0,3.0,4,5.0]},{"sort":[1.0E10,1.0E-5,100.0,0.01,7,8,1.0,3.0,0,7.0]}]}}',
  ],
  [
    'POST /n/_search?rest_total_hits_as_int=true&filter_path=hits.total,aggregations {"size":0,"aggs":{"a":{"max":{"field":"i"}}}}',
    '{"hits":{"total":2},"aggregations":{"a":{"value":8.0}}}',
  ],
  [
    'POST /n/_search?filter_path=hits.hits.fields,hits.hits.sort {"query":{"term":{"x":1.2}},"fields":["x"],"sort":"x"}',
    '{"hits":{"hits":[{"fields":{"x":[1.2]},"sort":[1.2000000000000002]}]}}',
  ],
  [
    'POST /n/_search?filter_path=hits.hits.fields,aggregations {"query":{"range":{"x":{"gte":1.2,"lte":1.2}}},"docvalue_fields":["x"],"aggs":{"a":{"max":{"field":"x"}}}}',
    '{"hits":{"hits":[{"fields":{"x":[1.2000000000000002]}}]},"aggregations":{"a":{"value":1.2000000000000002}}}',
  ],
];

const MAPPING = `{"settings":{"number_of_replicas":0},"mappings":{"dynamic":false,"properties":{"f":{"type":"float"},
"d":{"type":"double"},"h":{"type":"half_float"},"s":{"type":"scaled_float","scaling_factor":100},
"x":{"type":"scaled_float","scaling_factor":10},"l":{"type":"long"},
"i":{"type":"integer"},"t":{"type":"text"},"k":{"type":"keyword"},"at":{"type":"date"},"p":{"type":"geo_point"},
"r":{"type":"double_range"},"o":{"type":"nested","properties":{"d":{"type":"double"}}}}}}`;

const DOCUMENTS = [
  `{"f":3,"d":4,"h":0.5,"s":2,"l":5.0,"i":6,"t":7.0,"k":8.50,"at":1000000000000,"p":{"lat":1,"lon":2},
"r":{"gte":1,"lt":2.0},"o":[{"d":1},{"d":2.0}],"e":1e3}`,
  '{"f":1e10,"d":1e-5,"h":100,"s":0.01,"x":1.2,"l":7,"i":8,"t":"word","k":"word","p":{"lat":3,"lon":4}}',
];

describe('numbers in answers', () => {
  let node: RockpoolNode;

  beforeAll(async () => {
    node = await openTestNode();
    await send(node.url, 'PUT', '/n', MAPPING);
    for (const [i, document] of DOCUMENTS.entries()) {
      await send(node.url, 'PUT', `/n/_doc/${i + 1}?refresh=true`, document);
    }
  });

  afterAll(() => node.close());

  it.each(ANSWERS)('%s', async (request, answer) => {
    const [, method, path, body] = /^(\S+) (\S+) ?(.*)$/.exec(request) as RegExpExecArray;
    const { text } = await send(node.url, method, path, body === '' ? undefined : body);
    expect(text).toBe(answer);
  });
});
