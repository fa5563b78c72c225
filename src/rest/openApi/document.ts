import type { JsonObject } from '../../common/index.ts';
import { VERSION } from '../handlers/root.ts';
import { type ParameterName, type ParameterType, parameterTable } from '../parameterTable.ts';
import { expandPrefixes, type Route, routeTags } from '../route.ts';
import { operation, parametersOf } from './operation.ts';

export interface OpenApiOptions {
  readonly routes: readonly Route[];
  /** Whether the server asks for a user and a password. */
  readonly basicAuth: boolean;
}

/** The OpenAPI 3.1 document of a routes table: every row of it, and nothing else. */
export function openApiDocument({ routes, basicAuth }: OpenApiOptions): JsonObject {
  const table = expandPrefixes(routes);
  const tags = new Set(table.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rockpool',
      version: VERSION.number,
      summary: `What OpenSearch ${VERSION.number} with its SQL and k-NN plugins answers, as far as it is emulated.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(routeTags)
      .filter(([name]) => tags.has(name as keyof typeof routeTags))
      .map(([name, description]) => ({ name, description })),
    ...(basicAuth ? { security: [{ basic: [] }] } : {}),
    paths: paths(table),
    components: {
      parameters: parameters(table),
      requestBodies: REQUEST_BODIES,
      responses: {
        Error: {
          description: 'it was refused, or went wrong',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      schemas: SCHEMAS,
      ...(basicAuth ? { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } } : {}),
    },
  };
}

function paths(table: readonly Route[]): JsonObject {
  const byPath: Record<string, JsonObject> = {};
  for (const route of table) {
    byPath[route.path] ??= {};
    byPath[route.path][route.method.toLowerCase()] = operation(route);
  }
  return byPath;
}

function parameters(table: readonly Route[]): JsonObject {
  const used = new Map(
    table.flatMap(parametersOf).map(([place, name]) => [`${place}.${name}`, [place, name] as const]),
  );
  return Object.fromEntries([...used].sort().map(([key, [place, name]]) => [key, parameter(place, name)]));
}

function parameter(place: 'path' | 'query', name: ParameterName): JsonObject {
  const { types, doc, values } = parameterTable[name];
  const schemas = types.map((type) => TYPE_SCHEMAS[type]);
  const isList = types.some((type) => type === 'list');
  return {
    name,
    in: place,
    description: doc,
    ...(place === 'path' ? { required: true } : {}),
    // Not an enum: APIs differ in what they take.
    ...(values.length === 0 ? {} : { examples: examples(values) }),
    ...(isList ? { style: place === 'path' ? 'simple' : 'form', explode: false } : {}),
    schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
  };
}

function examples(values: readonly string[]): JsonObject {
  return Object.fromEntries(values.map((value) => [value, { value }]));
}

const TYPE_SCHEMAS: Readonly<Record<ParameterType, JsonObject>> = {
  // A flag that stands alone is set.
  boolean: { type: ['boolean', 'string'], enum: [true, false, ''] },
  int: { type: 'integer', format: 'int32' },
  long: { type: 'integer', format: 'int64' },
  float: { type: 'number' },
  time: { type: 'string', pattern: '^(-1|0|\\d+(\\.\\d+)?(nanos|micros|ms|s|m|h|d))$' },
  list: { type: 'array', items: { type: 'string' } },
  string: { type: 'string' },
};

const REQUEST_BODIES: JsonObject = {
  json: { content: { 'application/json': { schema: {} } } },
  ndjson: {
    description: 'one JSON value a line, the last one ended, too',
    content: { 'application/x-ndjson': { schema: { type: 'string' } } },
  },
};

const CAUSE: JsonObject = {
  type: 'object',
  required: ['type', 'reason'],
  properties: {
    type: { type: 'string' },
    reason: { type: ['string', 'null'] },
    caused_by: { $ref: '#/components/schemas/Cause' },
  },
};

const SCHEMAS: JsonObject = {
  Cause: CAUSE,
  Error: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        // Below the level of APIs the error is a text.
        anyOf: [
          { type: 'string' },
          {
            allOf: [
              { $ref: '#/components/schemas/Cause' },
              {
                type: 'object',
                properties: {
                  root_cause: { type: 'array', items: { $ref: '#/components/schemas/Cause' } },
                  details: { type: 'string', description: 'what the SQL plugin says more' },
                },
              },
            ],
          },
        ],
      },
      status: { type: 'integer' },
    },
  },
};
