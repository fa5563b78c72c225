import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

let node: RockpoolNode;
beforeAll(async () => {
  node = await openTestNode();
  await send(node.url, 'PUT', '/i/_doc/1?refresh=true', { n: 1 });
});
afterAll(() => node.close());

const ask = (method: string, path: string, body?: unknown) => send(node.url, method, path, body);

describe('indices.id_field_data.enabled', () => {
  const bodies = [{ sort: ['_id'] }, { aggs: { a: { terms: { field: '_id' } } } }];

  it.each(bodies)('%j is refused while it is off', async (body) => {
    const set = (value: boolean | null) =>
      ask('PUT', '/_cluster/settings', { transient: { 'indices.id_field_data.enabled': value } });
    expect((await ask('POST', '/i/_search', body)).status).toBe(200);
    await set(false);
    const { status, text } = await ask('POST', '/i/_search', body);
    await set(null);
    expect(status, text).toBe(400);
    expect(text).toContain('Fielddata access on the _id field is disallowed, you can re-enable it by');
  });
});

describe('a statement as deep as the limit', () => {
  it.each([
    ['NOT after NOT', `${'NOT '.repeat(100)}n = 1`],
    ['NOT around parentheses', `${'NOT ('.repeat(99)}n = 1${')'.repeat(99)}`],
    ['AND within NOT', `${'NOT (n = 1 AND '.repeat(99)}n = 1${')'.repeat(99)}`],
    ['CASE within CASE', `${'CASE WHEN n = 1 THEN '.repeat(99)}1${' END'.repeat(99)} = 1`],
  ])('is answered: %s', async (_what, condition) => {
    const query = `SELECT n FROM i WHERE ${condition}`;
    const { status, text } = await ask('POST', '/_plugins/_sql', { query });
    expect(status, text.slice(0, 300)).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: 200 });
  });
});
