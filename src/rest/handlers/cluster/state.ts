import type { LocalIndex, ShardRouting } from '../../../cluster/index.ts';
import {
  INDEX_BLOCKS,
  indicesOptions,
  NODE_HOST,
  NODE_ROLES,
  nestedSettingsJson,
} from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { unrecognizedNames } from '../../parameters.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { indicesParameters, managerTimeouts, requestIndicesOptions } from '../indicesOptions.ts';
import { healthJson, indexStatus, worst } from './health.ts';
import { PLUGIN_VERSION, PLUGINS } from './nodeInfo.ts';
import { nodesJson } from './nodes.ts';

interface StateSection {
  readonly metric: string;
  readonly render: (
    indices: readonly LocalIndex[],
    services: RestServices,
    request: RestRequest,
  ) => JsonObject;
}

function routingJson(routing: ShardRouting, index: string): JsonObject {
  return {
    state: routing.state,
    primary: routing.primary,
    node: routing.nodeId,
    relocating_node: null,
    shard: routing.shardId,
    index,
    ...(routing.allocationId === null ? {} : { allocation_id: { id: routing.allocationId } }),
  };
}

function blocksJson(index: LocalIndex): JsonObject {
  const blocks: JsonObject = {};
  for (const { key, id, text, levels } of INDEX_BLOCKS) {
    if (index.settings.get(key) === 'true')
      blocks[id] = { description: text, retryable: false, levels: [...levels] };
  }
  if (index.state === 'close') {
    blocks['4'] = { description: 'index closed', retryable: false, levels: ['read', 'write'] };
  }
  return blocks;
}

const sections: readonly StateSection[] = [
  {
    metric: 'blocks',
    render: (indices) => {
      const blocked = indices.map((index) => [index.name, blocksJson(index)] as const);
      const shown = blocked.filter(([, blocks]) => Object.keys(blocks).length > 0);
      const blocks: JsonObject = shown.length > 0 ? { indices: Object.fromEntries(shown) } : {};
      return { blocks };
    },
  },
  {
    metric: 'nodes',
    render: (_indices, { cluster }) => ({
      nodes: Object.fromEntries(
        cluster.nodes.map((node) => [
          node.id,
          {
            name: node.name,
            ephemeral_id: node.ephemeralId,
            transport_address: `${NODE_HOST}:9300`,
            attributes: { shard_indexing_pressure_enabled: 'true' },
            roles: [...NODE_ROLES],
          },
        ]),
      ),
    }),
  },
  {
    metric: 'metadata',
    render: (indices, { cluster }) => ({
      metadata: {
        cluster_uuid: cluster.clusterUuid,
        cluster_uuid_committed: true,
        cluster_coordination: {
          term: 1,
          last_committed_config: [],
          last_accepted_config: [],
          voting_config_exclusions: [...cluster.global.votingExclusions],
        },
        templates: Object.fromEntries(cluster.templates.templates),
        indices: Object.fromEntries(indices.map((index) => [index.name, indexMetadata(index)])),
        'index-graveyard': { tombstones: [] },
        component_template: { component_template: Object.fromEntries(cluster.templates.componentTemplates) },
        index_template: { index_template: Object.fromEntries(cluster.templates.indexTemplates) },
      },
    }),
  },
  {
    metric: 'routing_table',
    render: (indices) => ({
      routing_table: {
        indices: Object.fromEntries(indices.map((index) => [index.name, { shards: shardTable(index) }])),
      },
    }),
  },
  {
    metric: 'routing_nodes',
    render: (indices, { cluster }) => {
      const copies = indices.flatMap((index) =>
        index.copies.map(({ routing }) => ({ routing, index: index.name })),
      );
      const of = (nodeId: string | null): JsonObject[] =>
        copies
          .filter(({ routing }) => routing.nodeId === nodeId)
          .map(({ routing, index }) => routingJson(routing, index));
      return {
        routing_nodes: {
          unassigned: of(null),
          nodes: Object.fromEntries(cluster.nodes.map(({ id }) => [id, of(id)])),
        },
      };
    },
  },
];

function shardTable(index: LocalIndex): JsonObject {
  const shards: Record<string, JsonObject[]> = {};
  for (const { routing } of index.copies)
    (shards[routing.shardId] ??= []).push(routingJson(routing, index.name));
  return shards;
}

function indexMetadata(index: LocalIndex): JsonObject {
  const shards = Array.from({ length: index.numberOfShards }, (_, shard) => String(shard));
  return {
    version: 1,
    mapping_version: index.mapper.version,
    settings_version: 1,
    aliases_version: 1,
    routing_num_shards: 1024,
    state: index.state,
    settings: nestedSettingsJson(index.settings),
    mappings: { _doc: index.mapper.toJson() },
    aliases: [...index.aliases.keys()],
    primary_terms: Object.fromEntries(shards.map((shard, i) => [shard, index.metadata.primaryTerms[i]])),
    in_sync_allocations: Object.fromEntries(
      shards.map((shard, i) => [
        shard,
        index.metadata.copies[i].flatMap(({ allocationId }) =>
          allocationId !== null && index.metadata.inSyncAllocations.has(allocationId) ? [allocationId] : [],
        ),
      ]),
    ),
    rollover_info: {},
    system: false,
  };
}

const METRICS = [
  '_all',
  'version',
  'master_node',
  'cluster_manager_node',
  ...sections.map(({ metric }) => metric),
  'customs',
];

export const stateRoutes: readonly Route[] = [
  ...routes(
    ['GET /_cluster/state', 'GET /_cluster/state/{metric}', 'GET /_cluster/state/{metric}/{index}'],
    {
      parameters: [
        ...indicesParameters,
        ...managerTimeouts,
        'local',
        'flat_settings',
        'wait_for_metadata_version',
        'wait_for_timeout',
      ],
      doc: 'the cluster state',
    },
    (request, services) => {
      const names = request.list('metric') ?? ['_all'];
      const unknown = names.filter((name) => !METRICS.includes(name));
      if (unknown.length > 0) throw unrecognizedNames('metric', request.path, unknown, METRICS);
      const { cluster } = services;
      const options = requestIndicesOptions(request, indicesOptions.all);
      const indices = cluster.localIndices(request.param('index'), options);
      const wanted = (metric: string): boolean => names.includes('_all') || names.includes(metric);
      const body: JsonObject = { cluster_name: cluster.name, cluster_uuid: cluster.clusterUuid };
      if (wanted('version'))
        Object.assign(body, { version: cluster.version, state_uuid: cluster.clusterUuid });
      if (wanted('master_node')) body.master_node = cluster.nodes[0].id;
      if (wanted('cluster_manager_node') || wanted('master_node'))
        body.cluster_manager_node = cluster.nodes[0].id;
      for (const section of sections) {
        if (wanted(section.metric)) Object.assign(body, section.render(indices, services, request));
      }
      return json(body);
    },
  ),
  ...routes(
    ['GET /_cluster/stats', 'GET /_cluster/stats/nodes/{node_id}'],
    { parameters: ['timeout'], doc: 'figures of the whole cluster' },
    (_request, services) => json(clusterStats(services)),
  ),
  ...routes(
    ['GET /_cluster/pending_tasks'],
    { parameters: [...managerTimeouts, 'local'], doc: 'changes of metadata that wait; they never do' },
    () => json({ tasks: [] }),
  ),
];

function clusterStats(services: RestServices): JsonObject {
  const { cluster, clock } = services;
  const indices = [...cluster.indices.values()];
  const shards = indices.flatMap((index) => index.openCopies());
  const stats = shards.map((shard) => shard.stats());
  const sum = (read: (stat: (typeof stats)[number]) => number): number =>
    stats.reduce((total, stat) => total + read(stat), 0);
  return {
    ...nodesJson(cluster.nodes, services, () => ({})),
    cluster_uuid: cluster.clusterUuid,
    timestamp: clock.nowMs(),
    status: worst(indices.map(indexStatus)),
    indices: {
      count: indices.length,
      shards:
        shards.length === 0
          ? {}
          : {
              total: shards.length,
              primaries: Number(healthJson(indices, services, null).active_primary_shards),
            },
      docs: { count: sum(({ docs }) => docs.count), deleted: sum(({ docs }) => docs.deleted) },
      store: { size_in_bytes: sum(({ store }) => store.sizeBytes), reserved_in_bytes: 0 },
      fielddata: { memory_size_in_bytes: 0, evictions: 0 },
      query_cache: {
        memory_size_in_bytes: 0,
        total_count: 0,
        hit_count: 0,
        miss_count: 0,
        cache_size: 0,
        cache_count: 0,
        evictions: 0,
      },
      completion: { size_in_bytes: 0 },
      segments: { count: sum((stat) => stat.segments.count), memory_in_bytes: 0 },
      mappings: { field_types: fieldTypes(indices) },
      analysis: {
        char_filter_types: [],
        tokenizer_types: [],
        filter_types: [],
        analyzer_types: [],
        built_in_char_filters: [],
        built_in_tokenizers: [],
        built_in_filters: [],
        built_in_analyzers: [],
      },
    },
    nodes: nodesStats(services),
  };
}

/** The `nodes` member: the machine's resources, counted for each virtual node. */
function nodesStats(services: RestServices): JsonObject {
  const system = services.system();
  const nodes = services.cluster.nodes.length;
  return {
    count: {
      total: nodes,
      coordinating_only: 0,
      cluster_manager: nodes,
      data: nodes,
      ingest: nodes,
      master: nodes,
      remote_cluster_client: nodes,
    },
    versions: ['2.7.0'],
    os: {
      available_processors: system.processors,
      allocated_processors: system.processors,
      names: [{ name: system.osName, count: nodes }],
    },
    process: { cpu: { percent: system.cpuPercent }, open_file_descriptors: { min: 0, max: 0, avg: 0 } },
    jvm: {
      max_uptime_in_millis: Math.round(system.uptimeMs),
      versions: [],
      mem: { heap_used_in_bytes: system.heapUsedBytes, heap_max_in_bytes: system.heapMaxBytes },
      threads: 1,
    },
    fs: {
      total_in_bytes: system.diskTotalBytes,
      free_in_bytes: system.diskFreeBytes,
      available_in_bytes: system.diskFreeBytes,
    },
    plugins: PLUGINS.map(({ name }) => ({ name, version: PLUGIN_VERSION })),
    network_types: { transport_types: { netty4: nodes }, http_types: { netty4: nodes } },
    discovery_types: { zen: nodes },
    packaging_types: [{ type: 'tar', count: nodes }],
    ingest: { number_of_pipelines: 0, processor_stats: {} },
  };
}

function fieldTypes(indices: readonly LocalIndex[]): JsonObject[] {
  const counts = new Map<string, { count: number; indices: Set<string> }>();
  for (const index of indices) {
    for (const { typeName } of index.mapper.fields()) {
      const entry = counts.get(typeName) ?? { count: 0, indices: new Set() };
      entry.count++;
      entry.indices.add(index.name);
      counts.set(typeName, entry);
    }
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => ({ name, count: entry.count, index_count: entry.indices.size }));
}
