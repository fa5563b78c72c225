import { createAnalysisRegistry } from '../analysis/index.ts';
import type { IndexComponents, OpenedShard, ShardOpening } from '../cluster/index.ts';
import type { Clock } from '../common/index.ts';
import type { KnnPlugin } from '../knn/index.ts';
import { createMapperService } from '../mapper/index.ts';
import { openIndexShard } from '../shard/index.ts';

export interface ComponentOptions {
  readonly clock: Clock;
  readonly knn: () => KnnPlugin;
  readonly log: (line: string) => void;
}

/** The rooms that an index is made of. */
export function indexComponents(options: ComponentOptions): IndexComponents {
  return {
    createAnalysis: createAnalysisRegistry,
    createMapper: ({ indexName, analysis, settings }) =>
      createMapperService({
        indexName,
        analysis,
        settings,
        clock: options.clock,
        vectorGate: () => options.knn().checkIndexing(),
      }),
    openShard: (opening) => openShard(opening, options),
  };
}

async function openShard(opening: ShardOpening, { clock, knn, log }: ComponentOptions): Promise<OpenedShard> {
  const { indexName, indexUuid, shardId, primary, nodeId, directory } = opening;
  const copy = { indexName, indexUuid, shardId, primary, settings: opening.settings };
  const graphs = knn().node(nodeId).openShard(copy, directory);
  const where = `[${indexName}][${shardId}]`;
  const shard = await openIndexShard({
    directory,
    shardId,
    indexName,
    indexUuid,
    primaryTerm: opening.primaryTerm,
    mapper: opening.mapper,
    clock,
    settings: opening.settings(),
    listener: graphs,
    onBackgroundError: (error) => log(`${where} ${error.message}`),
    onFailure: (error) => log(`${where} shard failed: ${error.message}`),
  });
  return { shard, knn: graphs, release: () => graphs.close() };
}
