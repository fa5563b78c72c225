import { checkBlocks, indicesOptions } from '../../../cluster/index.ts';
import type { ExactJsonObject, JsonObject } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, wildcardMatches } from '../../../common/index.ts';
import {
  fieldWithNumberForms,
  type MappedFieldType,
  type MapperService,
  withNumberForms,
} from '../../../mapper/index.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import { indicesParameters, managerTimeouts, requestIndices, timeoutParameters } from '../indicesOptions.ts';
import { readableIndices } from '../readableIndices.ts';

export const mappingRoutes: readonly Route[] = [
  ...routes(
    ['GET /_mapping', 'GET /_mappings', 'GET /{index}/_mapping', 'GET /{index}/_mappings'],
    {
      parameters: [...indicesParameters, ...managerTimeouts, 'local'],
      doc: 'mappings of indices',
    },
    (request, services) => {
      const asked = requestIndices(request, services, indicesOptions.expandOpen);
      const { indices, warnings } = readableIndices(asked);
      const entries = indices.map((index) => [
        index.name,
        { mappings: withNumberForms(index.mapper.toJson()) },
      ]);
      return json(Object.fromEntries(entries), 200, warnings);
    },
  ),
  ...routes(
    ['PUT|POST /{index}/_mapping', 'PUT|POST /{index}/_mappings'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: [...indicesParameters, ...timeoutParameters, 'write_index_only'],
      doc: 'add fields to mappings',
    },
    async (request, services) => {
      const body = request.requiredJson();
      if (Object.keys(body).length === 1 && isJsonObject(body._doc)) {
        throw illegalArgument('Types cannot be provided in put mapping requests');
      }
      const indices = requestIndices(request, services, indicesOptions.expandOpenClosed);
      checkBlocks(indices, 'metadata_write');
      await services.cluster.putMapping(indices, body);
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_mapping/field/{fields}', 'GET /{index}/_mapping/field/{fields}'],
    {
      parameters: [...indicesParameters, 'include_defaults', 'local'],
      doc: 'mappings of single fields',
    },
    (request, services) => {
      const asked = requestIndices(request, services, indicesOptions.expandOpen);
      const { indices, warnings } = readableIndices(asked);
      const patterns = request.list('fields') ?? [];
      const defaults = request.bool('include_defaults', false);
      const entries = indices.map((index) => [
        index.name,
        { mappings: fieldMappings(index.mapper, patterns, defaults) },
      ]);
      return json(Object.fromEntries(entries), entries.length > 0 ? 200 : 404, warnings);
    },
  ),
];

function fieldMappings(
  mapper: MapperService,
  patterns: readonly string[],
  defaults: boolean,
): ExactJsonObject {
  const mappings: ExactJsonObject = {};
  for (const field of mapper.fields()) {
    if (!patterns.some((pattern) => wildcardMatches(pattern, field.name))) continue;
    mappings[field.name] = {
      full_name: field.name,
      mapping: { [lastName(field)]: fieldJson(field, defaults) },
    };
  }
  return mappings;
}

function lastName(field: MappedFieldType): string {
  return field.name.slice(field.name.lastIndexOf('.') + 1);
}

function fieldJson(field: MappedFieldType, defaults: boolean): ExactJsonObject {
  const shown: JsonObject = { type: field.typeName, ...field.params };
  if (defaults && field.family === 'text') shown.analyzer ??= 'default';
  return fieldWithNumberForms(shown);
}
