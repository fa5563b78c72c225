import { ByQueryProgress, runByQuery } from '../../../client/index.ts';
import type { LocalIndex, SettingsPatch, TemplateContent } from '../../../cluster/index.ts';
import {
  defaultRoutingShards,
  indicesOptions,
  parseCreateIndex,
  validationFailed,
} from '../../../cluster/index.ts';
import { illegalArgument, OpenSearchError, parseSizeBytes } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { timeoutParameters } from '../indicesOptions.ts';
import { type Members, objectBody, parsedMember } from '../objectBody.ts';

interface Resizing {
  readonly name: 'shrink' | 'split' | 'clone';
  /** Number of shards of the target; throws illegal_argument for an invalid number. */
  shards(source: number, wanted: number | null): number;
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
    shards: (source, given) => {
      const wanted = given ?? source;
      if (source >= wanted) {
        throw illegalArgument(
          `the number of source shards [${source}] must be less that the number of target shards [${wanted}]`,
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

const PARSER = 'resize_request';
const MEMBERS: Members = {
  settings: ['START_OBJECT'],
  aliases: ['START_OBJECT'],
  max_shard_size: ['VALUE_STRING'],
};

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
      const body = objectBody(request.jsonValue(), PARSER, MEMBERS);
      const { max_shard_size: maxShardSize, ...content } = body;
      const parsed = parseCreateIndex(content);
      const maxShardBytes =
        maxShardSize === undefined
          ? null
          : parsedMember(body, PARSER, 'max_shard_size', () =>
              parseSizeBytes(String(maxShardSize), 'max_shard_size'),
            );
      checkRequest(resizing, parsed, maxShardBytes);
      const [source] = services.cluster.localIndices(request.pathParam('index'), indicesOptions.deleteIndex);
      const target = await resize(
        resizing,
        { source, target: request.pathParam('target'), content: parsed, maxShardBytes },
        services,
      );
      return json({ acknowledged: true, shards_acknowledged: true, index: target.name });
    },
  ),
);

/** Checks that the original makes before it looks at the source. */
function checkRequest({ name }: Resizing, { settings }: TemplateContent, maxShardBytes: number | null): void {
  const problems: string[] = [];
  const hasShards = settings.has('index.number_of_shards');
  if ([...settings.keys()].some((key) => key.startsWith('index.sort.')))
    problems.push("can't override index sort when resizing an index");
  if (name === 'split' && !hasShards)
    problems.push('index.number_of_shards is required for split operations');
  if (maxShardBytes !== null && name !== 'shrink') problems.push('Unsupported parameter [max_shard_size]');
  if (maxShardBytes !== null && name === 'shrink') {
    if (hasShards) problems.push('Cannot set max_shard_size and index.number_of_shards at the same time!');
    if (maxShardBytes <= 0) problems.push('max_shard_size must be greater than 0');
  }
  if (problems.length > 0) throw validationFailed(problems);
}

/** Settings that the target does not take from the source. */
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
 * Creates the target with the source's mapping and settings and copies the documents with their versions.
 * Blocks of the source are set last, since they would prevent the copy.
 */
async function resize(
  resizing: Resizing,
  request: ResizeRequest,
  services: RestServices,
): Promise<LocalIndex> {
  const { cluster } = services;
  const { source, target, content } = request;
  const { numberOfShards } = source;
  const routingShards =
    source.settings.get('index.number_of_routing_shards') ?? defaultRoutingShards(numberOfShards);
  cluster.checkNewName(target);
  if (content.settings.has('index.number_of_routing_shards'))
    throw illegalArgument('cannot provide index.number_of_routing_shards on resize');
  const shards = resizing.shards(numberOfShards, wantedShards(request));
  checkReadOnly(source);
  if (resizing.name === 'shrink' && numberOfShards === 1) {
    throw illegalArgument("can't shrink an index with only one shard");
  }
  if (resizing.name === 'split' && numberOfShards > 1) checkRoutingShards(Number(routingShards), shards);
  const inherited = [...source.settings].filter(([key]) => !OWN_SETTINGS.has(key));
  const settings = new Map([...inherited, ...content.settings, ['index.number_of_shards', String(shards)]]);
  const blocks: SettingsPatch = new Map([...settings].filter(([key]) => key.startsWith('index.blocks.')));
  for (const key of blocks.keys()) settings.delete(key);
  const made = { settings, mappings: source.mapper.toJson(), aliases: content.aliases };
  const index = await cluster.createIndex(target, made, { templates: false });
  await copyDocuments(source, index, services);
  if (blocks.size > 0) await cluster.updateIndexSettings([index], blocks, false);
  return index;
}

interface ResizeRequest {
  readonly source: LocalIndex;
  readonly target: string;
  readonly content: TemplateContent;
  readonly maxShardBytes: number | null;
}

/** `max_shard_size`: the fewest shards that hold the source at this size and divide its shard count. */
function wantedShards({ source, content, maxShardBytes }: ResizeRequest): number | null {
  const wanted = content.settings.get('index.number_of_shards');
  if (wanted !== undefined) return Number(wanted);
  if (maxShardBytes === null) return null;
  const primaries = source.copies.filter((copy) => copy.routing.primary);
  const sizeBytes = primaries.reduce((sum, { shard }) => sum + (shard?.stats().store.sizeBytes ?? 0), 0);
  const least = Math.ceil(sizeBytes / maxShardBytes);
  for (let shards = Math.max(1, least); shards < source.numberOfShards; shards++) {
    if (source.numberOfShards % shards === 0) return shards;
  }
  return source.numberOfShards;
}

function checkRoutingShards(routingShards: number, target: number): void {
  if (routingShards % target === 0) return;
  throw illegalArgument(
    `the number of routing shards [${routingShards}] must be a multiple of the target shards [${target}]`,
  );
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
