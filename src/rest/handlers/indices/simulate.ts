import type { GlobalState, TemplateContent } from '../../../cluster/index.ts';
import {
  composedContent,
  definedSettings,
  matchingIndexTemplate,
  nestedSettingsJson,
  normalizeAlias,
  normalizeComposable,
  patternsIntersect,
  patternsOf,
} from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, wildcardMatches } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { timeoutParameters } from '../indicesOptions.ts';

type Tables = Pick<GlobalState, 'templates' | 'indexTemplates' | 'componentTemplates'>;

/** The name under which the template of a body is simulated. */
const SIMULATED = ' simulated';

function withBody(tables: Tables, body: JsonObject | null): Tables {
  if (body === null) return tables;
  const template = normalizeComposable('index_template', body);
  return { ...tables, indexTemplates: new Map([...tables.indexTemplates, [SIMULATED, template]]) };
}

function contentJson({ settings, mappings, aliases }: TemplateContent): JsonObject {
  return {
    settings: nestedSettingsJson(definedSettings(settings)),
    ...(Object.keys(mappings).length > 0 ? { mappings } : {}),
    aliases: Object.fromEntries([...aliases].map(([name, alias]) => [name, normalizeAlias(name, alias)])),
  };
}

/** Templates overridden by the chosen one. */
function overlapping(
  tables: Tables,
  chosen: string | null,
  overlaps: (patterns: readonly string[]) => boolean,
): JsonObject[] {
  const of = (table: ReadonlyMap<string, JsonObject>): JsonObject[] =>
    [...table]
      .filter(([name, template]) => name !== chosen && name !== SIMULATED && overlaps(patternsOf(template)))
      .map(([name, template]) => ({ name, index_patterns: [...patternsOf(template)] }));
  return [...of(tables.templates), ...of(tables.indexTemplates)];
}

export const simulateRoutes: readonly Route[] = [
  ...routes(
    ['POST /_index_template/_simulate_index/{name}'],
    {
      body: 'json',
      parameters: [...timeoutParameters, 'create', 'cause'],
      doc: 'what an index of that name would be made of',
    },
    (request, { cluster }) => {
      const tables = withBody(cluster.templates, request.json());
      const index = request.pathParam('name');
      const chosen = matchingIndexTemplate(tables.indexTemplates, index);
      const template = chosen === null ? undefined : tables.indexTemplates.get(chosen);
      if (!template) return json({});
      const overlaps = (patterns: readonly string[]): boolean =>
        patterns.some((pattern) => wildcardMatches(pattern, index));
      return json({
        template: contentJson(composedContent(tables, template)),
        overlapping: overlapping(tables, chosen, overlaps),
      });
    },
  ),
  ...routes(
    ['POST /_index_template/_simulate', 'POST /_index_template/_simulate/{name}'],
    {
      body: 'json',
      parameters: [...timeoutParameters, 'create', 'cause'],
      doc: 'what a template comes down to',
    },
    (request, { cluster }) => {
      const tables = withBody(cluster.templates, request.json());
      const name = request.hasBody ? SIMULATED : request.param('name');
      const template = name === null ? undefined : tables.indexTemplates.get(name);
      if (!template) throw illegalArgument(`unable to simulate template [${name}] that does not exist`);
      const own = patternsOf(template);
      const overlaps = (patterns: readonly string[]): boolean =>
        patterns.some((a) => own.some((b) => patternsIntersect(a, b)));
      const chosen = request.hasBody ? request.param('name') : name;
      return json({
        template: contentJson(composedContent(tables, template)),
        overlapping: overlapping(tables, chosen, overlaps),
      });
    },
  ),
];
