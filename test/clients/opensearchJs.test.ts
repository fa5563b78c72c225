import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../src/node/index.ts';
import { openTestNode } from '../support/node.ts';

interface Film {
  readonly title: string;
  readonly year: number;
}

const films: readonly Film[] = Array.from({ length: 25 }, (_, i) => ({
  title: `film ${i}`,
  year: 1990 + (i % 5),
}));

/** A body that the client types more narrowly than the API. */
const untyped = (body: object): never => body as never;

describe('the official JavaScript client', () => {
  let node: RockpoolNode;
  let client: Client;

  beforeAll(async () => {
    node = await openTestNode();
    client = new Client({ node: node.url });
    await client.indices.create({
      index: 'films',
      body: { mappings: { properties: { title: { type: 'text' }, year: { type: 'integer' } } } },
    });
    await client.helpers.bulk({
      datasource: [...films],
      onDocument: (film) => [{ index: { _index: 'films', _id: film.title } }, film],
      refreshOnCompletion: 'films',
    });
  });

  afterAll(async () => {
    await client.close();
    await node.close();
  });

  it('knows the server', async () => {
    const { body } = await client.info();
    expect(body.version).toMatchObject({ distribution: 'opensearch', number: '2.7.0' });
    expect((await client.ping()).body).toBe(true);
  });

  it('counts what its bulk helper wrote', async () => {
    const { body } = await client.count({ index: 'films' });
    expect(body.count).toBe(films.length);
  });

  it('reads, updates and deletes a document', async () => {
    await client.index({ index: 'films', id: 'x', body: { title: 'x', year: 1 }, refresh: true });
    await client.update({ index: 'films', id: 'x', body: { doc: { year: 2 } } });
    const { body } = await client.get({ index: 'films', id: 'x' });
    expect(body).toMatchObject({ found: true, _version: 2, _source: { year: 2 } });
    await client.delete({ index: 'films', id: 'x', refresh: true });
    expect((await client.exists({ index: 'films', id: 'x' })).body).toBe(false);
  });

  it('scrolls to the last document with its search helper', async () => {
    const seen: string[] = [];
    const scroll = client.helpers.scrollSearch({ index: 'films', size: 7, body: { sort: ['_doc'] } });
    for await (const page of scroll) {
      for (const { title } of page.documents as unknown as readonly Film[]) seen.push(title);
    }
    expect(seen).toHaveLength(films.length);
    expect(new Set(seen).size).toBe(films.length);
  });

  it('searches many at once', async () => {
    const { body } = await client.msearch({
      body: untyped([
        { index: 'films' },
        { query: { term: { year: 1990 } }, size: 0 },
        { index: 'none' },
        { query: { match_all: {} } },
      ]),
    });
    const [first, second] = (body as unknown as { responses: object[] }).responses;
    expect(first).toMatchObject({ status: 200, hits: { total: { value: 5 } } });
    expect(second).toMatchObject({ status: 404, error: { type: 'index_not_found_exception' } });
  });

  it('aggregates', async () => {
    const { body } = await client.search({
      index: 'films',
      body: untyped({ size: 0, aggs: { years: { terms: { field: 'year', order: { _key: 'asc' } } } } }),
    });
    expect(body.aggregations).toMatchObject({
      years: { buckets: [{ key: 1990, doc_count: 5 }, {}, {}, {}, {}] },
    });
  });

  it('takes documents through a pipeline', async () => {
    const processors = [{ set: { field: 'via', value: 'pipeline' } }];
    await client.ingest.putPipeline({ id: 'mark', body: untyped({ processors }) });
    await client.index({ index: 'marked', id: '1', pipeline: 'mark', body: { a: 1 }, refresh: true });
    expect((await client.get({ index: 'marked', id: '1' })).body._source).toEqual({ a: 1, via: 'pipeline' });
  });

  it('restores a snapshot under another name', async () => {
    await client.snapshot.createRepository({
      repository: 'r',
      body: { type: 'fs', settings: { location: 'r' } },
    });
    await client.snapshot.create({
      repository: 'r',
      snapshot: 's',
      wait_for_completion: true,
      body: { indices: 'films' },
    });
    await client.snapshot.restore({
      repository: 'r',
      snapshot: 's',
      wait_for_completion: true,
      body: { indices: 'films', rename_pattern: '(.+)', rename_replacement: 'restored_$1' },
    });
    expect((await client.count({ index: 'restored_films' })).body.count).toBe(films.length);
  });

  it('throws the errors of the server', async () => {
    await expect(client.search({ index: 'none' })).rejects.toMatchObject({
      statusCode: 404,
      meta: { body: { error: { type: 'index_not_found_exception' } } },
    });
  });

  it('finds the node by sniffing', async () => {
    const sniffer = new Client({ node: node.url, sniffOnStart: true });
    const { body } = await sniffer.nodes.info();
    expect(Object.keys(body.nodes as object)).toHaveLength(1);
    expect((await sniffer.cat.indices({ index: 'films', format: 'json' })).statusCode).toBe(200);
    await sniffer.close();
  });
});
