import type { IndicesOptions, LocalIndex } from '../../../cluster/index.ts';
import {
  checkBlocks,
  checkPreference,
  indexClosed,
  indicesOptions,
  routingMissing,
  withResource,
} from '../../../cluster/index.ts';
import type { JsonObject, Soon } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, OpenSearchError, RawJson, readJson } from '../../../common/index.ts';
import type { GetResult, VersionType } from '../../../shard/index.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestRequest } from '../../request.ts';
import { json, type RestResponse } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { SourceFilter } from '../../sourceFilter.ts';
import { renderSource, requestSourceFilter, sourceParameters, sourceText } from '../../sourceFilter.ts';
import { parseVersionType } from './writeParameters.ts';

const parameters: readonly ParameterName[] = [
  ...sourceParameters,
  'preference',
  'realtime',
  'refresh',
  'routing',
  'stored_fields',
  'version',
  'version_type',
];

const SINGLE: IndicesOptions = withResource(
  // Several indices are reported before a closed one.
  { ...indicesOptions.search, forbidClosed: false, allowNoIndices: false, expandWildcards: ['none'] },
  'index_expression',
);

/** The single index of an expression, and the routing that an alias adds. */
export function singleIndex(services: RestServices, expression: string): LocalIndex {
  const named = services.cluster.indices.get(expression);
  if (named && named.state === 'open') return checkRead(named);
  const indices = services.cluster.localIndices(expression, SINGLE);
  if (indices.length > 1) {
    const names = indices.map(({ name }) => name).join(', ');
    throw illegalArgument(
      `alias [${expression}] has more than one index associated with it [${names}], can't execute a single index op`,
    );
  }
  if (indices[0].state === 'close') throw indexClosed(indices[0]);
  return checkRead(indices[0]);
}

function checkRead(index: LocalIndex): LocalIndex {
  checkBlocks([index], 'read');
  return index;
}

export interface DocumentRequest {
  readonly id: string;
  readonly routing: string | null;
  readonly realtime: boolean;
  readonly filter: SourceFilter | null;
  readonly storedFields: readonly string[] | null;
  readonly version: number | null;
  readonly versionType: VersionType;
}

export function getDocument(
  services: RestServices,
  index: LocalIndex,
  wanted: DocumentRequest,
): Soon<GetResult | null> {
  if (wanted.routing === null && index.routingRequired) {
    throw routingMissing(index, wanted.id);
  }
  const found = services.documents.get(index, wanted.id, wanted.routing, wanted.realtime);
  const checked = (result: GetResult | null): GetResult | null => {
    if (result) checkVersion(result, wanted, index);
    return result;
  };
  return found instanceof Promise ? found.then(checked) : checked(found);
}

function checkVersion(found: GetResult, wanted: DocumentRequest, index: LocalIndex): void {
  const { version } = wanted;
  if (version === null || found.version === version) return;
  throw new OpenSearchError(
    'version_conflict_engine_exception',
    `[${found.id}]: version conflict, current version [${found.version}] is different than the one provided [${version}]`,
    {
      metadata: {
        index: index.name,
        shard: String(index.shardFor(found.id, wanted.routing)),
        index_uuid: index.uuid,
      },
    },
  );
}

/** A document as printed by `_doc` and `_mget`. */
export function documentJson(
  index: LocalIndex,
  wanted: Pick<DocumentRequest, 'id' | 'filter' | 'storedFields'>,
  found: GetResult | null,
): Record<string, unknown> | RawJson {
  if (!found) return { _index: index.name, _id: wanted.id, found: false };
  if (wanted.storedFields === null && (wanted.filter ?? ALL).kind === 'all') return wholeText(index, found);
  const whole = wanted.storedFields === null || wanted.storedFields.includes('_source');
  const filter: SourceFilter = wanted.filter ?? { kind: whole ? 'all' : 'none' };
  const source = found.source.length > 0 ? renderSource(found.source, filter) : null;
  const fields = wanted.storedFields === null ? null : storedFields(index, found, wanted.storedFields);
  return {
    _index: index.name,
    _id: found.id,
    _version: found.version,
    _seq_no: found.seqNo,
    _primary_term: found.primaryTerm,
    ...(found.routing === null ? {} : { _routing: found.routing }),
    found: true,
    ...(source === null ? {} : { _source: source }),
    ...(fields === null ? {} : { fields }),
  };
}

const ALL: SourceFilter = { kind: 'all' };

/** Fast path: a document with its whole source, ready to be sent. */
function wholeText(
  index: LocalIndex,
  { id, version, seqNo, primaryTerm, routing, source }: GetResult,
): RawJson {
  const routed = routing === null ? '' : `,"_routing":${JSON.stringify(routing)}`;
  const content = source.length === 0 ? '' : `,"_source":${sourceText(source)}`;
  return new RawJson(
    `{"_index":${JSON.stringify(index.name)},"_id":${JSON.stringify(id)},"_version":${version},` +
      `"_seq_no":${seqNo},"_primary_term":${primaryTerm}${routed},"found":true${content}}`,
  );
}

/** Values of stored fields; `null` if there are none. */
function storedFields(index: LocalIndex, found: GetResult, names: readonly string[]): JsonObject | null {
  const source = readJson(Buffer.from(found.source).toString('utf8'));
  const fields: JsonObject = {};
  for (const name of names) {
    if (!index.mapper.field(name)?.stored) continue;
    let value = source;
    for (const part of name.split('.')) value = isJsonObject(value) ? (value[part] ?? null) : null;
    if (value !== null) fields[name] = Array.isArray(value) ? value : [value];
  }
  return Object.keys(fields).length > 0 ? fields : null;
}

function documentRequest(request: RestRequest, routing: string | null): DocumentRequest {
  return {
    id: request.pathParam('id'),
    routing,
    realtime: request.bool('realtime', true),
    filter: requestSourceFilter(request),
    storedFields: request.list('stored_fields'),
    version: request.long('version', null),
    versionType: parseVersionType(request.param('version_type')),
  };
}

/** Answers with the requested document, synchronously if possible. */
function answerWith(
  request: RestRequest,
  services: RestServices,
  answer: (found: GetResult | null, wanted: DocumentRequest, index: LocalIndex) => RestResponse,
): Soon<RestResponse> {
  const expression = request.pathParam('index');
  const index = singleIndex(services, expression);
  // The primary answers in any case.
  checkPreference(request.param('preference') ?? '');
  const wanted = documentRequest(request, aliasRouting(index, expression, request.param('routing')));
  const get = (): Soon<RestResponse> => {
    const found = getDocument(services, index, wanted);
    if (found instanceof Promise) return found.then((result) => answer(result, wanted, index));
    return answer(found, wanted, index);
  };
  if (!request.bool('refresh', false)) return get();
  return index.refresh(index.shardFor(wanted.id, wanted.routing)).then(get);
}

export function aliasRouting(index: LocalIndex, expression: string, routing: string | null): string | null {
  const alias = index.aliases.get(expression);
  return routing ?? (typeof alias?.search_routing === 'string' ? alias.search_routing : null);
}

export const getRoutes: readonly Route[] = [
  ...routes(
    ['GET|HEAD /{index}/_doc/{id}'],
    { parameters, doc: 'a document by its id' },
    (request, services) =>
      answerWith(request, services, (found, wanted, index) =>
        json(documentJson(index, wanted, found), found ? 200 : 404),
      ),
  ),
  ...routes(
    ['GET|HEAD /{index}/_source/{id}'],
    { parameters, doc: 'the source of a document' },
    (request, services) =>
      answerWith(request, services, (found, wanted) => {
        const source =
          found && found.source.length > 0 ? renderSource(found.source, wanted.filter ?? ALL) : null;
        if (source) return json(source);
        const what = `[${request.pathParam('index')}]/[${wanted.id}]`;
        throw new OpenSearchError(
          'resource_not_found_exception',
          found ? `Source not found ${what}` : `Document not found ${what}`,
        );
      }),
  ),
];
