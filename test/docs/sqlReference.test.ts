import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chapters } from '../../scripts/docs/language.ts';
import { sample } from '../../scripts/docs/sample.ts';
import { sections, sqlPage } from '../../scripts/docs/sqlPage.ts';
import { SeededRandom } from '../../src/common/index.ts';
import type { RockpoolNode } from '../../src/node/index.ts';
import { ask } from '../support/http.ts';
import { openTestNode } from '../support/node.ts';

/** The SQL reference is what the tables say, and what the tables say is so. `npm run docs` writes the page. */

const examples = sections.flatMap(({ title, statement, entries }) =>
  entries.flatMap((entry) =>
    entry.examples.map(([sql, value]) => [title, sql, statement(sql), value] as const),
  ),
);
const statements = chapters.flatMap((chapter) => chapter.statements);

describe('docs/sql.md', () => {
  let node: RockpoolNode;

  const send = async (method: string, path: string, body: string): Promise<unknown> => {
    const type = path.includes('_bulk') ? 'application/x-ndjson' : 'application/json';
    const { text } = await ask(node.url + path, { method, body, headers: { 'content-type': type } });
    return JSON.parse(text);
  };
  const rowsOf = async (query: string): Promise<unknown> => {
    const answer = (await send('POST', '/_plugins/_sql', JSON.stringify({ query }))) as {
      datarows?: unknown;
    };
    return answer.datarows ?? answer;
  };

  beforeAll(async () => {
    node = await openTestNode({ random: new SeededRandom(1) });
    await send('PUT', `/${sample.name}`, JSON.stringify({ mappings: sample.mappings }));
    const lines = sample.documents.map((document) => `{"index":{}}\n${JSON.stringify(document)}\n`).join('');
    await send('POST', `/${sample.name}/_bulk?refresh=true`, lines);
  });

  afterAll(() => node.close());

  it('is what the tables say', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/sql.md'), 'utf8');
    expect(page === sqlPage(), 'docs/sql.md is behind the tables: npm run docs').toBe(true);
  });

  it('has an example and a sentence for every function', () => {
    const bare = sections.flatMap(({ entries }) =>
      entries.filter(({ doc, examples }) => doc === '' || examples.length === 0).map(({ names }) => names[0]),
    );
    expect(bare).toEqual([]);
  });

  it.each(examples)('%s: %s', async (_title, _sql, statement, value) => {
    const rows = await rowsOf(statement);
    expect(Array.isArray(rows) ? rows.map(([first]) => String(first)).join(', ') : rows).toBe(value);
  });

  it.each(statements)('%s', async (sql, rows) => {
    expect(JSON.stringify(await rowsOf(sql))).toBe(rows);
  });
});
