import { METADATA, simulate, simulateVerbose } from '../../../cluster/index.ts';
import type { ExactJsonValue, JsonObject, JsonValue } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, OpenSearchError, parseJsonExact } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY_OR_SOURCE, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';

export const simulateRoutes: readonly Route[] = routes(
  ['GET|POST /_ingest/pipeline/_simulate', 'GET|POST /_ingest/pipeline/{id}/_simulate'],
  {
    body: 'json',
    bodyRefusal: NO_BODY_OR_SOURCE,
    parameters: ['verbose'],
    doc: 'what a pipeline makes of documents, without indexing them',
  },
  (request, services) => {
    const body = exactBody(request.text());
    const pipeline = pipelineOf(request, body, services);
    const documents = body.docs;
    if (!Array.isArray(documents)) throw missing('docs');
    if (documents.length === 0) throw illegalArgument('must specify at least one document in [docs]');
    const verbose = request.bool('verbose', false);
    const { ingest } = services.cluster;
    const docs = documents.map((item) => {
      const { source, metadata } = documentOf(item);
      const document = ingest.document(source, metadata);
      return verbose ? simulateVerbose(ingest, pipeline, document) : simulate(pipeline, document);
    });
    return json({ docs });
  },
);

function exactBody(text: string): JsonObject {
  const body: ExactJsonValue = parseJsonExact(text);
  if (isJsonObject(body)) return body;
  throw new OpenSearchError('parse_exception', 'Failed to parse content to map');
}

function pipelineOf(
  request: RestRequest,
  body: JsonObject,
  { cluster }: RestServices,
): ReturnType<RestServices['cluster']['ingest']['parse']> {
  const id = request.param('id');
  if (id !== null) {
    if (cluster.global.ingestPipelines.has(id)) return cluster.ingest.pipeline(id);
    throw illegalArgument(`pipeline [${id}] does not exist`);
  }
  if (!isJsonObject(body.pipeline)) throw missing('pipeline');
  return cluster.ingest.parse('_simulate_pipeline', body.pipeline);
}

function missing(property: string): OpenSearchError {
  return new OpenSearchError('parse_exception', `[${property}] required property is missing`, {
    metadata: { property_name: property },
  });
}

function documentOf(item: JsonValue): { readonly source: JsonObject; readonly metadata: JsonObject } {
  if (!isJsonObject(item)) throw illegalArgument('malformed [docs] section, should include an inner object');
  const source = item._source ?? null;
  if (source === null) throw missing('_source');
  if (!isJsonObject(source)) throw wrongType('_source', 'a map', source);
  const metadata: JsonObject = { _index: '_index', _id: '_id' };
  for (const key of METADATA) {
    const value = item[key] ?? null;
    if (value !== null) metadata[key] = NAMES.includes(key) ? nameOf(key, value) : value;
  }
  return { source, metadata };
}

const NAMES: readonly string[] = ['_index', '_id', '_routing'];

function nameOf(key: string, value: JsonValue): string {
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  throw wrongType(key, 'a string or int', value);
}

function wrongType(key: string, wanted: string, value: JsonValue): OpenSearchError {
  const reason = `[${key}] property isn't ${wanted}, but of type [${classOf(value)}]`;
  return new OpenSearchError('parse_exception', reason, { metadata: { property_name: key } });
}

/** The class that the original uses for such a value. */
function classOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'java.util.ArrayList';
  if (isJsonObject(value)) return 'java.util.HashMap';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'string') return 'java.lang.String';
  if (Number.isInteger(value)) return 'java.lang.Integer';
  return typeof value === 'bigint' ? 'java.lang.Long' : 'java.lang.Double';
}
