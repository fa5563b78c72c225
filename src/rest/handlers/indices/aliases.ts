import type { AliasAction, LocalIndex } from '../../../cluster/index.ts';
import { ALIAS_MEMBERS, aliasAction, indicesOptions, parseAliasActions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, parseBoolean, wildcardMatches } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { checkAliasFilter } from '../aliasFilters.ts';
import { indicesParameters, requestIndices, timeoutParameters } from '../indicesOptions.ts';
import { readableIndices } from '../readableIndices.ts';

interface FoundAliases {
  readonly entries: readonly (readonly [string, JsonObject])[];
  /** Requested names that no index has. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}

/** Throws if an index could not use the filter of an alias. */
function checkFilters({ cluster, clock }: RestServices, actions: readonly AliasAction[]): void {
  for (const { kind, indices, aliases, body } of actions) {
    if (kind !== 'add' || body.filter === undefined) continue;
    for (const alias of aliases) checkAliasFilter(alias, body.filter, null, clock);
    for (const index of cluster.localIndices(indices.join(','), indicesOptions.deleteIndex)) {
      for (const alias of aliases) checkAliasFilter(alias, body.filter, index, clock);
    }
  }
}

const READ_PATHS = ['/_alias', '/_aliases', '/_alias/{name}', '/{index}/_alias', '/{index}/_alias/{name}'];

function findAliases(request: RestRequest, services: RestServices): FoundAliases {
  const names = request.list('name');
  const { indices, warnings } = readableIndices(requestIndices(request, services, indicesOptions.all));
  const wanted = names === null || names.some((name) => name === '_all' || name === '*') ? null : names;
  const entries = indices.map((index) => [index.name, aliasesOf(index, wanted)] as const);
  const shown = names === null ? entries : entries.filter(([, aliases]) => Object.keys(aliases).length > 0);
  const returned = new Set(entries.flatMap(([, aliases]) => Object.keys(aliases)));
  const missing = missingNames(wanted ?? [], returned);
  return { entries: shown.map(([name, aliases]) => [name, { aliases }] as const), missing, warnings };
}

function aliasesOf(index: LocalIndex, patterns: readonly string[] | null): JsonObject {
  return Object.fromEntries(
    [...index.aliases].filter(([alias]) => patterns === null || selects(patterns, alias)),
  );
}

/**
 * Individually requested names that do not exist. A leading `-` only excludes after the first pattern; before
 * that it is part of the name. Names excluded by a later pattern are not missing.
 */
function missingNames(names: readonly string[], returned: ReadonlySet<string>): readonly string[] {
  const firstPattern = names.findIndex((name) => name.includes('*'));
  const first = firstPattern === -1 ? names.length : firstPattern;
  const missing = names.filter((name, i) => {
    if (name.includes('*') || (i > first && name.startsWith('-')) || returned.has(name)) return false;
    const later = names.slice(Math.max(i + 1, first));
    return !later.some((other) => other.startsWith('-') && wildcardMatches(other.slice(1), name));
  });
  return [...new Set(missing)].sort();
}

/** Later patterns override earlier ones; `-x` excludes. */
function selects(patterns: readonly string[], alias: string): boolean {
  let selected = false;
  for (const pattern of patterns) {
    if (pattern.startsWith('-') && wildcardMatches(pattern.slice(1), alias)) selected = false;
    else if (wildcardMatches(pattern, alias)) selected = true;
  }
  return selected;
}

/**
 * What the original's loop over the tokens of an alias takes: filters are objects, other members scalars, of a list the
 * last one; it steps over the brackets of other objects and reads on within. It does not know `is_hidden`.
 */
function aliasMembers(body: JsonObject, members: JsonObject = {}): JsonObject {
  for (const [name, value] of Object.entries(body)) {
    const scalar = Array.isArray(value) ? value.at(-1) : value;
    if (isJsonObject(value)) {
      if (name === 'filter') members.filter = value;
      else aliasMembers(value, members);
    } else if (SCALAR_MEMBERS.has(name) && scalar !== undefined && scalar !== null) {
      members[name] = name === 'is_write_index' ? parseBoolean(String(scalar)) : String(scalar);
    }
  }
  return members;
}

const SCALAR_MEMBERS: ReadonlySet<string> = new Set(
  [...ALIAS_MEMBERS].filter((name) => name !== 'filter' && name !== 'is_hidden'),
);

export const aliasRoutes: readonly Route[] = [
  ...routes(
    READ_PATHS.map((path) => `GET ${path}`),
    { parameters: [...indicesParameters, 'local'], doc: 'aliases of indices' },
    (request, services) => {
      const { entries, missing, warnings } = findAliases(request, services);
      const found = Object.fromEntries(entries);
      if (missing.length === 0) return json(found, 200, warnings);
      const what = missing.length === 1 ? `alias [${missing[0]}]` : `aliases [${missing.join(',')}]`;
      return json({ error: `${what} missing`, status: 404, ...found }, 404, warnings);
    },
  ),
  ...routes(
    READ_PATHS.filter((path) => path.includes('{')).map((path) => `HEAD ${path}`),
    { parameters: [...indicesParameters, 'local'], doc: 'whether aliases exist' },
    (request, services) => {
      const { entries, missing } = findAliases(request, services);
      return json({}, missing.length === 0 && entries.length > 0 ? 200 : 404);
    },
  ),
  ...routes(
    ['POST /_aliases'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: timeoutParameters,
      doc: 'add and remove aliases, all together',
    },
    async (request, services) => {
      const actions = parseAliasActions(request.requiredJson());
      checkFilters(services, actions);
      await services.cluster.updateAliases(actions);
      return acknowledged;
    },
  ),
  ...routes(
    [
      'PUT|POST /{index}/_alias/{name}',
      'PUT|POST /{index}/_aliases/{name}',
      'PUT|POST /_alias/{name}',
      'PUT|POST /_aliases/{name}',
      'PUT /{index}/_alias',
      'PUT /{index}/_aliases',
      'PUT /_alias',
    ],
    { body: 'json', parameters: timeoutParameters, doc: 'add an alias' },
    async (request, services) => {
      const body = request.json() ?? {};
      const index = request.param('index') ?? body.index ?? '';
      const alias = request.param('name') ?? body.alias ?? '';
      // Without names, nothing is selected, in particular not all indices.
      if (index === '') throw illegalArgument("[indices] can't be empty");
      if (alias === '') throw illegalArgument("[alias] can't be empty string");
      const action = aliasAction('add', { ...aliasMembers(body), index, alias });
      checkFilters(services, [action]);
      await services.cluster.updateAliases([action]);
      return acknowledged;
    },
  ),
  ...routes(
    ['DELETE /{index}/_alias/{name}', 'DELETE /{index}/_aliases/{name}'],
    { parameters: timeoutParameters, doc: 'remove aliases' },
    async (request, { cluster }) => {
      const aliases = [...(request.list('name') ?? [])];
      const remove = { index: request.pathParam('index'), aliases };
      await cluster.updateAliases([aliasAction('remove', remove)]);
      return acknowledged;
    },
  ),
];
