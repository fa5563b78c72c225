import { computed } from '@preact/signals';
import { events, isPaused } from '../events.ts';
import { chosenNode, graphs } from '../live.ts';
import type { CacheEvent, EventType, GraphInfo } from '../types.ts';

/** Every graph as of this moment: what was last asked for, and the events that have come since. */
export interface LiveGraph extends GraphInfo {
  readonly key: string;
  /** Its latest load or eviction, to be shown as it happens. */
  readonly change: { readonly type: 'load' | 'evict'; readonly seq: number } | null;
}

type Place = Pick<CacheEvent, 'node' | 'index' | 'shard' | 'segment' | 'field'>;

function keyOf({ node, index, shard, segment, field }: Place): string {
  return `${node}/${index}/${shard}/${segment}/${field}`;
}

const STATE_AFTER: Readonly<Partial<Record<EventType, GraphInfo['state']>>> = {
  miss: 'loading',
  load: 'in_memory',
  hit: 'in_memory',
  evict: 'on_disk',
  load_failed: 'on_disk',
};

interface Latest {
  state?: GraphInfo['state'];
  change?: LiveGraph['change'];
}

/** Events come latest first: the first one of a graph says how it is now. */
function latestOf(all: readonly CacheEvent[]): ReadonlyMap<string, Latest> {
  const latest = new Map<string, Latest>();
  for (const event of all) {
    const key = keyOf(event);
    const known = latest.get(key) ?? {};
    if (!latest.has(key)) latest.set(key, known);
    known.state ??= STATE_AFTER[event.type];
    if (event.type === 'load' || event.type === 'evict')
      known.change ??= { type: event.type, seq: event.seq };
  }
  return latest;
}

/** A load that was seen to begin and not to end may be long over: then the answer of the server counts. */
function stateOf(graph: GraphInfo, latest: Latest | undefined): GraphInfo['state'] {
  const seen = latest?.state;
  return seen === undefined || seen === 'loading' ? graph.state : seen;
}

export const liveGraphs = computed((): readonly LiveGraph[] => {
  // The log stands still: only what the server was asked for is of now.
  const latest = isPaused.value ? new Map<string, Latest>() : latestOf(events.value);
  return (graphs.value?.graphs ?? [])
    .filter(({ node }) => chosenNode.value === '' || node === chosenNode.value)
    .map((graph) => {
      const key = keyOf(graph);
      return {
        ...graph,
        key,
        state: stateOf(graph, latest.get(key)),
        change: latest.get(key)?.change ?? null,
      };
    });
});
