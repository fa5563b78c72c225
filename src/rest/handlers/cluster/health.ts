import type { LocalIndex, ShardRouting } from '../../../cluster/index.ts';
import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, JsonDouble } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { indicesParameters, requestIndicesOptions, timeoutParameters } from '../indicesOptions.ts';

export type Status = 'green' | 'yellow' | 'red';
const ORDER: readonly Status[] = ['green', 'yellow', 'red'];

interface ShardCounts {
  readonly activePrimaries: number;
  readonly active: number;
  /** Replicas that are recovering. */
  readonly initializing: number;
  readonly unassigned: number;
  /** Replicas waiting for their node before they are rebuilt elsewhere. */
  readonly delayed: number;
  readonly primaries: number;
}

/** A closed index keeps its allocation. */
export function shardCounts(index: LocalIndex): ShardCounts {
  const inState = (state: ShardRouting['state']) =>
    index.copies.filter(({ routing }) => routing.state === state);
  const started = inState('STARTED');
  return {
    activePrimaries: started.filter((copy) => copy.routing.primary).length,
    active: started.length,
    initializing: inState('INITIALIZING').length,
    unassigned: inState('UNASSIGNED').length,
    delayed: index.copies.filter(({ routing }) => routing.leftWith !== undefined && !routing.primary).length,
    primaries: index.numberOfShards,
  };
}

export function indexStatus(index: LocalIndex): Status {
  const { activePrimaries, primaries, initializing, unassigned } = shardCounts(index);
  if (activePrimaries < primaries) return 'red';
  return initializing + unassigned > 0 ? 'yellow' : 'green';
}

export function worst(statuses: readonly Status[]): Status {
  return ORDER[Math.max(0, ...statuses.map((status) => ORDER.indexOf(status)))];
}

export const healthRoutes: readonly Route[] = routes(
  ['GET /_cluster/health', 'GET /_cluster/health/{index}'],
  {
    parameters: [
      ...indicesParameters,
      ...timeoutParameters,
      'level',
      'local',
      'wait_for_status',
      'wait_for_nodes',
      'wait_for_active_shards',
      'wait_for_no_relocating_shards',
      'wait_for_relocating_shards',
      'wait_for_no_initializing_shards',
      'wait_for_events',
      'awareness_attribute',
    ],
    doc: 'whether all shards have their copies; a wait that cannot end times out at once',
  },
  (request, services) => {
    const options = requestIndicesOptions(request, {
      ...indicesOptions.lenientAll,
      ignoreUnavailable: false,
    });
    const expression = request.param('index');
    const missing = missingNames(expression, services);
    const indices = services.cluster.localIndices(expression, { ...options, ignoreUnavailable: true });
    const body = healthJson(indices, services, missing.length > 0 ? 'red' : null);
    const timedOut = missing.length > 0 || !waitsMet(request, body, services);
    const level = request.param('level');
    if (level === 'indices' || level === 'shards') {
      body.indices = Object.fromEntries(
        indices.map((index) => [index.name, indexHealth(index, level === 'shards')]),
      );
    }
    return json({ ...body, timed_out: timedOut }, timedOut ? 408 : 200);
  },
);

function missingNames(expression: string | null, { cluster }: RestServices): readonly string[] {
  if (expression === null || expression === '_all') return [];
  const { indices, aliases } = cluster.names;
  return expression
    .split(',')
    .filter(
      (name) => !name.includes('*') && !name.startsWith('-') && !indices.has(name) && !aliases.has(name),
    );
}

export function healthJson(
  indices: readonly LocalIndex[],
  { cluster }: RestServices,
  floor: Status | null,
): JsonObject {
  const counts = indices.map(shardCounts);
  const sum = (key: keyof ShardCounts): number => counts.reduce((total, count) => total + count[key], 0);
  const [active, initializing, unassigned] = [sum('active'), sum('initializing'), sum('unassigned')];
  const all = active + initializing + unassigned;
  const percent = all === 0 ? 100 : (active * 100) / all;
  const nodes = cluster.nodes.length;
  return {
    cluster_name: cluster.name,
    status: floor ?? worst(indices.map(indexStatus)),
    timed_out: false,
    number_of_nodes: nodes,
    number_of_data_nodes: nodes,
    discovered_master: true,
    discovered_cluster_manager: true,
    active_primary_shards: sum('activePrimaries'),
    active_shards: active,
    relocating_shards: 0,
    initializing_shards: initializing,
    unassigned_shards: unassigned,
    delayed_unassigned_shards: sum('delayed'),
    number_of_pending_tasks: 0,
    number_of_in_flight_fetch: 0,
    task_max_waiting_in_queue_millis: 0,
    active_shards_percent_as_number: (Number.isInteger(percent)
      ? new JsonDouble(percent)
      : percent) as number,
  };
}

function indexHealth(index: LocalIndex, shards: boolean): JsonObject {
  const counts = shardCounts(index);
  const health: JsonObject = {
    status: indexStatus(index),
    number_of_shards: index.numberOfShards,
    number_of_replicas: index.numberOfReplicas,
    active_primary_shards: counts.activePrimaries,
    active_shards: counts.active,
    relocating_shards: 0,
    initializing_shards: counts.initializing,
    unassigned_shards: counts.unassigned,
  };
  if (!shards) return health;
  const entries = Array.from({ length: index.numberOfShards }, (_, shard): [string, JsonObject] => {
    const copies = index.copies.filter((copy) => copy.routing.shardId === shard);
    const count = (state: ShardRouting['state']) =>
      copies.filter(({ routing }) => routing.state === state).length;
    const active = count('STARTED');
    return [
      String(shard),
      {
        status: active === 0 ? 'red' : active < copies.length ? 'yellow' : 'green',
        primary_active: active > 0,
        active_shards: active,
        relocating_shards: 0,
        initializing_shards: count('INITIALIZING'),
        unassigned_shards: count('UNASSIGNED'),
      },
    ];
  });
  return { ...health, shards: Object.fromEntries(entries) };
}

function waitsMet(request: RestRequest, body: JsonObject, { cluster }: RestServices): boolean {
  const status = request.param('wait_for_status')?.toLowerCase();
  if (status !== undefined) {
    if (!ORDER.includes(status as Status)) {
      const type = 'org.opensearch.cluster.health.ClusterHealthStatus';
      throw illegalArgument(`No enum constant ${type}.${status.toUpperCase()}`);
    }
    if (ORDER.indexOf(body.status as Status) > ORDER.indexOf(status as Status)) return false;
  }
  if (request.bool('wait_for_no_initializing_shards', false) && Number(body.initializing_shards) > 0)
    return false;
  const active = request.param('wait_for_active_shards');
  if (active !== null) {
    if (active === 'all') {
      if (Number(body.unassigned_shards) + Number(body.initializing_shards) > 0) return false;
    } else if (Number(body.active_shards) < request.int('wait_for_active_shards', 0)) return false;
  }
  const nodes = request.param('wait_for_nodes');
  return nodes === null || nodesMet(nodes, cluster.nodes.length);
}

/** `>=2`, `le(3)`, `2`. */
function nodesMet(text: string, count: number): boolean {
  const match = /^(>=|<=|>|<|ge|le|gt|lt)?\(?(\d+)\)?$/.exec(text.trim());
  if (!match) throw illegalArgument(`cannot parse wait_for_nodes [${text}]`);
  const wanted = Number(match[2]);
  switch (match[1]) {
    case '>=':
    case 'ge':
      return count >= wanted;
    case '<=':
    case 'le':
      return count <= wanted;
    case '>':
    case 'gt':
      return count > wanted;
    case '<':
    case 'lt':
      return count < wanted;
    default:
      return count === wanted;
  }
}
