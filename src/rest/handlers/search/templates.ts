import { validationFailed } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import {
  illegalArgument,
  isJsonObject,
  ObjectReader,
  OpenSearchError,
  parseBoolean,
  parseJson,
  parseRequestJson,
  placeError,
  RawJson,
  stringifyJson,
} from '../../../common/index.ts';
import { compileMustache } from '../../../script/index.ts';
import type { SearchRequest } from '../../../search/index.ts';
import { noObjectError } from '../../bodyStart.ts';
import type { RestRequest } from '../../request.ts';
import type { RestResponse } from '../../response.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY_OR_SOURCE, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { withTotalAsInt } from './index.ts';
import { noObject, runMsearch } from './msearch.ts';
import { bodyOfLine, type Line } from './msearchLines.ts';
import { searchParameters, searchRequest, trackExactly } from './searchParameters.ts';
import { loggedSearch } from './slowSearches.ts';

/** The body of a search template request. */
interface Template {
  readonly id: string | null;
  readonly source: string | null;
  readonly params: JsonObject;
  readonly explain: boolean;
  readonly profile: boolean;
}

function readTemplate(body: JsonObject): Template {
  const reader = new ObjectReader('search_template', body);
  const sources = ['source', 'inline', 'template'].map((name) => reader.member(name, SOURCE, sourceText));
  const template = {
    id: reader.text('id') ?? null,
    source: sources.find((source) => source !== undefined) ?? null,
    params: reader.object('params', (params) => params) ?? {},
    explain: reader.member('explain', FLAG, flag) ?? false,
    profile: reader.member('profile', FLAG, flag) ?? false,
  };
  reader.end();
  return template;
}

const SOURCE = ['START_OBJECT', 'VALUE_STRING'];
const FLAG = ['VALUE_BOOLEAN', 'VALUE_STRING'];

function sourceText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** An empty string is false. */
function flag(value: JsonValue): boolean {
  return value !== '' && parseBoolean(String(value));
}

/** Renders a search template with its parameters. */
function rendered(template: Template, { cluster }: RestServices): string {
  return compileMustache(templateSource(template, cluster.templates.storedScripts)).render(template.params);
}

function templateSource({ id, source }: Template, stored: ReadonlyMap<string, JsonObject>): string {
  if (id === '' || source === '') throw validationFailed(['template is missing']);
  if (id !== null) {
    const script = stored.get(id);
    if (script) return String(script.source);
    throw new OpenSearchError(
      'resource_not_found_exception',
      `unable to find script [${id}] in cluster state`,
    );
  }
  if (source === null) throw validationFailed(['template is missing', "template's script type is missing"]);
  return source;
}

/** The search rendered from a template, with the request's `explain` and `profile`. */
function renderedSearch(template: Template, services: RestServices): string {
  const { explain, profile } = template;
  const text = rendered(template, services);
  const refused = noObjectError(text);
  if (refused !== null) throw refused;
  // Parsed here, so that errors quote the text.
  const search = parseJson(text);
  if (!explain && !profile) return text;
  if (!isJsonObject(search)) return text;
  if (explain) search.explain = true;
  if (profile) search.profile = true;
  return stringifyJson(search);
}

function renderedTemplate(request: RestRequest, template: Template, services: RestServices): RestResponse {
  const text = rendered(template, services);
  const reshaped = (['pretty', 'filter_path', 'format'] as const).some((name) => request.has(name));
  return json({ template_output: reshaped ? parseRequestJson(text) : new RawJson(text) });
}

/** Errors of the search refer to positions in the rendered text, not in the request. */
async function placed<T>(search: RestRequest, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof OpenSearchError ? search.place(error) : error;
  }
}

/**
 * An invalid template is an error of the whole request; one that cannot be rendered leaves its error in its
 * place.
 */
function templateLine(
  text: string,
  search: SearchRequest,
  totalAsInt: boolean,
  services: RestServices,
): Line {
  const template = lineTemplate(text);
  try {
    const rendered = renderedSearch(template, services);
    const source = bodyOfLine(rendered, noObject);
    if (totalAsInt) trackExactly(source);
    return { text: rendered, request: { ...search, source } };
  } catch (error) {
    if (error instanceof OpenSearchError) return { text, request: error };
    throw error;
  }
}

function lineTemplate(text: string): Template {
  const body = bodyOfLine(text, noTemplate);
  let template: Template;
  try {
    template = readTemplate(body);
  } catch (error) {
    throw error instanceof OpenSearchError ? placeError(error, body, text) : error;
  }
  if (template.id === null && template.source === null) throw illegalArgument('Malformed search template');
  return template;
}

function noTemplate(token: string, col: number): OpenSearchError {
  const reason = `[1:${col}] [search_template] Expected START_OBJECT but was: ${token}`;
  return new OpenSearchError('x_content_parse_exception', reason);
}

export const searchTemplateRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_search/template', 'GET|POST /{index}/_search/template'],
    {
      body: 'json',
      bodyRefusal: NO_BODY_OR_SOURCE,
      parameters: searchParameters,
      doc: 'a search from a mustache template',
    },
    async (request, services) => {
      const search = request.withBody(renderedSearch(readTemplate(request.requiredJson()), services));
      const response = await placed(search, () => loggedSearch(searchRequest(search, services), services));
      return json(request.bool('rest_total_hits_as_int', false) ? withTotalAsInt(response) : response);
    },
  ),
  ...routes(
    ['GET|POST /_render/template'],
    { body: 'json', bodyRefusal: NO_BODY_OR_SOURCE, doc: 'the search that a template renders to' },
    (request, services) => renderedTemplate(request, readTemplate(request.requiredJson()), services),
  ),
  ...routes(
    ['GET|POST /_render/template/{id}'],
    { body: 'json', doc: 'the search that a stored template renders to' },
    (request, services) => {
      const template = readTemplate(request.json() ?? {});
      return renderedTemplate(request, { ...template, id: request.pathParam('id') }, services);
    },
  ),
  ...routes(
    ['GET|POST /_msearch/template', 'GET|POST /{index}/_msearch/template'],
    {
      body: 'ndjson',
      bodyRefusal: NO_BODY_OR_SOURCE,
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
