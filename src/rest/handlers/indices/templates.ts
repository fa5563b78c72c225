import type { GlobalState, SettingsPatch } from '../../../cluster/index.ts';
import {
  checkOverlap,
  checkTemplate,
  contentOf,
  dataStreamTemplate,
  definedSettings,
  flatSettingsJson,
  flattenSettings,
  normalizeComposable,
  normalizeTemplate,
  patternsOf,
  templateSettingProblems,
  validateIndexSettings,
} from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, OpenSearchError, wildcardMatches } from '../../../common/index.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestRequest } from '../../request.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { managerTimeouts } from '../indicesOptions.ts';
import { checkComposed, checkContent } from './templateContent.ts';

type Table = 'templates' | 'indexTemplates' | 'componentTemplates';

const parameters: readonly ParameterName[] = managerTimeouts;
const storeParameters: readonly ParameterName[] = [...parameters, 'create', 'cause'];
const readParameters: readonly ParameterName[] = [...managerTimeouts, 'local', 'flat_settings'];

/** Templates whose names match `{name}`; `null` if a name does not exist. */
function found(
  request: RestRequest,
  table: ReadonlyMap<string, JsonObject>,
): readonly [string, JsonObject][] | null {
  const names = request.list('name');
  if (names === null) return [...table];
  const hits = [...table].filter(([name]) => names.some((pattern) => wildcardMatches(pattern, name)));
  return hits.length === 0 && names.some((name) => !name.includes('*')) ? null : hits;
}

async function store(
  services: RestServices,
  table: Table,
  name: string,
  create: boolean,
  make: (state: GlobalState) => JsonObject,
): Promise<void> {
  await services.cluster.updateGlobal((state) => {
    if (create && state[table].has(name)) throw exists(table, name);
    return { [table]: new Map([...state[table], [name, make(state)]]) };
  });
}

function exists(table: Table, name: string): OpenSearchError {
  const kind = {
    templates: 'index_template',
    indexTemplates: 'index template',
    componentTemplates: 'component template',
  };
  return illegalArgument(
    table === 'templates'
      ? `${kind[table]} [${name}] already exists`
      : `${kind[table]} [${name}] already exists`,
  );
}

async function remove(
  request: RestRequest,
  services: RestServices,
  table: Table,
  missing: (name: string) => Error,
): Promise<void> {
  const pattern = request.pathParam('name');
  await services.cluster.updateGlobal((state) => {
    const left = new Map([...state[table]].filter(([name]) => !wildcardMatches(pattern, name)));
    if (left.size === state[table].size && !pattern.includes('*')) throw missing(pattern);
    if (table === 'componentTemplates') checkUnused(state, left, pattern);
    return { [table]: left };
  });
}

function checkUnused(state: GlobalState, left: ReadonlyMap<string, JsonObject>, pattern: string): void {
  const users = [...state.indexTemplates]
    .filter(([, template]) =>
      ((template.composed_of ?? []) as string[]).some(
        (name) => state.componentTemplates.has(name) && !left.has(name),
      ),
    )
    .map(([name]) => name);
  if (users.length === 0) return;
  throw illegalArgument(
    `component templates [${pattern}] cannot be removed as they are still in use by index templates [${users.join(', ')}]`,
  );
}

function checkSettings({ cluster }: RestServices, template: unknown): void {
  validateIndexSettings(cluster.registry, settingsOf(template));
}

function problemsOfSettings({ cluster }: RestServices, template: unknown): readonly string[] {
  return templateSettingProblems(cluster.registry, settingsOf(template));
}

function settingsOf(template: unknown): SettingsPatch {
  if (!isJsonObject(template) || !isJsonObject(template.settings)) return new Map();
  return flattenSettings(template.settings, 'index.');
}

function shown(request: RestRequest, template: JsonObject): JsonObject {
  if (!request.bool('flat_settings', false) || !isJsonObject(template.settings)) return template;
  return { ...template, settings: flatSettingsJson(definedSettings(flattenSettings(template.settings))) };
}

const legacyTemplates: readonly Route[] = [
  ...routes(
    ['PUT|POST /_template/{name}'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: [...storeParameters, 'order'],
      doc: 'store a legacy template',
    },
    async (request, services) => {
      const name = request.pathParam('name');
      const body = request.requiredJson();
      if (request.has('order')) body.order ??= request.int('order', 0);
      const template = normalizeTemplate(body);
      checkSettings(services, body);
      checkTemplate(name, patternsOf(template));
      checkContent(services, contentOf(template));
      await store(services, 'templates', name, request.bool('create', false), () => template);
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_template', 'GET /_template/{name}'],
    { parameters: readParameters, doc: 'legacy templates' },
    (request, { cluster }) => {
      const hits = found(request, cluster.templates.templates);
      if (hits === null) return json({}, 404);
      return json(Object.fromEntries(hits.map(([name, template]) => [name, shown(request, template)])));
    },
  ),
  ...routes(
    ['HEAD /_template/{name}'],
    { parameters: readParameters, doc: 'whether a legacy template exists' },
    (request, { cluster }) =>
      json({}, (found(request, cluster.templates.templates) ?? []).length > 0 ? 200 : 404),
  ),
  ...routes(
    ['DELETE /_template/{name}'],
    { parameters, doc: 'delete legacy templates' },
    async (request, services) => {
      await remove(request, services, 'templates', (name) =>
        missingTemplate(`index_template [${name}] missing`),
      );
      return acknowledged;
    },
  ),
];

function missingTemplate(reason: string): OpenSearchError {
  return new OpenSearchError('index_template_missing_exception', reason);
}

const indexTemplates: readonly Route[] = [
  ...routes(
    ['PUT|POST /_index_template/{name}'],
    { body: 'json', bodyRefusal: NO_BODY, parameters: storeParameters, doc: 'store an index template' },
    async (request, services) => {
      const name = request.pathParam('name');
      const template = normalizeComposable('index_template', request.requiredJson());
      checkTemplate(name, patternsOf(template), problemsOfSettings(services, template.template));
      await store(services, 'indexTemplates', name, request.bool('create', false), (state) => {
        checkComponents(state, name, template);
        checkOverlap(state, name, template);
        checkComposed(services, state, name, template);
        return template;
      });
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_index_template', 'GET /_index_template/{name}'],
    { parameters: readParameters, doc: 'index templates' },
    (request, { cluster }) => {
      const hits = found(request, cluster.templates.indexTemplates);
      if (hits === null) throw notFound(`index template matching [${request.param('name')}] not found`);
      return json({ index_templates: hits.map(([name, index_template]) => ({ name, index_template })) });
    },
  ),
  ...routes(
    ['HEAD /_index_template/{name}'],
    { parameters: readParameters, doc: 'whether an index template exists' },
    (request, { cluster }) =>
      json({}, (found(request, cluster.templates.indexTemplates) ?? []).length > 0 ? 200 : 404),
  ),
  ...routes(
    ['DELETE /_index_template/{name}'],
    { parameters, doc: 'delete index templates' },
    async (request, services) => {
      checkNoStreams(request.list('name') ?? [], services);
      await remove(request, services, 'indexTemplates', (name) =>
        missingTemplate(`index_template [${name}] missing`),
      );
      return acknowledged;
    },
  ),
];

/** Throws if a data stream needs one of these templates. */
function checkNoStreams(patterns: readonly string[], { cluster }: RestServices): void {
  const users = new Map<string, string[]>();
  for (const stream of cluster.names.dataStreams.keys()) {
    const template = dataStreamTemplate(cluster, stream);
    if (template === null || !patterns.some((pattern) => wildcardMatches(pattern, template))) continue;
    users.set(template, [...(users.get(template) ?? []), stream]);
  }
  if (users.size === 0) return;
  const templates = [...users.keys()].sort().join(', ');
  const streams = [...users.values()].flat().sort().join(', ');
  throw illegalArgument(
    `unable to remove composable templates [${templates}] as they are in use by a data streams [${streams}]`,
  );
}

function notFound(reason: string): OpenSearchError {
  return new OpenSearchError('resource_not_found_exception', reason);
}

function checkComponents(state: GlobalState, name: string, template: JsonObject): void {
  const missing = ((template.composed_of ?? []) as string[]).filter(
    (component) => !state.componentTemplates.has(component),
  );
  if (missing.length === 0) return;
  throw new OpenSearchError(
    'invalid_index_template_exception',
    `index_template [${name}] invalid, cause [index template [${name}] specifies component templates [${missing.join(', ')}] that do not exist]`,
  );
}

const componentTemplates: readonly Route[] = [
  ...routes(
    ['PUT|POST /_component_template/{name}'],
    { body: 'json', bodyRefusal: NO_BODY, parameters: storeParameters, doc: 'store a component template' },
    async (request, services) => {
      const template = normalizeComposable('component_template', request.requiredJson());
      const name = request.pathParam('name');
      checkSettings(services, template.template);
      checkTemplate(name, []);
      checkContent(services, contentOf(template.template as JsonObject));
      await store(services, 'componentTemplates', name, request.bool('create', false), () => template);
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_component_template', 'GET /_component_template/{name}'],
    { parameters: readParameters, doc: 'component templates' },
    (request, { cluster }) => {
      const hits = found(request, cluster.templates.componentTemplates);
      if (hits === null) throw notFound(`component template matching [${request.param('name')}] not found`);
      return json({
        component_templates: hits.map(([name, component_template]) => ({ name, component_template })),
      });
    },
  ),
  ...routes(
    ['HEAD /_component_template/{name}'],
    { parameters: readParameters, doc: 'whether a component template exists' },
    (request, { cluster }) =>
      json({}, (found(request, cluster.templates.componentTemplates) ?? []).length > 0 ? 200 : 404),
  ),
  ...routes(
    ['DELETE /_component_template/{name}'],
    { parameters, doc: 'delete component templates' },
    async (request, services) => {
      await remove(request, services, 'componentTemplates', (name) =>
        missingTemplate(`index_template [${name}] missing`),
      );
      return acknowledged;
    },
  ),
];

export const templateRoutes: readonly Route[] = [
  ...legacyTemplates,
  ...indexTemplates,
  ...componentTemplates,
];
