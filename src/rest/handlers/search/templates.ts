import { validationFailed } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import {
  illegalArgument,
  isJsonObject,
  OpenSearchError,
  parseJson,
  parseRequestJson,
  stringifyJson,
} from '../../../common/index.ts';
import { compileMustache } from '../../../script/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { withTotalAsInt } from './index.ts';
import { runMsearch } from './msearch.ts';
import { searchParameters, searchRequest } from './searchParameters.ts';
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

/** A search written as a mustache template, with its parameters filled in. */
function rendered(body: JsonObject, { cluster }: RestServices, id: string | null = null): string {
  for (const key of Object.keys(body)) {
    if (!KEYS.has(key)) {
      throw new OpenSearchError(
        'x_content_parse_exception',
        `[1:2] [search_template] unknown field [${key}]`,
        {
          at: { container: body, key, edge: 'key' },
        },
      );
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
  return typeof source === 'string' ? source : stringifyJson(source);
}

/** The search that a template renders to, with what its request says of explaining and profiling. */
function renderedSearch(body: JsonObject, services: RestServices): string {
  const text = rendered(body, services);
  if (body.explain !== true && body.profile !== true) return text;
  const search = parseJson(text);
  if (!isJsonObject(search)) return text;
  if (body.explain === true) search.explain = true;
  if (body.profile === true) search.profile = true;
  return stringifyJson(search);
}

export const searchTemplateRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_search/template', 'GET|POST /{index}/_search/template'],
    { body: 'json', parameters: searchParameters, doc: 'a search from a mustache template' },
    async (request, services) => {
      const search = request.withBody(renderedSearch(request.requiredJson(), services));
      const response = await loggedSearch(searchRequest(search), services);
      return json(request.bool('rest_total_hits_as_int', false) ? withTotalAsInt(response) : response);
    },
  ),
  ...routes(
    ['GET|POST /_render/template', 'GET|POST /_render/template/{id}'],
    { body: 'json', doc: 'the search that a template renders to' },
    (request, services) => {
      const text = rendered(request.json() ?? {}, services, request.param('id'));
      return json({ template_output: parseRequestJson(text) });
    },
  ),
  ...routes(
    ['GET|POST /_msearch/template', 'GET|POST /{index}/_msearch/template'],
    {
      body: 'ndjson',
      parameters: [
        'search_type',
        'max_concurrent_searches',
        'typed_keys',
        'rest_total_hits_as_int',
        'ccs_minimize_roundtrips',
      ],
      doc: 'many searches from mustache templates',
    },
    (request, services) => {
      if (!request.hasBody) throw new OpenSearchError('parse_exception', 'request body is required');
      return runMsearch(request, services, (text) => {
        const body = parseRequestJson(text);
        if (!isJsonObject(body)) throw illegalArgument('The msearch body must be an object');
        return renderedSearch(body, services);
      });
    },
  ),
];
