import { describe, expect, it } from 'vitest';
import { type JsonObject, OpenSearchError } from '../../../src/common/index.ts';
import { parseQuery } from '../../../src/query/index.ts';
import { contextOf, createMapper, find, leavesOf } from './shard.ts';

const mapper = createMapper({
  properties: {
    n: { type: 'integer' },
    text: { type: 'text' },
    at: { type: 'date' },
    place: { type: 'geo_point' },
  },
});

/** Function → type and reason of the error that it makes on a shard. */
const ERRORS = `
{"field_value_factor":{"field":"nope"}} ⇒ query_shard_exception failed to create query: Unable to find a field mapper for field [nope]. No 'missing' value defined.
{"field_value_factor":{"field":"n","nope":1}} ⇒ parsing_exception field_value_factor query does not support [nope]
{"field_value_factor":{}} ⇒ parsing_exception [field_value_factor] required field 'field' missing
{"field_value_factor":{"field":"n","factor":[1]}} ⇒ parsing_exception [field_value_factor] field 'factor' does not support lists or objects
{"field_value_factor":{"field":"n","modifier":"ln","factor":0}} ⇒ illegal_argument_exception field value function must not produce negative scores, but got: [-Infinity] for field value: [1.0]; consider using ln1p or ln2p instead of ln to avoid negative scores
{"field_value_factor":{"field":"n","factor":-1}} ⇒ illegal_argument_exception field value function must not produce negative scores, but got: [-1.0] for field value: [1.0]
{"gauss":{"n":{"origin":1}}} ⇒ query_shard_exception failed to create query: both [scale] and [origin] must be set for numeric fields.
{"gauss":{"nope":{"origin":1,"scale":1}}} ⇒ parsing_exception unknown field [nope]
{"gauss":{"n":{"origin":1,"scale":0}}} ⇒ query_shard_exception failed to create query: function_score : scale must be > 0.0.
{"gauss":{"n":{"origin":1,"scale":1,"decay":1}}} ⇒ query_shard_exception failed to create query: function_score : decay must be in the range [0..1].
{"exp":{"n":{"origin":1,"scale":1,"offset":-1}}} ⇒ query_shard_exception failed to create query: function_score : offset must be > 0.0
{"linear":{"at":{"origin":"2024-01-01"}}} ⇒ query_shard_exception failed to create query: [scale] must be set for date fields.
{"linear":{"n":5}} ⇒ parsing_exception malformed score function score parameters.
{"linear":{"n":{"origin":1,"scale":1},"multi_value_mode":"nope"}} ⇒ illegal_argument_exception Illegal sort mode: nope
{"random_score":{"seed":1.5}} ⇒ parsing_exception random_score seed must be an int, long or string, not 'VALUE_NUMBER'
{"random_score":{"seed":1,"field":"nope"}} ⇒ query_shard_exception failed to create query: Field [nope] is not mapped on [[test/]] and cannot be used as a source of random numbers.
{"script_score":{}} ⇒ parsing_exception script_score requires 'script' field
{"script_score":{"script":"nope"}} ⇒ query_shard_exception script_score: the script could not be loaded
{"script_score":{"script":{"source":"1","lang":5}}} ⇒ x_content_parse_exception [1:1] [script] lang doesn't support values of type: VALUE_NUMBER
{"script_score":{"script":"0.0 / 0.0"}} ⇒ exception function score query returned an invalid score: NaN for doc: 0
{"functions":[{}]} ⇒ parsing_exception failed to parse [function_score] query. an entry in functions list is missing a function.
{"nope":[]} ⇒ parsing_exception failed to parse [function_score] query. array [nope] is not supported
`;

describe('function_score', async () => {
  const context = contextOf(mapper, await leavesOf(mapper, [{ n: 1 }, { n: 2 }]));
  const cases = ERRORS.trim()
    .split('\n')
    .map((line) => line.split(' ⇒ '));

  it.each(cases)('%s: %s', (json, expected) => {
    const query = { function_score: JSON.parse(json) as JsonObject };
    let told = '';
    try {
      const bound = parseQuery(query).toQuery(context);
      for (const leaf of context.leaves) bound.score(leaf);
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      told = `${error.type} ${error.reason.replace(/test\/[^\]]*/, 'test/')}`;
    }
    expect(told).toBe(expected);
  });

  it('keeps the scores if there is no function', () => {
    const query = { range: { n: { gte: 1, boost: 3 } } };
    const scores = find(context, { function_score: { query, boost_mode: 'replace' } });
    expect(scores.map(({ score }) => score)).toEqual([3, 3]);
  });

  it('draws the same numbers for the same seed and value, wherever the document is', () => {
    const query = { function_score: { random_score: { seed: 5, field: 'n' }, boost_mode: 'replace' } };
    const scores = find(context, query).map(({ score }) => score);
    expect(scores.every((score) => score >= 0 && score < 1)).toBe(true);
    expect(new Set(scores).size).toBe(2);
    expect(find(context, query).map(({ score }) => score)).toEqual(scores);
  });
});
