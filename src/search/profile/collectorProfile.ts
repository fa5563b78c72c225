import type { JsonObject } from '../../common/index.ts';
import { DEFAULT_SIZE, type SearchSource } from '../source/searchSource.ts';
import type { Stopwatch } from './stopwatch.ts';

interface CollectorNode {
  readonly name: string;
  readonly reason: string;
  readonly children: readonly CollectorNode[];
}

/** The collectors that the original would have used, outermost first. */
export function profileCollectors(source: SearchSource, names: readonly string[], watch: Stopwatch) {
  let collector: CollectorNode = hitsCollector(source);
  if (source.postFilter !== null) collector = wrap('FilteredCollector', 'search_post_filter', [collector]);
  if (source.terminateAfter > 0) {
    collector = wrap('EarlyTerminatingCollector', 'search_terminate_after_count', [collector]);
  }
  if (names.length > 0) {
    collector = wrap('MultiCollector', 'search_multi', [collector, aggregationCollector(names)]);
  }
  if (source.minScore !== null) collector = wrap('MinimumScoreCollector', 'search_min_score', [collector]);
  return render(collector, watch);
}

function wrap(name: string, reason: string, children: readonly CollectorNode[]): CollectorNode {
  return { name, reason, children };
}

function hitsCollector(source: SearchSource): CollectorNode {
  if ((source.size ?? DEFAULT_SIZE) === 0) {
    const counts = source.trackTotalHitsUpTo === Number.POSITIVE_INFINITY;
    return wrap(counts ? 'TotalHitCountCollector' : 'EarlyTerminatingCollector', 'search_count', []);
  }
  const byField = source.sort.some(({ kind }) => kind !== 'score');
  const kind = byField ? 'FieldCollector' : 'TopScoreDocCollector';
  return wrap(`${source.searchAfter === null ? 'Simple' : 'Paging'}${kind}`, 'search_top_hits', []);
}

function aggregationCollector(names: readonly string[]): CollectorNode {
  const name =
    names.length === 1
      ? `ProfilingAggregator: [${names[0]}]`
      : `MultiBucketCollector: [[${names.join(', ')}]]`;
  return wrap(name, 'aggregation', []);
}

function render(node: CollectorNode, watch: Stopwatch): JsonObject {
  const children = node.children.map((child) => render(child, watch));
  const own = watch.nanos(node.reason === 'aggregation' ? 'aggregations' : 'hits');
  const below = children.reduce((sum, child) => sum + Number(child.time_in_nanos), 0);
  return {
    name: node.name,
    reason: node.reason,
    time_in_nanos: children.length === 0 ? own : below,
    ...(children.length === 0 ? {} : { children }),
  };
}
