import { checkPreference, validationFailed } from '../../../cluster/index.ts';
import {
  isJsonObject,
  type JsonObject,
  OpenSearchError,
  Pacer,
  readJson,
  tokenName,
} from '../../../common/index.ts';
import { parseTermVectors, termVectors } from '../../../search/index.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { aliasRouting, singleIndex } from '../documents/get.ts';

const parameters: readonly ParameterName[] = [
  'fields',
  'field_statistics',
  'term_statistics',
  'offsets',
  'positions',
  'payloads',
  'preference',
  'routing',
  'realtime',
  'version',
  'version_type',
];

export const termVectorsRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /{index}/_termvectors', 'GET|POST /{index}/_termvectors/{id}'],
    { body: 'json', parameters, doc: "the terms of a document's fields" },
    async (request, services) => {
      const body = request.json() ?? {};
      return json(await oneVector(request, services, request.pathParam('index'), request.param('id'), body));
    },
  ),
  ...routes(
    ['GET|POST /_mtermvectors', 'GET|POST /{index}/_mtermvectors'],
    { body: 'json', parameters: [...parameters, 'ids'], doc: 'the terms of many documents' },
    async (request, services) => {
      const items = itemsOf(request);
      return json({ docs: await Promise.all(items.map((item) => itemVector(request, services, item))) });
    },
  ),
];

function itemsOf(request: RestRequest): readonly JsonObject[] {
  const body = request.json() ?? {};
  checkMembers(body);
  const base = isJsonObject(body.parameters ?? null) ? (body.parameters as JsonObject) : {};
  const listed = request.list('ids') ?? (Array.isArray(body.ids) ? body.ids.map(String) : []);
  const docs = Array.isArray(body.docs) ? body.docs.filter(isJsonObject) : [];
  const items = [...docs, ...listed.map((id): JsonObject => ({ ...base, _id: id }))];
  if (items.length === 0) throw validationFailed(['multi term vectors: no documents requested']);
  for (const item of items) parseTermVectors(item, () => null);
  return items;
}

/** The members of `_mtermvectors`, with their required tokens. */
const MEMBERS: Readonly<Record<string, string>> = {
  docs: 'START_ARRAY',
  ids: 'START_ARRAY',
  parameters: 'START_OBJECT',
};

function checkMembers(body: JsonObject): void {
  for (const [key, value] of Object.entries(body)) {
    const token = tokenName(value);
    if (Object.hasOwn(MEMBERS, key) && MEMBERS[key] === token) continue;
    const reason = token.startsWith('START_')
      ? `no parameter named [${key}] and type ${token.slice('START_'.length)}`
      : `_mtermvectors: Parameter [${key}] not supported`;
    throw new OpenSearchError('parse_exception', reason);
  }
}

async function itemVector(
  request: RestRequest,
  services: RestServices,
  item: JsonObject,
): Promise<JsonObject> {
  const index = String(item._index ?? request.param('index') ?? '');
  const id = item._id === undefined ? null : String(item._id);
  try {
    return await oneVector(request, services, index, id, item);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    return { _index: index, _id: id, error: plainError(error).toResponse().error } as JsonObject;
  }
}

/** Here a missing index is reported without its resource. */
function plainError(error: OpenSearchError): OpenSearchError {
  if (error.type !== 'index_not_found_exception') return error;
  const kept = Object.entries(error.metadata).filter(([name]) => !name.startsWith('resource.'));
  return new OpenSearchError(error.type, error.reason, { metadata: Object.fromEntries(kept) });
}

async function oneVector(
  request: RestRequest,
  services: RestServices,
  indexName: string,
  id: string | null,
  body: JsonObject,
): Promise<JsonObject> {
  const startMs = services.clock.nowMs();
  const wanted = parseTermVectors(body, (name) => request.param(name));
  if (id === null && wanted.document === null) throw validationFailed(['id or doc is missing']);
  const index = singleIndex(services, indexName);
  checkPreference(request.param('preference') ?? '');
  const given = body.routing === undefined ? request.param('routing') : String(body.routing);
  const routing = aliasRouting(index, indexName, given);
  const took = (): number => services.clock.nowMs() - startMs;
  const pacer = new Pacer(services.clock);
  if (wanted.document !== null) {
    const shard = index.shardFor(id ?? '', routing);
    const vectors = await termVectors(index, shard, wanted.document, wanted, pacer);
    const head = { _index: index.name, ...(id === null ? {} : { _id: id }), _version: 0, found: true };
    return { ...head, took: took(), term_vectors: vectors };
  }
  const own = id ?? '';
  const found = await services.documents.get(index, own, routing, request.bool('realtime', true));
  if (found === null) return { _index: index.name, _id: own, _version: 0, found: false, took: took() };
  const source = found.source.length === 0 ? {} : readJson(Buffer.from(found.source).toString());
  const vectors = await termVectors(index, index.shardFor(own, routing), source, wanted, pacer);
  return {
    _index: index.name,
    _id: own,
    _version: found.version,
    found: true,
    took: took(),
    term_vectors: vectors,
  };
}
