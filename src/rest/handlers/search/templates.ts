import { validationFailed } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import {
  isJsonObject,
  OpenSearchError,
  parseJson,
  parseRequestJson,
  RawJson,
  stringifyJson,
  tokenName,
} from '../../../common/index.ts';
import { compileMustache } from '../../../script/index.ts';
import type { SearchRequest } from '../../../search/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { withTotalAsInt } from './index.ts';
import { runMsearch } from './msearch.ts';
import { bodyOfLine, type Line } from './msearchLines.ts';
import { searchParameters, searchRequest, trackExactly } from './searchParameters.ts';
import { loggedSearch } from './slowSearches.ts';

const KEYS: ReadonlySet<string> = new Set([
  'id',
  'source',
  'inline',
  'template',
  'params',
  'explain',
  'profile',
  'lang',
  'file',
]);

function unreadable(body: JsonObject, key: string, problem: string, edge: 'key' | 'value'): OpenSearchError {
  const at = { container: body, key, edge };
  return new OpenSearchError('x_content_parse_exception', `[1:1] [search_template] ${problem}`, { at });
}

function wrongType(body: JsonObject, key: string): OpenSearchError {
  const problem = `${key} doesn't support values of type: ${tokenName(body[key])}`;
  return unreadable(body, key, problem, 'value');
}

/** A search written as a mustache template, with its parameters filled in. */
function rendered(body: JsonObject, { cluster }: RestServices, id: string | null = null): string {
  for (const [key, value] of Object.entries(body)) {
    if (!KEYS.has(key)) throw unreadable(body, key, `unknown field [${key}]`, 'key');
    if (key === 'params' && !isJsonObject(value) && value !== null) throw wrongType(body, key);
    if ((key === 'source' || key === 'id') && (typeof value === 'number' || typeof value === 'boolean')) {
      throw wrongType(body, key);
    }
  }
  const params = isJsonObject(body.params) ? body.params : {};
  return compileMustache(templateSource(body, cluster.templates.storedScripts, id)).render(params);
}

function templateSource(
  body: JsonObject,
  stored: ReadonlyMap<string, JsonObject>,
  pathId: string | null,
): string {
  const id = pathId ?? (body.id === undefined ? null : String(body.id));
  if (id !== null) {
    const script = stored.get(id);
    if (script) return String(script.source);
    throw new OpenSearchError(
      'resource_not_found_exception',
      `unable to find script [${id}] in cluster state`,
    );
  }
  const source: JsonValue | undefined = body.source ?? body.inline ?? body.template;
  if (source === undefined || source === null)
    throw validationFailed(['template is missing', "template's script type is missing"]);
  if (source === '') throw validationFailed(['template is missing']);
  return typeof source === 'string' ? source : stringifyJson(source);
}

/** The search that a template renders to, with what its request says of explaining and profiling. */
function renderedSearch(body: JsonObject, services: RestServices): string {
  const text = rendered(body, services);
  // Reads it here: an error in it quotes the text.
  const search = parseJson(text);
  if (body.explain !== true && body.profile !== true) return text;
  if (!isJsonObject(search)) return text;
  if (body.explain === true) search.explain = true;
  if (body.profile === true) search.profile = true;
  return stringifyJson(search);
}

function templateBody(request: RestRequest): JsonObject {
  const body = request.json();
  if (body === null) {
    throw new OpenSearchError('parse_exception', 'request body or source parameter is required');
  }
  return body;
}

/** An error of the search tells its place in the rendered text, not in the request. */
async function placed<T>(search: RestRequest, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof OpenSearchError ? search.place(error) : error;
  }
}

/** A template that cannot be rendered leaves its error in its place. */
function templateLine(
  text: string,
  search: SearchRequest,
  totalAsInt: boolean,
  services: RestServices,
): Line {
  const body = bodyOfLine(parseRequestJson(text));
  try {
    const rendered = renderedSearch(body, services);
    const source = bodyOfLine(parseRequestJson(rendered));
    if (totalAsInt) trackExactly(source);
    return { text: rendered, request: { ...search, source } };
  } catch (error) {
    if (error instanceof OpenSearchError) return { text, request: error };
    throw error;
  }
}

export const searchTemplateRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_search/template', 'GET|POST /{index}/_search/template'],
    { body: 'json', parameters: searchParameters, doc: 'a search from a mustache template' },
    async (request, services) => {
      const search = request.withBody(renderedSearch(templateBody(request), services));
      const response = await placed(search, () => loggedSearch(searchRequest(search), services));
      return json(request.bool('rest_total_hits_as_int', false) ? withTotalAsInt(response) : response);
    },
  ),
  ...routes(
    ['GET|POST /_render/template', 'GET|POST /_render/template/{id}'],
    { body: 'json', doc: 'the search that a template renders to' },
    (request, services) => {
      const id = request.param('id');
      const body = id === null ? templateBody(request) : (request.json() ?? {});
      const text = rendered(body, services, id);
      const reshaped = (['pretty', 'filter_path', 'format'] as const).some((name) => request.has(name));
      return json({ template_output: reshaped ? parseRequestJson(text) : new RawJson(text) });
    },
  ),
  ...routes(
    ['GET|POST /_msearch/template', 'GET|POST /{index}/_msearch/template'],
    {
      body: 'ndjson',
      parameters: [
        'search_type',
        'routing',
        'max_concurrent_searches',
        'typed_keys',
        'rest_total_hits_as_int',
        'ccs_minimize_roundtrips',
      ],
      doc: 'many searches from mustache templates',
    },
    (request, services) => {
      const totalAsInt = request.bool('rest_total_hits_as_int', false);
      return runMsearch(
        request,
        services,
        (text, search) => templateLine(text, search, totalAsInt, services),
        false,
      );
    },
  ),
];
