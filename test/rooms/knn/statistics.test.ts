import { afterAll, describe, expect, it } from 'vitest';
import { OpenSearchError, stringifyJson } from '../../../src/common/index.ts';
import { clusterStatistics, nodeStatistics, parseStatisticNames } from '../../../src/knn/index.ts';
import { pluginFor, temporaryDirectory } from './support.ts';

const { directory, remove } = temporaryDirectory();
afterAll(remove);

/** Recorded: a node that has done nothing, members in the original's order. */
const fresh =
  '{"graph_memory_usage_percentage":0.0,"graph_query_requests":0,"graph_memory_usage":0,' +
  '"cache_capacity_reached":false,"load_success_count":0,"training_memory_usage":0,"indices_in_cache":{},' +
  '"script_query_errors":0,"hit_count":0,"knn_query_requests":0,"total_load_time":0,"miss_count":0,' +
  '"knn_query_with_filter_requests":0,"training_memory_usage_percentage":0.0,"lucene_initialized":false,' +
  '"graph_index_requests":0,"faiss_initialized":false,"load_exception_count":0,"training_errors":0,' +
  '"eviction_count":0,"nmslib_initialized":false,"script_compilations":0,"script_query_requests":0,' +
  '"graph_query_errors":0,"indexing_from_model_degraded":false,"graph_index_errors":0,' +
  '"training_requests":0,"script_compilation_errors":0}';

/** `names of the path → error` (recorded), or the number of names that are left; `all` for every one. */
const requests = `
  (none)                     → all
  _all                       → all
  hit_count                  → 1
  hit_count,hit_count        → 1
  hit_count,_all             → Request /_plugins/_knn/stats/hit_count,_all contains _all and individual stats
  hit_cont                   → request [/_plugins/_knn/stats/hit_cont] contains unrecognized stat: [hit_cont]
  hit_count,hit_cont,zzz,aaa → request [/_plugins/_knn/stats/hit_count,hit_cont,zzz,aaa] contains unrecognized stats: [aaa], [hit_cont] -> did you mean [hit_count]?, [zzz]
  miss_count,hit_count,it_count → request [/_plugins/_knn/stats/miss_count,hit_count,it_count] contains unrecognized stat: [it_count] -> did you mean any of [hit_count, miss_count]?
`;

describe('statistics', () => {
  it('print as the original prints them', () => {
    const { plugin } = pluginFor(directory);
    expect(stringifyJson(plugin.node('n').statistics(null))).toBe(fresh);
    expect(stringifyJson(plugin.clusterStatistics(null))).toBe(
      '{"circuit_breaker_triggered":false,"model_index_status":null}',
    );
  });

  it('are filtered on both levels', () => {
    const { plugin } = pluginFor(directory);
    const names = new Set(['hit_count', 'circuit_breaker_triggered']);
    expect(plugin.node('n').statistics(names)).toEqual({ hit_count: 0 });
    expect(plugin.clusterStatistics(names)).toEqual({ circuit_breaker_triggered: false });
  });

  it('have one row each, with a text', () => {
    const rows = [...clusterStatistics, ...nodeStatistics];
    expect(new Set(rows.map(({ name }) => name)).size).toBe(30);
    expect(rows.every(({ doc }) => doc.length > 0)).toBe(true);
  });

  it('count parsed clauses and scripts by node', () => {
    const { plugin } = pluginFor(directory);
    const node = plugin.node('n');
    node.clauseParsed(false);
    node.clauseParsed(true);
    for (const event of ['request', 'error', 'compilation', 'compilationError'] as const)
      node.scriptQuery(event);
    const moved = Object.entries(node.statistics(null)).filter(
      ([, value]) => typeof value === 'number' && value > 0,
    );
    expect(Object.fromEntries(moved)).toEqual({
      knn_query_requests: 2,
      knn_query_with_filter_requests: 1,
      script_query_requests: 1,
      script_query_errors: 1,
      script_compilations: 1,
      script_compilation_errors: 1,
    });
    plugin.removeNode('n');
    expect(plugin.node('n').statistics(new Set(['knn_query_requests']))).toEqual({ knn_query_requests: 0 });
  });

  const rows = requests.trim().split('\n');
  it.each(rows.map((row) => row.split('→').map((cell) => cell.trim())))('%s → %s', (names, outcome) => {
    const run = () => parseStatisticNames(names === '(none)' ? null : names, `/_plugins/_knn/stats/${names}`);
    if (outcome === 'all') expect(run()).toBeNull();
    else if (/^\d+$/.test(outcome)) expect(run()?.size).toBe(Number(outcome));
    else {
      expect(run).toThrow(OpenSearchError);
      expect(run).toThrow(outcome);
    }
  });
});
