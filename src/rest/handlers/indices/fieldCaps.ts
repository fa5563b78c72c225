import type { LocalIndex } from '../../../cluster/index.ts';
import { indicesOptions, validationFailed } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import type { MappedFieldType } from '../../../mapper/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { indicesParameters, requestIndices } from '../indicesOptions.ts';

interface Capability {
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  readonly index: string;
}

/** Field → type → what each index that has it can do. */
type Capabilities = Map<string, Map<string, Capability[]>>;

export const fieldCapsRoutes: readonly Route[] = routes(
  ['GET|POST /_field_caps', 'GET|POST /{index}/_field_caps'],
  {
    body: 'json',
    parameters: [...indicesParameters, 'fields', 'include_unmapped'],
    doc: 'types of fields over indices',
  },
  (request, services) => {
    const patterns = request.list('fields') ?? [];
    if (patterns.length === 0) throw validationFailed(['no fields specified']);
    const indices = requestIndices(request, services, indicesOptions.search);
    const unmapped = request.bool('include_unmapped', false);
    const capabilities: Capabilities = new Map();
    for (const index of indices) collect(index, patterns, capabilities);
    const names = indices.map(({ name }) => name);
    const fields = [...capabilities].map(([field, types]) => [
      field,
      typesJson(types, unmapped ? names : null),
    ]);
    return json({ indices: names, fields: Object.fromEntries(fields) });
  },
);

function collect(index: LocalIndex, patterns: readonly string[], capabilities: Capabilities): void {
  const matches = (name: string): boolean => patterns.some((pattern) => wildcardMatches(pattern, name));
  const add = (field: string, type: string, searchable: boolean, aggregatable: boolean): void => {
    const types = capabilities.get(field) ?? new Map<string, Capability[]>();
    types.set(type, [...(types.get(type) ?? []), { searchable, aggregatable, index: index.name }]);
    capabilities.set(field, types);
  };
  for (const field of index.mapper.fields()) {
    if (!matches(field.name)) continue;
    add(field.name, field.typeName, field.indexed, field.hasDocValues && field.family !== 'text');
    for (const path of parents(field)) {
      const object = index.mapper.object(path);
      if (object && matches(path) && !capabilities.get(path)?.has(object.nested ? 'nested' : 'object')) {
        add(path, object.nested ? 'nested' : 'object', false, false);
      }
    }
  }
}

function parents(field: MappedFieldType): readonly string[] {
  const parts = field.name.split('.');
  return parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('.'));
}

function typesJson(
  types: ReadonlyMap<string, Capability[]>,
  allIndices: readonly string[] | null,
): JsonObject {
  const entries = [...types].map(([type, list]): [string, JsonObject] => {
    const searchable = list.every((capability) => capability.searchable);
    const aggregatable = list.every((capability) => capability.aggregatable);
    const capability: JsonObject = { type, searchable, aggregatable };
    if (types.size > 1) capability.indices = list.map(({ index }) => index);
    return [type, capability];
  });
  const having = new Set([...types.values()].flat().map(({ index }) => index));
  const without = (allIndices ?? []).filter((name) => !having.has(name));
  if (without.length > 0) {
    entries.push([
      'unmapped',
      { type: 'unmapped', searchable: false, aggregatable: false, indices: without },
    ]);
  }
  return Object.fromEntries(entries);
}
