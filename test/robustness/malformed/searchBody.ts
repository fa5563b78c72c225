import type { Pick } from '../../conformance/fuzz/pick.ts';

const FIELDS = ['n', 'tag', 'title', 'day', 'v', 'nothing', '_id', '*', 'n.x', '__proto__', 't*', ''];
const QUERIES = (
  'bool match term terms range exists prefix wildcard regexp fuzzy ids match_phrase match_phrase_prefix multi_match ' +
  'match_bool_prefix query_string simple_query_string constant_score dis_max boosting function_score script_score ' +
  'nested knn intervals more_like_this terms_set span_term span_near span_or span_not span_first span_multi ' +
  'geo_distance geo_bounding_box distance_feature rank_feature percolate has_child parent_id wrapper script match_all ' +
  'match_none nothing'
).split(' ');
const AGGREGATIONS = (
  'terms avg sum min max stats extended_stats cardinality percentiles percentile_ranks value_count histogram ' +
  'date_histogram range date_range filter filters missing nested global top_hits composite rare_terms ' +
  'significant_terms sampler multi_terms auto_date_histogram scripted_metric weighted_avg geo_bounds adjacency_matrix ' +
  'bucket_script bucket_selector bucket_sort cumulative_sum derivative moving_fn avg_bucket serial_diff nothing'
).split(' ');
const KEYS = (
  'query value values field fields boost operator fuzziness slop analyzer minimum_should_match must should must_not ' +
  'filter gt gte lt lte format time_zone interval fixed_interval calendar_interval ranges from to keyed size order ' +
  'script source params lang path score_mode vector k min_doc_count missing include exclude sources after ' +
  'buckets_path gap_policy window positive negative negative_boost tie_breaker queries rewrite max_expansions type ' +
  'distance origin pivot clauses match percents compression hard_bounds extended_bounds offset'
).split(' ');
const TEXTS = [
  'a',
  'fish',
  '*',
  'a*',
  '(a|b)*',
  'now',
  'now-1d/d',
  '2020-01-01',
  '1',
  'x y z',
  '"',
  '[1 TO 2]',
  'n:1',
  '',
];

/** A body of `_search`: the right names in roughly the right places, with whatever values. */
export function searchBody(pick: Pick): unknown {
  const body: Record<string, unknown> = {};
  if (pick.chance(0.8)) body.query = query(pick, 3);
  if (pick.chance(0.4)) body.aggs = aggregations(pick, 3);
  if (pick.chance(0.2)) body.sort = pick.list(1, 3, () => sort(pick));
  if (pick.chance(0.2)) body.size = pick.chance(0.7) ? pick.int(0, 30) : scalar(pick);
  if (pick.chance(0.1)) body.from = pick.chance(0.7) ? pick.int(0, 5) : scalar(pick);
  if (pick.chance(0.1)) body._source = anything(pick, 2);
  if (pick.chance(0.1)) body.highlight = { fields: object(pick, () => anything(pick, 2), FIELDS) };
  if (pick.chance(0.1))
    body.collapse = {
      field: pick.of(FIELDS),
      ...(pick.chance(0.3) ? { inner_hits: anything(pick, 2) } : {}),
    };
  if (pick.chance(0.1))
    body.suggest = {
      s: { text: pick.of(TEXTS), [pick.of(['term', 'phrase', 'completion'])]: anything(pick, 2) },
    };
  if (pick.chance(0.1))
    body.rescore = { window_size: scalar(pick), query: { rescore_query: query(pick, 2) } };
  if (pick.chance(0.1)) body.script_fields = { s: { script: script(pick) } };
  if (pick.chance(0.1))
    body[
      pick.of([
        'docvalue_fields',
        'stored_fields',
        'fields',
        'post_filter',
        'search_after',
        'slice',
        'pit',
        'profile',
      ])
    ] = anything(pick, 3);
  return body;
}

function query(pick: Pick, depth: number): unknown {
  if (depth === 0) return { match_all: {} };
  if (pick.chance(0.3)) {
    const list = (): unknown => pick.list(0, 3, () => query(pick, depth - 1));
    return { bool: { [pick.of(['must', 'should', 'filter', 'must_not'])]: list(), should: list() } };
  }
  const name = pick.of(QUERIES);
  const inner = pick.chance(0.6)
    ? { [pick.of(FIELDS)]: pick.chance(0.5) ? pick.of(TEXTS) : options(pick, depth) }
    : options(pick, depth);
  return { [name]: inner };
}

function aggregations(pick: Pick, depth: number): unknown {
  const one = (): unknown => ({
    [pick.of(AGGREGATIONS)]: pick.chance(0.7)
      ? { field: pick.of(FIELDS), ...options(pick, 1) }
      : options(pick, depth),
    ...(depth > 0 && pick.chance(0.3) ? { aggs: aggregations(pick, depth - 1) } : {}),
  });
  return object(pick, one, ['a', 'b', 'c', 'a>b', '__proto__']);
}

function options(pick: Pick, depth: number): Record<string, unknown> {
  return object(
    pick,
    () => (pick.chance(0.2) ? query(pick, Math.max(0, depth - 1)) : anything(pick, depth)),
    KEYS,
  );
}

function object(pick: Pick, value: () => unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(pick.list(0, 3, () => [pick.of(names), value()] as const));
}

function anything(pick: Pick, depth: number): unknown {
  if (depth <= 0 || pick.chance(0.6)) return scalar(pick);
  if (pick.chance(0.3)) return script(pick);
  return pick.chance(0.5)
    ? pick.list(0, 3, () => anything(pick, depth - 1))
    : object(pick, () => anything(pick, depth - 1), KEYS);
}

function scalar(pick: Pick): unknown {
  return pick.of<unknown>([
    ...TEXTS,
    ...FIELDS,
    0,
    1,
    -1,
    2.5,
    1e308,
    2 ** 53,
    2_147_483_648,
    true,
    false,
    null,
    [],
    {},
  ]);
}

function sort(pick: Pick): unknown {
  return pick.chance(0.5)
    ? pick.of(FIELDS)
    : { [pick.of([...FIELDS, '_script', '_geo_distance', '_score'])]: anything(pick, 2) };
}

const SCRIPTS = [
  "doc['n'].value",
  '_score * 2',
  'params.x',
  "doc['tag'].value.length()",
  'Math.log(1)',
  'for (;;) {}',
  'return [1, 2].stream().map(x -> x / 0)',
  "def m = ['a': 1]; m.b.c",
  '1 +',
  "doc['v'].value",
  "cosineSimilarity(params.v, doc['v']) + 1",
  "ctx._source.n = 'x'",
];

function script(pick: Pick): unknown {
  const source = pick.of(SCRIPTS);
  return pick.chance(0.4) ? source : { source, params: { x: scalar(pick), v: [1, 2, 3, 4] } };
}
