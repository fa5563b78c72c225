import type { LocalIndex } from '../../../cluster/index.ts';
import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue, Steps } from '../../../common/index.ts';
import {
  anyWildcardMatches,
  illegalArgument,
  inTurns,
  isJsonObject,
  OpenSearchError,
  Pacer,
} from '../../../common/index.ts';
import type { MappedFieldType } from '../../../mapper/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { indicesParameters, requestIndices } from '../indicesOptions.ts';
import { bodyQuery } from '../search/queryBody.ts';
import { bareSearchRequest } from '../search/searchParameters.ts';

interface Capability {
  readonly index: string;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  readonly meta: JsonObject;
}

/** Field → type → the capabilities in each index that has it. */
type Capabilities = Map<string, Map<string, Capability[]>>;

export const fieldCapsRoutes: readonly Route[] = routes(
  ['GET|POST /_field_caps', 'GET|POST /{index}/_field_caps'],
  {
    body: 'json',
    parameters: [...indicesParameters, 'fields', 'include_unmapped'],
    doc: 'types of fields over indices',
  },
  async (request, services) => {
    const patterns = request.list('fields') ?? [];
    if (patterns.length === 0) throw illegalArgument("specified fields can't be null or empty");
    const indices = filteredIndices(request, services);
    const names = indices.map(({ name }) => name);
    const capabilities: Capabilities = new Map();
    const pacer = new Pacer(services.clock);
    for (const index of indices) await inTurns(collect(index, patterns, capabilities), pacer);
    const unmapped = request.bool('include_unmapped', false);
    const fields = await pacer.map([...capabilities], ([field, types]) => {
      if (unmapped) addUnmapped(types, names);
      return [
        field,
        Object.fromEntries([...types].map(([type, list]) => [type, typeJson(type, list, types.size > 1)])),
      ];
    });
    return json({ indices: names, fields: Object.fromEntries(fields) });
  },
);

/** Indices in which `index_filter` may match, by the bounds of their fields. */
function filteredIndices(request: RestRequest, services: RestServices): readonly LocalIndex[] {
  const { search } = services;
  const read = bodyQuery(request, 'index_filter', (query) => search.prepare({ query }));
  const indices = requestIndices(request, services, indicesOptions.search);
  if (read === null) return indices;
  const { query, prepared } = read;
  return indices.filter(({ name }) => {
    const filter = bareSearchRequest(name, indicesOptions.search, { query }, null);
    try {
      return search.canMatch({ ...filter, prepared });
    } catch (error) {
      // As in the original, an index that cannot be asked is left out.
      if (error instanceof OpenSearchError) return false;
      throw error;
    }
  });
}

function* collect(index: LocalIndex, patterns: readonly string[], capabilities: Capabilities): Steps<void> {
  const matches = (name: string): boolean => anyWildcardMatches(patterns, name);
  const objects = new Set<string>();
  for (const field of index.mapper.fields()) {
    yield;
    if (!matches(field.name)) continue;
    for (const path of parents(field)) objects.add(path);
    const aggregatable = field.hasDocValues && field.family !== 'text';
    const meta = isJsonObject(field.params.meta) ? field.params.meta : {};
    add(capabilities, field.name, field.typeName, {
      index: index.name,
      searchable: field.indexed,
      aggregatable,
      meta,
    });
  }
  for (const [name, [type, searchable, aggregatable]] of METADATA) {
    if (matches(name)) {
      add(capabilities, name, type, { index: index.name, searchable, aggregatable, meta: {} });
    }
  }
  for (const path of objects) {
    const object = index.mapper.object(path);
    if (!object) continue;
    const type = object.nested ? 'nested' : 'object';
    add(capabilities, path, type, { index: index.name, searchable: false, aggregatable: false, meta: {} });
  }
}

/** The metadata fields of every index: type, searchable, aggregatable. */
const METADATA: ReadonlyMap<string, readonly [string, boolean, boolean]> = new Map([
  ['_routing', ['_routing', true, false]],
  ['_doc_count', ['long', false, false]],
  ['_feature', ['_feature', false, false]],
  ['_data_stream_timestamp', ['_data_stream_timestamp', false, false]],
  ['_ignored', ['_ignored', true, false]],
  ['_index', ['_index', true, true]],
  ['_nested_path', ['_nested_path', true, false]],
  ['_field_names', ['_field_names', true, false]],
  ['_id', ['_id', true, true]],
  ['_version', ['_version', false, false]],
  ['_seq_no', ['_seq_no', true, true]],
  ['_source', ['_source', false, false]],
]);

function add(capabilities: Capabilities, field: string, type: string, capability: Capability): void {
  const types = capabilities.get(field) ?? new Map<string, Capability[]>();
  const list = types.get(type);
  if (list) list.push(capability);
  else types.set(type, [capability]);
  capabilities.set(field, types);
}

function parents(field: MappedFieldType): readonly string[] {
  const parts = field.name.split('.');
  return parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('.'));
}

function addUnmapped(types: Map<string, Capability[]>, names: readonly string[]): void {
  const having = new Set([...types.values()].flat().map(({ index }) => index));
  const without = names.filter((name) => !having.has(name));
  if (without.length === 0) return;
  types.set(
    'unmapped',
    without.map((index) => ({ index, searchable: false, aggregatable: false, meta: {} })),
  );
}

/** Indices are listed if types differ, or if only some have a capability. */
function typeJson(type: string, list: readonly Capability[], withIndices: boolean): JsonObject {
  const searchable = list.every((capability) => capability.searchable);
  const aggregatable = list.every((capability) => capability.aggregatable);
  const capability: JsonObject = { type, searchable, aggregatable };
  const namesOf = (part: readonly Capability[]): JsonValue => part.map(({ index }) => index);
  if (withIndices) capability.indices = namesOf(list);
  if (!searchable && list.some((one) => one.searchable)) {
    capability.non_searchable_indices = namesOf(list.filter((one) => !one.searchable));
  }
  if (!aggregatable && list.some((one) => one.aggregatable)) {
    capability.non_aggregatable_indices = namesOf(list.filter((one) => !one.aggregatable));
  }
  const meta = mergedMeta(list);
  if (Object.keys(meta).length > 0) capability.meta = meta;
  return capability;
}

function mergedMeta(list: readonly Capability[]): JsonObject {
  const values = new Map<string, Set<string>>();
  for (const { meta } of list) {
    for (const [key, value] of Object.entries(meta)) {
      values.set(key, (values.get(key) ?? new Set()).add(String(value)));
    }
  }
  return Object.fromEntries([...values].map(([key, set]) => [key, [...set].sort()]));
}
