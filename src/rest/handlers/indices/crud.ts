import type { LocalIndex } from '../../../cluster/index.ts';
import {
  checkBlocks,
  checkNotDataStream,
  checkNoWriteIndex,
  dataStreamOf,
  indicesOptions,
  parseActiveCopies,
  parseCreateIndex,
  splitExpression,
  validationFailed,
} from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument } from '../../../common/index.ts';
import { withNumberForms } from '../../../mapper/index.ts';
import type { RestRequest } from '../../request.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { checkAliasFilter } from '../aliasFilters.ts';
import {
  indicesParameters,
  managerTimeouts,
  requestIndices,
  requestIndicesOptions,
  timeoutParameters,
} from '../indicesOptions.ts';
import { readableIndices } from '../readableIndices.ts';
import { settingsJson } from './settings.ts';

/** The data stream that an index belongs to. */
function streamMember(index: LocalIndex): JsonObject {
  const stream = dataStreamOf(index);
  return stream === null ? {} : { data_stream: stream };
}

export const indexRoutes: readonly Route[] = [
  ...routes(
    ['PUT /{index}'],
    {
      body: 'json',
      parameters: [...timeoutParameters, 'wait_for_active_shards'],
      doc: 'create an index',
    },
    async (request, { cluster, clock }) => {
      const name = request.pathParam('index');
      checkNotDataStream(cluster, name);
      const content = parseCreateIndex(request.json() ?? {});
      parseActiveCopies(request.param('wait_for_active_shards'));
      for (const [alias, body] of content.aliases) checkAliasFilter(alias, body.filter, null, clock);
      const index = await cluster.createIndex(name, content);
      const enough = activeEnough(index, request.param('wait_for_active_shards'));
      return json({ acknowledged: true, shards_acknowledged: enough, index: index.name });
    },
  ),
  ...routes(
    ['GET /{index}'],
    {
      parameters: [...indicesParameters, ...managerTimeouts, 'flat_settings', 'include_defaults', 'local'],
      doc: 'aliases, mapping and settings of indices',
    },
    (request, services) => {
      const asked = requestIndices(request, services, indicesOptions.expandOpen);
      const { indices, warnings } = readableIndices(asked);
      const entries = indices.map((index) => [
        index.name,
        {
          aliases: Object.fromEntries(index.aliases),
          mappings: withNumberForms(index.mapper.toJson()),
          ...settingsJson(index, services.cluster, request, null),
          ...streamMember(index),
        },
      ]);
      return json(Object.fromEntries(entries), 200, warnings);
    },
  ),
  ...routes(
    ['HEAD /{index}'],
    {
      parameters: [...indicesParameters, 'flat_settings', 'include_defaults', 'local', ...timeoutParameters],
      doc: 'whether indices exist',
    },
    (request, services) => {
      const found = requestIndices(request, services, indicesOptions.expandOpen);
      return json(
        {},
        found.length > 0 || requestIndicesOptions(request, indicesOptions.expandOpen).allowNoIndices
          ? 200
          : 404,
      );
    },
  ),
  ...routes(
    ['DELETE /', 'DELETE /{index}'],
    { parameters: [...indicesParameters, ...timeoutParameters], doc: 'delete indices' },
    async (request, services) => {
      const expression = request.param('index');
      if (expression === null) throw validationFailed(['index / indices is missing']);
      const all = splitExpression(expression) === null || expression.includes('*');
      if (all && services.cluster.settings.text('action.destructive_requires_name') === 'true') {
        throw illegalArgument('Wildcard expressions or all indices are not allowed');
      }
      const indices = requestIndices(request, services, indicesOptions.deleteIndex);
      checkBlocks(indices, 'metadata_write', 'delete');
      checkNoWriteIndex(services.cluster, indices);
      await services.cluster.deleteIndices(indices);
      return acknowledged;
    },
  ),
  ...routes(
    ['POST /_open', 'POST /{index}/_open'],
    {
      parameters: [
        ...indicesParameters,
        ...timeoutParameters,
        'wait_for_active_shards',
        'wait_for_completion',
        'task_execution_timeout',
      ],
      doc: 'open closed indices',
    },
    async (request, services) => {
      checkNamed(request);
      const indices = requestIndices(request, services, {
        ...indicesOptions.expandOpenClosed,
        expandWildcards: ['closed'],
      });
      checkBlocks(indices, 'metadata_write');
      await services.cluster.openIndices(indices);
      return json({ acknowledged: true, shards_acknowledged: true });
    },
  ),
  ...routes(
    ['POST /_close', 'POST /{index}/_close'],
    {
      parameters: [...indicesParameters, ...timeoutParameters, 'wait_for_active_shards'],
      doc: 'close indices',
    },
    async (request, services) => {
      checkNamed(request);
      const asked = requestIndices(request, services, {
        ...indicesOptions.expandOpen,
        excludeDataStreams: true,
      });
      checkBlocks(asked, 'metadata_write');
      const indices = asked.filter(({ state }) => state === 'open');
      await services.cluster.closeIndices(indices);
      const closed: JsonObject = Object.fromEntries(indices.map(({ name }) => [name, { closed: true }]));
      return json({ acknowledged: true, shards_acknowledged: indices.length > 0, indices: closed });
    },
  ),
];

/** Opening and closing require names: a request without names never means all indices. */
function checkNamed(request: RestRequest): void {
  if (request.param('index') === null) throw validationFailed(['index is missing']);
}

/**
 * Whether the copies required by `wait_for_active_shards` exist; missing ones would not appear by waiting.
 */
function activeEnough(index: LocalIndex, wanted: string | null): boolean {
  const text = wanted ?? index.settings.get('index.write.wait_for_active_shards') ?? '1';
  const copies = index.numberOfReplicas + 1;
  const count = text === 'all' ? copies : Number(text);
  if (count > copies) {
    throw illegalArgument(
      `invalid wait_for_active_shards[${text}]: cannot be greater than number of shard copies [${copies}]`,
    );
  }
  return Array.from({ length: index.numberOfShards }, (_, shard) => index.openCopies(shard).length).every(
    (active) => active >= count,
  );
}
