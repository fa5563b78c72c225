import { createAnalysisRegistry } from '../analysis/index.ts';
import type { IndexComponents, OpenedShard, ShardOpening } from '../cluster/index.ts';
import { type Clock, Extensions, type Logger } from '../common/index.ts';
import { indexEfSearch, type KnnPlugin, knnSearcher } from '../knn/index.ts';
import { createMapperService } from '../mapper/index.ts';
import { checkStoredQuery } from '../query/index.ts';
import { compileTokenPredicate } from '../script/index.ts';
import { openReopeningShard } from '../shard/index.ts';

export interface ComponentOptions {
  readonly clock: Clock;
  readonly knn: KnnPlugin;
  readonly log: Logger;
}

/** The factories for the parts of an index, each from its own room. */
export function indexComponents(options: ComponentOptions): IndexComponents {
  const { knn, clock } = options;
  /**
   * Indices with a shard that is recovering: acknowledged writes are replayed even while the circuit breaker
   * is open.
   */
  const recovering = new Map<string, number>();
  const count = (indexName: string, by: number) =>
    recovering.set(indexName, (recovering.get(indexName) ?? 0) + by);
  return {
    createAnalysis: (settings) => createAnalysisRegistry(settings, compileTokenPredicate),
    createMapper: ({ indexName, analysis, settings }) => {
      const checkVectorIndexing = (): void => {
        if (!recovering.get(indexName)) knn.checkIndexing();
      };
      return createMapperService({
        indexName,
        analysis,
        settings,
        checkVectorIndexing,
        checkQuery: (container, key, mapper) =>
          checkStoredQuery(container, key, {
            indexName,
            mapper,
            analysis,
            settings: settings(),
            now: () => clock.nowMs(),
          }),
      });
    },
    openShard: (opening) => {
      count(opening.indexName, 1);
      return openShard(opening, options).finally(() => count(opening.indexName, -1));
    },
  };
}

async function openShard(opening: ShardOpening, options: ComponentOptions): Promise<OpenedShard> {
  const { indexName, indexUuid, shardId, primary, nodeId, directory, settings } = opening;
  const { clock, knn, log } = options;
  const copy = { indexName, indexUuid, shardId, primary, settings };
  const graphs = knn.node(nodeId).openShard(copy, directory);
  const where = { index: indexName, shard: shardId, node: nodeId };
  const shard = await openReopeningShard({
    directory,
    shardId,
    indexName,
    indexUuid,
    primaryTerm: opening.primaryTerm,
    mapper: opening.mapper,
    clock,
    settings: settings(),
    currentSettings: settings,
    listener: graphs,
    // A copy without files is recovered from its primary; opening it as an empty shard would make it empty
    // the other copies.
    mustExist: true,
    onMappingUpdate: opening.onMappingUpdate,
    onBackgroundError: (error) =>
      log.warn('background work of a shard failed', { ...where, error: error.message }),
    onOperation: opening.onOperation,
    onFailure: (error) => {
      log.error('a shard failed', { ...where, error: error.message });
      opening.onFailed(error);
    },
    nextTerm: opening.nextTerm,
    beforeReopened: opening.beforeReopened,
    onReopened: () => {
      log.info('a shard was reopened', where);
      opening.onReopened();
    },
    onReopenFailed: opening.onReopenFailed,
  });
  let efSearch = settings().get(indexEfSearch.key);
  return {
    shard,
    extensions: Extensions.none.with(knnSearcher, graphs),
    release: () => graphs.release(),
    applySettings: (changed) => {
      shard.applySettings(changed);
      const before = efSearch;
      efSearch = changed.get(indexEfSearch.key);
      // A changed ef_search clears every graph cache, as in the original.
      if (before !== efSearch) knn.settingsChanged([indexEfSearch.key]);
    },
  };
}
