import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { expandPrefixes, openApiDocument, parameterTable, restRoutes } from '../../../src/rest/index.ts';
import { openTestNode, send } from '../../support/node.ts';

type Operations = Record<string, Record<string, { operationId: string; parameters: { $ref: string }[] }>>;

const document = openApiDocument({ routes: restRoutes, basicAuth: false });
const operations = Object.entries(document.paths as unknown as Operations).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

/** Every `$ref` of a value leads to something. */
function danglingRefs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(danglingRefs);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== '$ref') return danglingRefs(member);
    let target: unknown = document;
    for (const part of String(member).slice(2).split('/'))
      target = (target as JsonObject | undefined)?.[part];
    return target === undefined ? [String(member)] : [];
  });
}

describe('the OpenAPI document', () => {
  it.each([false, true])('is one, in the words of the 3.1 schema (password: %s)', async (basicAuth) => {
    const made = structuredClone(openApiDocument({ routes: restRoutes, basicAuth }));
    const result = await new Validator().validate(made);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(made.security).toEqual(basicAuth ? [{ basic: [] }] : undefined);
  });

  it('has each route of the table, and nothing else', () => {
    const routes = expandPrefixes(restRoutes).map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(({ name }) => name).sort()).toEqual([...new Set(routes)].sort());
  });

  it('leads nowhere that is not there, and names operations once', () => {
    expect(danglingRefs(document)).toEqual([]);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('tells of every parameter that an API takes, and of no other', () => {
    const told = new Set(operations.flatMap(({ operation }) => operation.parameters.map(({ $ref }) => $ref)));
    const names = [...told].map((ref) => ref.slice(ref.lastIndexOf('/') + 1).replace(/^(path|query)\./, ''));
    expect([...new Set(names)].sort()).toEqual(Object.keys(parameterTable).sort());
  });
});

describe('GET /_rockpool/openapi.json', () => {
  let node: RockpoolNode;
  beforeAll(async () => {
    node = await openTestNode();
  });
  afterAll(() => node.close());

  it('answers the document of all that is served, the console included', async () => {
    const answer = await send(node.url, 'GET', '/_rockpool/openapi.json');
    const served = JSON.parse(answer.text) as JsonObject;
    expect(Object.keys(served.paths ?? {})).toEqual(
      expect.arrayContaining(Object.keys(document.paths ?? {})),
    );
    expect(served.paths).toHaveProperty('/_console');
  });

  it('answers YAML to those who ask for it', async () => {
    const { text, headers } = await send(node.url, 'GET', '/_rockpool/openapi.json?format=yaml');
    expect(headers.get('content-type')).toBe('application/yaml');
    expect(text.slice(0, 40)).toMatch(/^---\nopenapi: "3.1.0"\n/);
  });
});
