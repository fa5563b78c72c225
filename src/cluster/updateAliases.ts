import type { JsonObject, JsonPlace, JsonValue } from '../common/index.ts';
import { illegalArgument, isJsonObject, OpenSearchError, wildcardMatches } from '../common/index.ts';
import type { LocalIndex } from './localIndex.ts';
import { ALIAS_MEMBERS, normalizeAlias } from './metadata/aliases.ts';
import { invalidAliasName, validateAliasName } from './metadata/indexName.ts';

/** One action of `POST /_aliases`, its names expanded to lists. */
export interface AliasAction {
  readonly kind: 'add' | 'remove' | 'remove_index';
  readonly indices: readonly string[];
  readonly aliases: readonly string[];
  readonly body: JsonObject;
}

const NAME_KEYS = new Set(['index', 'indices', 'alias', 'aliases']);

/** Parses `{"actions": […]}`. Throws in the original's words. */
export function parseAliasActions(body: JsonObject): readonly AliasAction[] {
  for (const key of Object.keys(body)) {
    if (key !== 'actions') throw contentError(`[aliases] unknown field [${key}]`, body, key, 'key');
  }
  const { actions } = body;
  if (!Array.isArray(actions) || actions.length === 0) throw illegalArgument('No action specified');
  return actions.map((action) => {
    try {
      return parseAction(action);
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      throw contentError('[aliases] failed to parse field [actions]', body, 'actions', 'end', error);
    }
  });
}

function contentError(
  reason: string,
  container: object,
  key: string,
  edge: JsonPlace['edge'],
  causedBy?: OpenSearchError,
): OpenSearchError {
  const at = { container, key, edge };
  return new OpenSearchError('x_content_parse_exception', `[1:1] ${reason}`, { at, causedBy });
}

function parseAction(json: JsonValue): AliasAction {
  const [kind, members] = isJsonObject(json) ? (Object.entries(json)[0] ?? ['', null]) : ['', null];
  if (kind !== 'add' && kind !== 'remove' && kind !== 'remove_index') {
    throw contentError(`[alias_action] unknown field [${kind}]`, json as JsonObject, kind, 'key');
  }
  if (!isJsonObject(members)) {
    throw contentError(`[${kind}] Expected START_OBJECT`, json as JsonObject, kind, 'value');
  }
  return aliasAction(kind, members);
}

/** An action of its members, whatever request they come with. */
export function aliasAction(kind: AliasAction['kind'], members: JsonObject): AliasAction {
  const body: JsonObject = {};
  for (const [key, value] of Object.entries(members)) {
    if (ALIAS_MEMBERS.has(key) && kind === 'add') body[key] = value;
    else if (!NAME_KEYS.has(key) || (key.startsWith('alias') && kind === 'remove_index')) {
      const unknown = contentError(`[${kind}] unknown field [${key}]`, members, key, 'key');
      throw contentError(`[alias_action] failed to parse field [${kind}]`, members, key, 'value', unknown);
    }
  }
  const indices = names(members.index, members.indices);
  const aliases = names(members.alias, members.aliases);
  if (indices.length === 0) throw illegalArgument('One of [index] or [indices] is required');
  if (aliases.length === 0 && kind !== 'remove_index')
    throw illegalArgument('One of [alias] or [aliases] is required');
  return { kind, indices, aliases, body };
}

function names(one: JsonValue | undefined, many: JsonValue | undefined): readonly string[] {
  const values = [one, many].flatMap((value) => (value === undefined || value === null ? [] : value));
  return values.flatMap((value) => String(value).split(',')).map((name) => name.trim());
}

/** An alias change of one index, not yet made. */
export type AliasTable = Map<LocalIndex, Map<string, JsonObject>>;

/**
 * What the actions come to: the aliases of the indices that they concern, and the indices that go. Removing what is
 * not there is an error where there is nothing else to do (TransportIndicesAliasesAction).
 */
export function planActions(
  actions: readonly AliasAction[],
  indicesOf: (names: string) => readonly LocalIndex[],
  indexNames: ReadonlySet<string>,
): { readonly table: AliasTable; readonly removed: readonly LocalIndex[] } {
  const table: AliasTable = new Map();
  const removed: LocalIndex[] = [];
  let isIdle = true;
  const allNames = new Set(indexNames);
  const leaving = actions.filter(({ kind }) => kind === 'remove_index');
  for (const name of leaving.flatMap(({ indices }) => indices)) allNames.delete(name);
  for (const action of actions) {
    const indices = indicesOf(action.indices.join(','));
    if (action.kind === 'remove') {
      if (planRemove(table, indices, action) > 0) isIdle = false;
      continue;
    }
    isIdle = false;
    if (action.kind === 'add') planAdd(table, indices, action, allNames);
    else {
      for (const index of indices) allNames.delete(index.name);
      removed.push(...indices);
    }
  }
  if (isIdle) throw aliasesNotFound(actions.flatMap(({ aliases }) => aliases));
  return { table, removed };
}

/** Adds aliases to the planned tables. `allNames`: names of all indices. */
function planAdd(
  table: AliasTable,
  indices: readonly LocalIndex[],
  action: AliasAction,
  allNames: ReadonlySet<string>,
): void {
  for (const name of action.aliases) {
    const alias = normalizeAlias(name, action.body);
    validateAliasName(name);
    if (allNames.has(name)) {
      throw invalidAliasName(
        name,
        `Invalid alias name [${name}], an index exists with the same name as the alias`,
      );
    }
    for (const index of indices) planned(table, index).set(name, alias);
  }
}

/** Removes aliases that there were before the request, by name or pattern; how many there were. */
function planRemove(table: AliasTable, indices: readonly LocalIndex[], action: AliasAction): number {
  let removed = 0;
  for (const index of indices) {
    const aliases = planned(table, index);
    for (const name of index.aliases.keys()) {
      if (!action.aliases.some((pattern) => pattern === '_all' || wildcardMatches(pattern, name))) continue;
      aliases.delete(name);
      removed++;
    }
  }
  return removed;
}

export function aliasesNotFound(aliases: readonly string[]): OpenSearchError {
  const resource = aliases.length === 1 ? aliases[0] : aliases.join(',');
  const list = `[${aliases.join(', ')}]`;
  return new OpenSearchError('aliases_not_found_exception', `aliases ${list} missing`, {
    metadata: { 'resource.id': resource, 'resource.type': 'aliases' },
  });
}

function planned(table: AliasTable, index: LocalIndex): Map<string, JsonObject> {
  let aliases = table.get(index);
  if (!aliases) {
    aliases = new Map(index.aliases);
    table.set(index, aliases);
  }
  return aliases;
}

/** Throws when an alias would have two write indices. */
export function checkWriteIndices(all: Iterable<LocalIndex>, table: AliasTable): void {
  const writers = new Map<string, string[]>();
  for (const index of all) {
    for (const [name, alias] of table.get(index) ?? index.aliases) {
      if (alias.is_write_index === true) writers.set(name, [...(writers.get(name) ?? []), index.name]);
    }
  }
  for (const [alias, indices] of writers) {
    if (indices.length > 1) {
      const reason = `alias [${alias}] has more than one write index [${indices.join(',')}]`;
      throw new OpenSearchError('illegal_state_exception', reason);
    }
  }
}
