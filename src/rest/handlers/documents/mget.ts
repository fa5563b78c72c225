import { validationFailed } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, OpenSearchError, Pacer, tokenName } from '../../../common/index.ts';
import { parsingErrorAt } from '../../../query/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY_OR_SOURCE, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { SourceFilter } from '../../sourceFilter.ts';
import { bodySourceFilter, requestSourceFilter, sourceParameters } from '../../sourceFilter.ts';
import type { DocumentRequest } from './get.ts';
import { aliasRouting, documentJson, getDocument, singleIndex } from './get.ts';
import { parseVersionType } from './writeParameters.ts';

const DOCUMENTS_BETWEEN_PAUSES = 64;

interface WantedDocument extends DocumentRequest {
  readonly index: string;
}

const KEYS = new Set(['_index', '_id', 'routing', '_source', 'stored_fields', 'version', 'version_type']);

export const mgetRoutes: readonly Route[] = routes(
  ['GET|POST /_mget', 'GET|POST /{index}/_mget'],
  {
    body: 'json',
    bodyRefusal: NO_BODY_OR_SOURCE,
    parameters: [...sourceParameters, 'preference', 'realtime', 'refresh', 'routing', 'stored_fields'],
    doc: 'many documents by their ids',
  },
  async (request, services) => {
    const wanted = parseWanted(request, request.requiredJson());
    if (request.bool('refresh', false)) await refreshAll(wanted, services);
    const pacer = new Pacer(services.clock);
    const docs: unknown[] = [];
    for (const document of wanted) {
      docs.push(await getOne(document, services));
      if (docs.length % DOCUMENTS_BETWEEN_PAUSES === 0) await pacer.pause();
    }
    return json({ docs });
  },
);

async function getOne(wanted: WantedDocument, services: RestServices): Promise<unknown> {
  try {
    const index = singleIndex(services, wanted.index);
    const routing = aliasRouting(index, wanted.index, wanted.routing);
    return documentJson(index, wanted, await getDocument(services, index, { ...wanted, routing }));
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    return { _index: wanted.index, _id: wanted.id, error: error.toResponse().error };
  }
}

async function refreshAll(wanted: readonly WantedDocument[], services: RestServices): Promise<void> {
  const names = new Set(wanted.map(({ index }) => index));
  await Promise.all([...names].map((name) => services.cluster.indices.get(name)?.refresh()));
}

function parseWanted(request: RestRequest, body: JsonObject): readonly WantedDocument[] {
  const defaults = {
    index: request.param('index'),
    routing: request.param('routing'),
    realtime: request.bool('realtime', true),
    filter: requestSourceFilter(request),
    storedFields: request.list('stored_fields'),
  };
  const wanted: WantedDocument[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (!Array.isArray(value)) {
      const reason = `unexpected token [${tokenName(value)}], expected [FIELD_NAME] or [START_ARRAY]`;
      throw parsingErrorAt(reason, body, key);
    }
    if (key !== 'docs' && key !== 'ids') {
      const reason = `unknown key [${key}] for a START_ARRAY, expected [docs] or [ids]`;
      throw parsingErrorAt(reason, body, key);
    }
    for (const item of value) {
      wanted.push(key === 'ids' ? { ...base(defaults), id: idOf(item) } : parseDoc(item, defaults));
    }
  }
  checkWanted(wanted);
  return wanted;
}

function idOf(item: JsonValue): string {
  if (typeof item !== 'object' || item === null) return String(item);
  throw illegalArgument('ids array element should only contain ids');
}

interface Defaults {
  readonly index: string | null;
  readonly routing: string | null;
  readonly realtime: boolean;
  readonly filter: SourceFilter | null;
  readonly storedFields: readonly string[] | null;
}

function base(defaults: Defaults): Omit<WantedDocument, 'id'> {
  return { ...defaults, index: defaults.index ?? '', version: null, versionType: 'internal' };
}

function parseDoc(item: JsonValue, defaults: Defaults): WantedDocument {
  if (typeof item === 'string') return { ...base(defaults), id: item };
  if (!isJsonObject(item)) throw illegalArgument('docs array element should include an object');
  for (const key of Object.keys(item)) {
    if (!KEYS.has(key))
      throw new OpenSearchError(
        'parse_exception',
        `failed to parse multi get request. unknown field [${key}]`,
      );
  }
  const { routing, version } = item;
  const fields = item.stored_fields;
  return {
    index: textOf(item._index) ?? defaults.index ?? '',
    id: item._id === undefined || item._id === null ? '' : String(item._id),
    routing: routing === undefined || routing === null ? defaults.routing : String(routing),
    realtime: defaults.realtime,
    filter: item._source === undefined ? defaults.filter : bodySourceFilter(item._source),
    storedFields: fields === undefined ? defaults.storedFields : [fields].flat().map(String),
    version: version === undefined ? null : Number(version),
    versionType: parseVersionType((item.version_type ?? null) as string | null),
  };
}

/** The text of a scalar, which may stand in a list. */
function textOf(value: JsonValue | undefined): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : textOf(value[value.length - 1]);
  return value === undefined || value === null || isJsonObject(value) ? null : String(value);
}

function checkWanted(wanted: readonly WantedDocument[]): void {
  if (wanted.length === 0) throw validationFailed(['no documents to get']);
  const problems = wanted.flatMap(({ index, id }, i) => [
    ...(index === '' ? [`index is missing for doc ${i}`] : []),
    ...(id === '' ? [`id is missing for doc ${i}`] : []),
  ]);
  if (problems.length > 0) throw validationFailed(problems);
}
