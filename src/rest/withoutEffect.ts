import { parseBoolean, parseTimeMs } from '../common/index.ts';
import { type ParameterName, type ParameterType, parameterTable } from './parameterTable.ts';
import { convertBoolean, readFloat, readInt, readLong } from './parameterValues.ts';
import type { Route } from './route.ts';

/** Parameters that are accepted and validated, but have no effect here. */
interface Row {
  readonly names: readonly ParameterName[];
  /** The paths that it applies to; `null` for all where no handler reads it. */
  readonly paths: RegExp | null;
  readonly because: string;
}

/**
 * A test fails if a parameter that a route declares but no handler reads is missing here. `npm run docs`
 * prints this table. The first matching row applies.
 */
export const withoutEffect: readonly Row[] = [
  {
    names: ['timeout', 'master_timeout', 'cluster_manager_timeout', 'task_execution_timeout'],
    // Statistics of k-NN read it, with their own errors.
    paths: /^\/(?!_(?:ext|plugins|opendistro)\/_knn\/(?:stats|\{))/,
    because: 'changes of the cluster are done, or refused, at once',
  },
  {
    names: ['search_timeout'],
    paths: /_by_query$/,
    because: 'searches of one batch end before it could',
  },
  { names: ['local'], paths: null, because: 'every node knows the same cluster state' },
  { names: ['ignore_throttled'], paths: null, because: 'there are no frozen indices' },
  {
    names: ['ccs_minimize_roundtrips', 'pre_filter_shard_size'],
    paths: null,
    because: 'there are no other clusters, and shards are asked in one process',
  },
  {
    names: ['preference'],
    paths: null,
    because: 'these APIs read the primary',
  },
  { names: ['types', 'parent'], paths: null, because: 'documents have no types' },
  {
    names: ['include_segment_file_sizes', 'include_unloaded_segments', 'verbose'],
    paths: /_stats|\/stats|_cat\/|_segments/,
    because: 'segments are not files of Lucene, and all of them are loaded',
  },
  {
    names: ['completion_fields', 'fielddata_fields', 'groups', 'fields'],
    paths: /_stats/,
    because: 'figures of single fields and groups are not kept',
  },
  {
    names: ['wait_for_active_shards'],
    paths: null,
    because: 'shards of a new or opened index are active when the answer leaves',
  },
  {
    names: ['wait_for_completion'],
    paths: null,
    because: 'the work is done when the answer leaves',
  },
  {
    names: [
      'wait_for_events',
      'wait_for_metadata_version',
      'wait_for_no_relocating_shards',
      'wait_for_relocating_shards',
      'wait_for_removal',
      'wait_for_timeout',
      'wait_if_ongoing',
    ],
    paths: null,
    because: 'nothing is pending between two requests',
  },
  {
    names: ['cause'],
    paths: null,
    because: 'it is for the log of a cluster',
  },
  {
    names: ['threads', 'type', 'snapshots', 'interval', 'ignore_idle_threads'],
    paths: /hot_threads$/,
    because: 'there are no threads to sample',
  },
  {
    names: ['actions', 'detailed', 'group_by', 'node_id', 'nodes', 'parent_task_id'],
    paths: /_tasks|_cat\/tasks|_rethrottle$/,
    because: 'the tasks of one node are few, and are told of in full',
  },
  {
    names: ['detailed', 'forbid_closed_indices', 'include_bootstrap', 'include_defaults'],
    paths: null,
    because: 'there is nothing more to tell',
  },
  {
    names: ['flat_settings'],
    paths: null,
    because: 'the answer has no settings',
  },
  {
    names: ['flush', 'only_ancient_segments', 'only_expunge_deletes', 'primary_only', 'max_num_segments'],
    paths: /_forcemerge$|_upgrade$/,
    because: 'what is merged is flushed, on every copy',
  },
  {
    names: ['active_only', 'completed_only', 'shards'],
    paths: /_cat\/segment_replication/,
    because: 'copies are not made of segments',
  },
  {
    names: ['allow_no_indices', 'expand_wildcards', 'ignore_unavailable'],
    paths: /^\/(?:_open|_close)?$/,
    because: 'without an index it is refused',
  },
  {
    names: ['write_index_only'],
    paths: /_mappings?$/,
    because: 'not emulated: every index of an alias gets the mapping',
  },
  {
    names: ['node_ids', 'node_names', 'retry_failed', 'awareness_attribute', 'include_yes_decisions'],
    paths: /^\/_cluster\//,
    because: 'allocation is simulated: there are no votes, retries and zones',
  },
  {
    names: [
      'allow_no_indices',
      'expand_wildcards',
      'ignore_unavailable',
      'routing',
      'allow_partial_pit_creation',
    ],
    paths: /_search\/point_in_time$|_field_caps$|_cat\/count|_status$|_cat\/snapshots/,
    because: 'not emulated: the defaults hold',
  },
  {
    names: ['version', 'version_type', 'routing', 'realtime', 'payloads', 'stored_fields'],
    paths: /_m?termvectors|_explain/,
    because: 'not emulated: the document is read as it is',
  },
  {
    names: ['from', 'sort', 'stats', 'terminate_after', 'version', 'size'],
    paths: /_by_query$/,
    because: 'not emulated: every document that matches is taken',
  },
  {
    names: ['create'],
    paths: /_component_template|_simulate/,
    because: 'not emulated: a template of the same name is replaced',
  },
  {
    names: ['verify', 'verbose', 'include_unmapped', 'pri', 'rest_total_hits_as_int'],
    paths: /_ingest|_snapshot|_field_caps|_cat\/indices|_search\/scroll/,
    because: 'not emulated: the answer has its usual form',
  },
];

/** Why the parameter has no effect on this route; `null` if it has. */
export function rowWithoutEffect({ path }: Pick<Route, 'path'>, name: ParameterName): Row | null {
  return (
    withoutEffect.find(({ names, paths }) => names.includes(name) && (paths?.test(path) ?? true)) ?? null
  );
}

/** Read by another parser of the original, with its own errors. */
const INDICES_OPTIONS: ReadonlySet<ParameterName> = new Set([
  'allow_no_indices',
  'ignore_throttled',
  'ignore_unavailable',
]);

/** Throws for a value that the original would reject, although the parameter has no effect here. */
export function checkUnusedValue(name: ParameterName, value: string): void {
  const types: readonly ParameterType[] = parameterTable[name].types;
  // If strings are allowed besides numbers, no string is invalid.
  const kind = types.length > 1 ? 'string' : types[0];
  switch (kind) {
    case 'boolean':
      if (INDICES_OPTIONS.has(name)) convertBoolean(name, value);
      else if (value !== '') parseBoolean(value);
      return;
    case 'time':
      if (value !== '') parseTimeMs(value, name);
      return;
    case 'int':
      readInt(name, value);
      return;
    case 'long':
      readLong(name, value);
      return;
    case 'float':
      readFloat(name, value);
      return;
    case 'list':
    case 'string':
      return;
    default: {
      kind satisfies never;
    }
  }
}
