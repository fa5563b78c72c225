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
    because: 'not emulated: queries on unmapped fields match nothing',
  },
  {
    keys: ['index.search.idle.after', 'index.max_refresh_listeners'],
    because: 'refreshes happen on schedule, whether or not anyone searches or waits',
  },
  {
    keys: [
      'index.queries.cache.enabled',
      'index.load_fixed_bitset_filters_eagerly',
      'index.fielddata.cache',
      'index.warmer.enabled',
    ],
    because: 'caches belong to segments and are dropped with them',
  },
  {
    keys: [
      'index.translog.retention.age',
      'index.translog.retention.size',
      'index.soft_deletes.retention.operations',
      'index.soft_deletes.retention_lease.period',
    ],
    because: 'replicas are recovered from files and current operations, not from retained history',
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
    because: "the files are not Lucene's; each is verified when it is opened",
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
    because: 'merges have their own policy and scheduling',
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
    because: 'not emulated: allocation only considers the number of copies and node filters',
  },
  {
    keys: [
      'index.search.slowlog.level',
      'index.indexing.slowlog.level',
      'index.indexing.slowlog.source',
      'index.indexing.slowlog.reformat',
    ],
    because: 'slow operations are always logged in the same format',
  },
  {
    keys: ['index.auto_expand_replicas'],
    because: 'not emulated: the number of replicas does not change automatically',
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
    because: 'as in the original, every value is rejected',
  },
  {
    keys: ['index.search.throttled', 'index.verified_before_close'],
    because: 'only the cluster itself can set them',
  },
];
