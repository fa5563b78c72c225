import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../support/server.ts';

/**
 * Data folders as each format has them: a commit with a deletion, a translog after it. In the first one the graph has to
 * be made again, and no file says whose it is. test/support/fixtures/writeFolder.ts makes the next one.
 */
const fixtures = join(import.meta.dirname, '../../support/fixtures');
const formats = readdirSync(fixtures).filter((name) => name.startsWith('format-'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-format-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function send(url: string, path: string, body?: unknown): Promise<Record<string, never>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url + path, { headers: { 'content-type': 'application/json' }, ...init });
  return (await answer.json()) as Record<string, never>;
}

function copy(format: string): void {
  cpSync(join(fixtures, format), folder, { recursive: true });
}

describe('a data folder', () => {
  it.each(formats)('of %s is opened with all its content', async (format) => {
    copy(format);
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

  it('of the second format has its templates and scripts too', async () => {
    copy('format-2');
    const { url, stop } = await startServer(['--data', folder]);
    expect(await send(url, '/_index_template/shelf')).toMatchObject({
      index_templates: [{ name: 'shelf', index_template: { index_patterns: ['shelf-*'] } }],
    });
    const script_fields = { half: { script: { id: 'half' } } };
    const { hits } = await send(url, '/books/_search', { query: { ids: { values: ['3'] } }, script_fields });
    expect(hits).toMatchObject({ hits: [{ _id: '3', fields: { half: [150] } }] });
    expect(await stop()).toBe(0);
  });

  it('of a newer format is refused with a clear message', async () => {
    copy('format-2');
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
