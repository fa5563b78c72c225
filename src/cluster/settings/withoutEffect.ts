/** Index settings that are validated, stored and printed, but have no effect here. */
interface Row {
  readonly keys: readonly string[];
  readonly because: string;
}

/**
 * A test fails if an index setting that no code reads is missing from this table. `docs/reference/` is generated from
 * it.
 */
export const unusedIndexSettings: readonly Row[] = [
  {
    keys: ['index.query.parse.allow_unmapped_fields', 'index.percolator.map_unmapped_fields_as_text'],
    because: 'not emulated: a query on a field without a mapping finds nothing',
  },
  {
    keys: ['index.search.idle.after', 'index.max_refresh_listeners'],
    because: 'refreshes wait for nobody',
  },
  {
    keys: [
      'index.queries.cache.enabled',
      'index.load_fixed_bitset_filters_eagerly',
      'index.fielddata.cache',
      'index.warmer.enabled',
    ],
    because: 'caches live and die with their segments',
  },
  {
    keys: [
      'index.translog.retention.age',
      'index.translog.retention.size',
      'index.soft_deletes.retention.operations',
      'index.soft_deletes.retention_lease.period',
    ],
    because: 'copies are made of documents, not of histories',
  },
  {
    keys: [
      'index.codec',
      'index.compound_format',
      'index.store.preload',
      'index.store.hybrid.mmap.extensions',
      'index.store.fs.fs_lock',
      'index.store.stats_refresh_interval',
      'index.data_path',
      'index.format',
      'index.shard.check_on_startup',
      'index.optimize_auto_generated_id',
    ],
    because: 'files are not those of Lucene; every one is checked when it is opened',
  },
  {
    keys: [
      'index.merge.policy.deletes_pct_allowed',
      'index.merge.policy.expunge_deletes_allowed',
      'index.merge.policy.reclaim_deletes_weight',
      'index.merge_on_flush.enabled',
      'index.merge_on_flush.max_full_flush_merge_wait_time',
      'index.merge_on_flush.policy',
      'index.merge.scheduler.auto_throttle',
    ],
    because: 'merges have a policy and turns of their own',
  },
  {
    keys: [
      'index.priority',
      'index.replication.type',
      'index.routing.allocation.enable',
      'index.routing.rebalance.enable',
      'index.routing.allocation.total_shards_per_node',
      'index.allocation.max_retries',
      'index.allocation.existing_shards_allocator',
    ],
    because: 'not emulated: copies are placed by number and by filters of nodes alone',
  },
  {
    keys: [
      'index.search.slowlog.level',
      'index.indexing.slowlog.level',
      'index.indexing.slowlog.source',
      'index.indexing.slowlog.reformat',
    ],
    because: 'slow operations are logged in one form',
  },
  {
    keys: ['index.auto_expand_replicas'],
    because: 'not emulated: the number of replicas stays as it is',
  },
  {
    keys: [
      ...['warn', 'info', 'debug', 'trace'].map((level) => `index.search.slowlog.threshold.fetch.${level}`),
      ...['warn', 'info', 'debug', 'trace'].map((level) => `index.indexing.slowlog.threshold.index.${level}`),
    ],
    because: 'not emulated: only slow queries are logged',
  },
  {
    keys: ['index.mapper.dynamic'],
    because: 'as in the original, every value is refused',
  },
  {
    keys: ['index.search.throttled', 'index.verified_before_close'],
    because: 'only the cluster itself could set them',
  },
];
