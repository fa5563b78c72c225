import type { JsonObject, JsonPlace, JsonValue } from '../common/index.ts';
import {
  illegalArgument,
  isJsonObject,
  ObjectReader,
  OpenSearchError,
  wildcardMatches,
} from '../common/index.ts';
import type { LocalIndex } from './localIndex.ts';
import { normalizeAlias } from './metadata/aliases.ts';
import { invalidAliasName, validateAliasName } from './metadata/indexName.ts';

/** One action of `POST /_aliases`, with its names expanded to lists. */
export interface AliasAction {
  readonly kind: 'add' | 'remove' | 'remove_index';
  readonly indices: readonly string[];
  readonly aliases: readonly string[];
  readonly body: JsonObject;
}

/** Parses `{"actions": […]}`; a single action needs no array. Throws in the original's words. */
export function parseAliasActions(body: JsonObject): readonly AliasAction[] {
  const reader = new ObjectReader('aliases', body);
  const actions = reader.member('actions', ['START_ARRAY', 'START_OBJECT'], (value) => {
    const parsed = (Array.isArray(value) ? value : [value]).map(parseAction);
    placedAt({ container: body, key: 'actions', edge: 'end' }, () => {
      for (const action of parsed) checkNames(action);
    });
    return parsed;
  });
  reader.end();
  if (actions === undefined || actions.length === 0) throw illegalArgument('No action specified');
  return actions;
}

function parseAction(json: JsonValue): AliasAction {
  if (!isJsonObject(json)) throw illegalArgument('No action specified');
  const reader = new ObjectReader('alias_action', json);
  const action =
    reader.object('add', (members) => readAction('add', members)) ??
    reader.object('remove', (members) => readAction('remove', members)) ??
    reader.object('remove_index', (members) => readAction('remove_index', members));
  reader.end();
  if (action === undefined) throw illegalArgument('No action specified');
  return action;
}

/** Missing members are reported after all actions have been read. */
function placedAt(place: JsonPlace, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof OpenSearchError ? error.placedAt(place) : error;
  }
}

function readAction(kind: AliasAction['kind'], members: JsonObject): AliasAction {
  const reader = new ObjectReader(kind, members);
  const indices = readNames(reader, 'index', 'indices');
  const aliases = kind === 'remove_index' ? noAliases(reader) : readNames(reader, 'alias', 'aliases');
  const body = kind === 'add' ? aliasMembers(reader) : {};
  if (kind === 'add') refuse(reader, 'must_exist', kind);
  reader.end();
  return { kind, indices, aliases, body };
}

function checkNames({ kind, indices, aliases }: AliasAction): void {
  if (indices.length === 0) throw illegalArgument('One of [index] or [indices] is required');
  if (aliases.length === 0 && kind !== 'remove_index') {
    throw illegalArgument('One of [alias] or [aliases] is required');
  }
}

/** Builds an action from its members, for any request. */
export function aliasAction(kind: AliasAction['kind'], members: JsonObject): AliasAction {
  const action = readAction(kind, members);
  checkNames(action);
  return action;
}

function noAliases(reader: ObjectReader): readonly string[] {
  for (const key of ['alias', 'aliases']) refuse(reader, key, 'remove_index');
  return [];
}

function refuse(reader: ObjectReader, key: string, kind: AliasAction['kind']): void {
  reader.member(key, ['START_ARRAY', 'VALUE_STRING', 'VALUE_BOOLEAN'], () => {
    throw illegalArgument(`[${key}] is unsupported for [${kind.toUpperCase()}]`);
  });
}

const ROUTING = ['VALUE_NUMBER', 'VALUE_STRING'];

/** The members of an alias besides its name. */
function aliasMembers(reader: ObjectReader): JsonObject {
  const members = {
    filter: reader.member('filter', ['START_OBJECT'], (value) => value),
    routing: reader.member('routing', ROUTING, String),
    index_routing: reader.member('index_routing', ROUTING, String),
    search_routing: reader.member('search_routing', ROUTING, String),
    is_write_index: reader.flag('is_write_index'),
    is_hidden: reader.flag('is_hidden'),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The names in a member for one, or in a member for several. */
function readNames(reader: ObjectReader, one: string, many: string): readonly string[] {
  const single = reader.member(one, ['VALUE_STRING'], (value) => {
    if (value === '') throw illegalArgument(`[${one}] can't be empty string`);
    return [String(value)];
  });
  const several = reader.member(many, ['START_ARRAY', 'VALUE_STRING'], (value) => {
    const list = Array.isArray(value) ? value.map(String) : [String(value)];
    const problem =
      (single !== undefined && `Only one of [${one}] and [${many}] is supported`) ||
      (list.length === 0 && `[${many}] can't be empty`) ||
      (list.includes('') && `[${many}] can't contain empty string`);
    if (!problem) return list;
    const error = illegalArgument(problem);
    throw Array.isArray(value) ? error.placedAt({ container: value, key: null, edge: 'end' }) : error;
  });
  return (single ?? several ?? []).flatMap((value) => value.split(',')).map((name) => name.trim());
}

/** Planned aliases of the affected indices. */
export type AliasTable = Map<LocalIndex, Map<string, JsonObject>>;

/**
 * Plans the actions: the new aliases of the affected indices, and the indices to delete. Removing an alias
 * that does not exist is an error if there is nothing else to do (TransportIndicesAliasesAction).
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

/** Adds aliases to the plan. `allNames`: names of all indices. */
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

/** Removes aliases that existed before the request, by name or pattern; returns how many there were. */
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

/** Throws if an alias would have two write indices. */
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
