import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';

/** A data folder as the first format has it: a commit with a deletion, a graph to be made again, a translog after it. */
const fixture = join(import.meta.dirname, '../fixtures/format-1');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-format-'));
  cpSync(fixture, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function send(url: string, path: string, body?: unknown): Promise<Record<string, never>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url + path, { headers: { 'content-type': 'application/json' }, ...init });
  return (await answer.json()) as Record<string, never>;
}

describe('a data folder of format 1', () => {
  it('is opened with all that it holds', async () => {
    const { url, stop } = await startServer(['--data', folder]);
    const idsOf = async (query: unknown): Promise<string[]> => {
      const { hits } = (await send(url, '/library/_search', { query })) as unknown as {
        hits: { hits: { _id: string }[] };
      };
      return hits.hits.map((hit) => hit._id).sort();
    };
    expect(await idsOf({ match_all: {} })).toEqual(['1', '3', '4']);
    expect(await idsOf({ match_phrase: { title: 'tide pool' } })).toEqual(['1', '3']);
    expect(await idsOf({ range: { price: { gt: 2 } } })).toEqual(['3']);
    expect(await idsOf({ nested: { path: 'notes', query: { term: { 'notes.by': 'b1' } } } })).toEqual(['1']);
    expect(await idsOf({ knn: { v: { vector: [3, 1], k: 1 } } })).toEqual(['3']);
    expect(await send(url, '/books/_doc/4?routing=r')).toMatchObject({
      _version: 1,
      _seq_no: 4,
      found: true,
    });
    expect(await send(url, '/books/_doc/2')).toMatchObject({ found: false });
    expect(await send(url, '/_cluster/settings')).toMatchObject({
      persistent: { plugins: { query: { size_limit: '150' } } },
    });
    expect(await stop()).toBe(0);
  });

  it('of a newer one is refused in words', async () => {
    const file = join(folder, 'state', 'global');
    writeFileSync(
      file,
      readFileSync(file, 'latin1').replace('rockpool-state 1', 'rockpool-state 2'),
      'latin1',
    );
    await expect(startServer(['--data', folder])).rejects.toThrow(
      'global: written by a newer Rockpool (format 2, this one reads 1)',
    );
  });
});
