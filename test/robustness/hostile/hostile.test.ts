import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportFigure } from '../../support/figure.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { contexts } from './contexts.ts';
import { depth } from './depth.ts';
import { http } from './http.ts';
import { type HostileInput, withJson, withLines } from './input.ts';
import { keys } from './keys.ts';
import { names } from './names.ts';
import { numbers } from './numbers.ts';
import { type HostileAnswer, send, summary } from './send.ts';
import { statements } from './statements.ts';

/**
 * Input that no client sends, against a real process with a real folder. What each is answered stands in
 * expected.json (status and type of the error); `UPDATE=1` writes that file anew, to be read before it is committed.
 */

const groups: Readonly<Record<string, readonly HostileInput[]>> = {
  names,
  keys,
  numbers,
  statements,
  contexts,
  http,
  depth,
};

/** Answers above 499 that the original gives too. */
const RECORDED_5XX = /"type"\s*:\s*"(?:too_many_buckets_exception|k_n_n_invalid_indices_exception)"/;
/** Frames of a stack and paths of this machine. */
const LEAK = /\n\s+at .+:\d+:\d+\)|node_modules|dist\/|\.[jt]s:\d+/;

const file = join(import.meta.dirname, 'expected.json');
const expected = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
const found: Record<string, Record<string, string>> = {};
let asExpected = 0;

const POOL = {
  settings: { index: { knn: true } },
  mappings: {
    properties: {
      n: { type: 'long' },
      tag: { type: 'keyword' },
      title: { type: 'text' },
      day: { type: 'date' },
      v: { type: 'knn_vector', dimension: 4 },
    },
  },
};
const source = (i: number) => ({
  n: i,
  tag: 'a'.repeat(22),
  title: `big fish ${i}`,
  day: '2020-01-01',
  v: [i, 1, 2, 3],
});
const documents = Array.from(
  { length: 20 },
  (_, i) => `{"index":{"_id":"${i}"}}\n${JSON.stringify(source(i))}\n`,
);

let folder: string;
let server: RunningServer;

async function must(input: HostileInput): Promise<HostileAnswer> {
  const answer = await send(server.url, input);
  expect(answer.status, answer.body).toBeLessThan(300);
  return answer;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-hostile-'));
  const watch = pathToFileURL(join(import.meta.dirname, '../malformed/watchPrototypes.mjs')).href;
  server = await startServer(['--data', join(folder, 'data')], { NODE_OPTIONS: `--import ${watch}` });
  await must(withJson('pool', 'PUT', '/pool', POOL));
  await must(withJson('keys', 'PUT', '/keys', {}));
  await must(withLines('documents', '/pool/_bulk?refresh=true', documents.join('')));
});

afterAll(async () => {
  const total = Object.values(groups).flat().length;
  reportFigure(`${asExpected} of ${total} inputs answered as expected`);
  if (process.env.UPDATE === '1') writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('hostile input', { shuffle: false }, () => {
  for (const [group, inputs] of Object.entries(groups)) {
    it(`${group}: ${inputs.length} inputs are answered as expected`, async () => {
      const answers: Record<string, string> = {};
      for (const input of inputs) {
        const answer = await send(server.url, input);
        const said = summary(answer);
        if (!RECORDED_5XX.test(answer.body))
          expect(answer.status, `${input.name}: ${said}`).toBeLessThan(500);
        expect(answer.body, input.name).not.toMatch(LEAK);
        answers[input.name] = said;
      }
      found[group] = answers;
      asExpected += inputs.filter(({ name }) => answers[name] === expected[group]?.[name]).length;
      expect(Object.keys(answers)).toHaveLength(inputs.length);
      if (process.env.UPDATE !== '1') expect(answers).toEqual(expected[group]);
    }, 300_000);
  }

  it('changed nothing, no prototype either, and left the folder only once', async () => {
    expect(readdirSync(folder)).toEqual(['data']);
    expect(server.process.exitCode).toBeNull();
    const { body } = await must({ name: 'get', method: 'GET', path: '/pool/_source/7' });
    expect(JSON.parse(body)).toEqual(source(7));
    const health = await must({ name: 'health', method: 'GET', path: '/_cluster/health/pool' });
    expect(JSON.parse(health.body)).toMatchObject({ active_primary_shards: 1 });
    expect(await server.stop()).toBe(0);
  });
});
