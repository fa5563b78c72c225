import { createAnalysisRegistry } from '../analysis/index.ts';
import type { IndexComponents, OpenedShard, ShardOpening } from '../cluster/index.ts';
import type { Clock } from '../common/index.ts';
import { indexEfSearch, type KnnPlugin } from '../knn/index.ts';
import { createMapperService } from '../mapper/index.ts';
import { openIndexShard } from '../shard/index.ts';

export interface ComponentOptions {
  readonly clock: Clock;
  readonly knn: KnnPlugin;
  readonly log: (line: string) => void;
}

/** The rooms that an index is made of. */
export function indexComponents(options: ComponentOptions): IndexComponents {
  const { knn } = options;
  return {
    createAnalysis: createAnalysisRegistry,
    createMapper: ({ indexName, analysis, settings }) =>
      createMapperService({ indexName, analysis, settings, checkVectorIndexing: () => knn.checkIndexing() }),
    openShard: (opening) => openShard(opening, options),
  };
}

async function openShard(opening: ShardOpening, options: ComponentOptions): Promise<OpenedShard> {
  const { indexName, indexUuid, shardId, primary, nodeId, directory, settings } = opening;
  const { clock, knn, log } = options;
  const copy = { indexName, indexUuid, shardId, primary, settings };
  const graphs = knn.node(nodeId).openShard(copy, directory);
  const where = `[${indexName}][${shardId}]`;
  const shard = await openIndexShard({
    directory,
    shardId,
    indexName,
    indexUuid,
    primaryTerm: opening.primaryTerm,
    mapper: opening.mapper,
    clock,
    settings: settings(),
    listener: graphs,
    onMappingUpdate: opening.onMappingUpdate,
    onBackgroundError: (error) => log(`${where} ${error.message}`),
    onFailure: (error) => log(`${where} shard failed: ${error.message}`),
  });
  let efSearch = settings().get(indexEfSearch.key);
  return {
    shard,
    knn: graphs,
    release: () => graphs.release(),
    applySettings: (changed) => {
      shard.applySettings(changed);
      const before = efSearch;
      efSearch = changed.get(indexEfSearch.key);
      // A changed ef_search empties every graph cache, as the original does (knn.md §2.2).
      if (before !== efSearch) knn.settingsChanged([indexEfSearch.key]);
    },
  };
}
