import { ByQueryProgress, runByQuery } from '../../../client/index.ts';
import type { LocalIndex, SettingsPatch, TemplateContent } from '../../../cluster/index.ts';
import { defaultRoutingShards, indicesOptions, parseCreateIndex } from '../../../cluster/index.ts';
import { illegalArgument, OpenSearchError } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { timeoutParameters } from '../indicesOptions.ts';

interface Resizing {
  readonly name: 'shrink' | 'split' | 'clone';
  /** Shards of the target; throws illegal_argument for a number that cannot be. */
  shards(source: number, wanted: number | null, routingShards: number): number;
}

const RESIZINGS: readonly Resizing[] = [
  {
    name: 'shrink',
    shards: (source, wanted) => {
      const target = wanted ?? 1;
      if (source < target) {
        throw illegalArgument(
          `the number of target shards [${target}] must be less that the number of source shards [${source}]`,
        );
      }
      if (source % target === 0) return target;
      throw illegalArgument(`the number of source shards [${source}] must be a multiple of [${target}]`);
    },
  },
  {
    name: 'split',
    shards: (source, wanted, routingShards) => {
      if (wanted === null) throw illegalArgument('index.number_of_shards is required for split operations');
      if (source >= wanted) {
        throw illegalArgument(
          `the number of source shards [${source}] must be less that the number of target shards [${wanted}]`,
        );
      }
      if (source > 1 && routingShards % wanted !== 0) {
        throw illegalArgument(
          `the number of routing shards [${routingShards}] must be a multiple of the target shards [${wanted}]`,
        );
      }
      if (wanted % source === 0) return wanted;
      throw illegalArgument(`the number of source shards [${source}] must be a factor of [${wanted}]`);
    },
  },
  {
    name: 'clone',
    shards: (source, wanted) => {
      if (wanted === null || wanted === source) return source;
      throw illegalArgument(
        `the number of target shards (${wanted}) must be the same as the number of  source shards ( ${source})`,
      );
    },
  },
];

export const resizeRoutes: readonly Route[] = RESIZINGS.flatMap((resizing) =>
  routes(
    [`PUT|POST /{index}/_${resizing.name}/{target}`],
    {
      body: 'json',
      parameters: [
        ...timeoutParameters,
        'copy_settings',
        'wait_for_active_shards',
        'wait_for_completion',
        'task_execution_timeout',
      ],
      doc: `${resizing.name} an index into a new one`,
    },
    async (request, services) => {
      if (!request.bool('copy_settings', true)) {
        throw illegalArgument('parameter [copy_settings] can not be explicitly set to [false]');
      }
      const [source] = services.cluster.localIndices(request.pathParam('index'), indicesOptions.deleteIndex);
      const { max_shard_size: _maxShardSize, ...body } = request.json() ?? {};
      if (body.mappings !== undefined) {
        throw illegalArgument(
          'mappings are not allowed when resizing indices, all mappings are copied from the source index',
        );
      }
      const target = await resize(
        resizing,
        source,
        request.pathParam('target'),
        parseCreateIndex(body),
        services,
      );
      return json({ acknowledged: true, shards_acknowledged: true, index: target.name });
    },
  ),
);

/** What the target has of its own, however the source is set. */
const OWN_SETTINGS: ReadonlySet<string> = new Set([
  'index.uuid',
  'index.creation_date',
  'index.provided_name',
  'index.version.created',
  'index.number_of_shards',
  'index.number_of_replicas',
  'index.number_of_routing_shards',
]);

/**
 * Makes the target with the source's mapping and settings and copies the documents, with their versions; blocks of
 * the source come last, they would stop the copy.
 */
async function resize(
  resizing: Resizing,
  source: LocalIndex,
  target: string,
  request: TemplateContent,
  services: RestServices,
): Promise<LocalIndex> {
  const { cluster } = services;
  const wanted = request.settings.get('index.number_of_shards');
  const { numberOfShards } = source;
  const routingShards =
    source.settings.get('index.number_of_routing_shards') ?? defaultRoutingShards(numberOfShards);
  const shards = resizing.shards(numberOfShards, wanted ? Number(wanted) : null, Number(routingShards));
  checkReadOnly(source);
  const inherited = [...source.settings].filter(([key]) => !OWN_SETTINGS.has(key));
  const settings = new Map([...inherited, ...request.settings, ['index.number_of_shards', String(shards)]]);
  const blocks: SettingsPatch = new Map([...settings].filter(([key]) => key.startsWith('index.blocks.')));
  for (const key of blocks.keys()) settings.delete(key);
  const content = { settings, mappings: source.mapper.toJson(), aliases: request.aliases };
  const index = await cluster.createIndex(target, content, { templates: false });
  await copyDocuments(source, index, services);
  if (blocks.size > 0) await cluster.updateIndexSettings([index], blocks, false);
  return index;
}

function checkReadOnly(source: LocalIndex): void {
  if (source.settings.get('index.blocks.write') === 'true') return;
  throw new OpenSearchError(
    'illegal_state_exception',
    `index ${source.name} must be read-only to resize index. use "index.blocks.write=true"`,
    { status: 400 },
  );
}

async function copyDocuments(source: LocalIndex, target: LocalIndex, services: RestServices): Promise<void> {
  await source.refresh();
  const progress = new ByQueryProgress('reindex');
  await runByQuery(
    services,
    {
      kind: 'reindex',
      indices: source.name,
      indicesOptions: indicesOptions.search,
      source: { query: { match_all: {} } },
      script: null,
      destination: { index: target.name, opType: 'index', versionType: 'external', routing: 'keep' },
      proceedOnConflicts: false,
      maxDocs: null,
      batchSize: 1000,
      routing: null,
      refresh: true,
      pipeline: '_none',
      slices: 1,
      requestsPerSecond: null,
      signal: new AbortController().signal,
    },
    progress,
  );
  if (progress.failures.length > 0) {
    throw new OpenSearchError(
      'illegal_state_exception',
      `documents could not be copied: ${JSON.stringify(progress.failures[0])}`,
      {
        status: 400,
      },
    );
  }
}
