import type { JsonObject } from '../../common/index.ts';
import { commonParameters } from '../parameters.ts';
import type { ParameterName } from '../parameterTable.ts';
import { ANY_PARAMETER, pathParameters, type Route } from '../route.ts';

/** A row of the routes table as an OpenAPI operation. */
export function operation(route: Route): JsonObject {
  const { method, path, doc, tag } = route;
  return {
    operationId: operationId(route),
    ...(tag === undefined ? {} : { tags: [tag] }),
    summary: doc,
    // The plugins' names before OpenSearch 1.0.
    ...(path.startsWith('/_opendistro/') ? { deprecated: true } : {}),
    parameters: parametersOf(route).map(([place, name]) => ({
      $ref: `#/components/parameters/${place}.${name}`,
    })),
    ...(route.body === 'none' ? {} : { requestBody: { $ref: `#/components/requestBodies/${route.body}` } }),
    responses: {
      ...(tag === 'refused' ? {} : { '200': method === 'HEAD' ? NO_CONTENT : answer(route) }),
      ...(method === 'HEAD' ? { '404': { description: 'it is not there' } } : {}),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

/** The parameters' locations and names. */
export function parametersOf(route: Route): readonly (readonly ['path' | 'query', ParameterName])[] {
  const inPath = pathParameters(route.path) as ParameterName[];
  const named = route.parameters.filter((name) => name !== ANY_PARAMETER);
  // The URL parameters that replace a body are pointless if there is no body.
  const common = commonParameters.filter((name) => route.body !== 'none' || !name.startsWith('source'));
  const query = new Set([...named, ...common].filter((name) => !inPath.includes(name)));
  return [
    ...inPath.map((name) => ['path', name] as const),
    ...[...query].map((name) => ['query', name] as const),
  ];
}

/** `GET /{index}/_doc/{id}` → `get_by_index_doc_by_id`. */
function operationId({ method, path }: Route): string {
  const parts = path.split('/').flatMap((part) => {
    if (part === '') return [];
    return part.startsWith('{') ? [`by_${part.slice(1, -1)}`] : [part.replace(/^_/, '').replace(/\W/g, '_')];
  });
  return [method.toLowerCase(), ...(parts.length === 0 ? ['root'] : parts)].join('_');
}

const NO_CONTENT = { description: 'it is there' };
const JSON_ANSWER = { 'application/json': {}, 'application/yaml': {} };
const TEXT_ANSWER = { 'text/plain': {} };

function answer({ tag, path }: Route): JsonObject {
  return { description: 'done', content: contentOf(tag, path) };
}

function contentOf(tag: Route['tag'], path: string): JsonObject {
  if (tag === 'cat') return { ...TEXT_ANSWER, ...JSON_ANSWER };
  if (tag === 'sql') return { 'application/json': {}, ...TEXT_ANSWER };
  if (tag === 'console')
    return { 'text/html': {}, 'text/css': {}, 'text/javascript': {}, 'image/svg+xml': {} };
  if (path.endsWith('/stream')) return { 'text/event-stream': {} };
  return path.endsWith('/metrics') ? TEXT_ANSWER : JSON_ANSWER;
}
