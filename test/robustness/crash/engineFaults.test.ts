import { afterAll, describe, expect, it } from 'vitest';
import type { Rockpool } from '../../../src/library/index.ts';
import { checkData } from '../../../src/node/index.ts';
import { reportFigure } from '../../support/figure.ts';
import { openPoolOver } from '../../support/pool.ts';
import { FaultDirectory, type FaultKind, type FaultPlan, faultKinds } from './faultDirectory.ts';
import { type Found, Ledger } from './ledger.ts';

/**
 * A whole engine on a disk of which every call fails in turn, once and for ever, while indices come and go, mappings
 * and aliases change, snapshots are taken and brought back; then the power goes, also during recovery. What was
 * acknowledged must be there, and every file whole. ENGINE_FAULT_STEP=1 leaves no call out; ENGINE_FAULT_FIRST takes
 * others than the first.
 */
const step = Number(process.env.ENGINE_FAULT_STEP ?? 61);
const first = Number(process.env.ENGINE_FAULT_FIRST ?? 0) % step;

/** Sends what changes something that the ledger follows: `content` null takes it away. */
type Change = (
  id: string,
  content: string | null,
  method: string,
  path: string,
  body?: object,
) => Promise<void>;

async function workload(pool: Rockpool, ledger: Ledger): Promise<void> {
  const send = (method: string, path: string, body: object | string | null = null) =>
    pool.request(method, path, body);
  const change: Change = async (id, content, method, path, body) => {
    const entry = ledger.ask(id, content);
    entry.acknowledged = (await send(method, path, body ?? null)).ok;
  };
  const settings = { number_of_replicas: 0, refresh_interval: '-1' };
  const write = (id: string, text: string) => change(`doc ${id}`, text, 'PUT', `/a/_doc/${id}`, { text });

  await change('index a', 'there', 'PUT', '/a', {
    settings,
    mappings: { properties: { text: { type: 'text' } } },
  });
  await write('1', 'first');
  await write('2', 'second');
  await change('field n', 'there', 'PUT', '/a/_mapping', { properties: { n: { type: 'long' } } });
  await change('alias x', 'there', 'POST', '/_aliases', { actions: [{ add: { index: 'a', alias: 'x' } }] });
  await send('POST', '/a/_refresh');
  await change('index v', 'there', 'PUT', '/v', {
    settings: { ...settings, 'index.knn': true },
    mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
  });
  await change('vector 1', 'there', 'PUT', '/v/_doc/1?refresh=true', { v: [1, 2] });
  await change('template t', 'there', 'PUT', '/_index_template/t', { index_patterns: ['t*'] });
  await send('POST', '/a/_flush');
  await write('1', 'changed');
  await change('doc 2', null, 'DELETE', '/a/_doc/2');
  await change('repository', 'there', 'PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
  await change('snapshot', 'there', 'PUT', '/_snapshot/r/s?wait_for_completion=true', { indices: 'a' });
  await write('3', 'third');
  await send('POST', '/a/_refresh');
  await send('POST', '/a/_forcemerge?max_num_segments=1');
  await change('setting', '150', 'PUT', '/_cluster/settings', {
    persistent: { 'plugins.query.size_limit': 150 },
  });
  await change('index v', null, 'DELETE', '/v');
  ledger.ask('vector 1', null);
  await change('index back', 'there', 'POST', '/_snapshot/r/s/_restore?wait_for_completion=true', {
    rename_pattern: 'a',
    rename_replacement: 'back',
    include_aliases: false,
  });
  await change('alias x', null, 'POST', '/_aliases', { actions: [{ remove: { index: 'a', alias: 'x' } }] });
  await write('4', 'fourth');
}

/** What is there, in the words of the ledger. */
async function contents(pool: Rockpool): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const get = (path: string) => pool.request('GET', path);
  const note = async (id: string, path: string): Promise<void> => {
    if ((await get(path)).ok) found.set(id, 'there');
  };
  for (const id of ['1', '2', '3', '4']) {
    const { ok, text } = await get(`/a/_doc/${id}`);
    if (ok) found.set(`doc ${id}`, JSON.parse(text)._source.text);
  }
  for (const index of ['a', 'v', 'back']) await note(`index ${index}`, `/${index}`);
  await note('vector 1', '/v/_doc/1');
  await note('alias x', '/a/_alias/x');
  await note('template t', '/_index_template/t');
  await note('repository', '/_snapshot/r');
  await note('snapshot', '/_snapshot/r/s');
  const mapping = await get('/a/_mapping');
  if (mapping.ok && JSON.parse(mapping.text).a.mappings.properties.n) found.set('field n', 'there');
  const { persistent } = JSON.parse((await get('/_cluster/settings?flat_settings=true')).text);
  const limit = persistent['plugins.query.size_limit'];
  if (limit !== undefined) found.set('setting', limit);
  return found;
}

/** Opens what the power loss left, with a second power loss on the way, and looks. */
async function verify(disk: FaultDirectory, ledger: Ledger, seed: number, name: string): Promise<void> {
  // What a crash may leave is no damage.
  expect((await checkData(disk.restart(seed))).problems, name).toEqual([]);
  const recovering = disk.restart(seed, { kind: 'power', atCall: seed % 40, forEver: true });
  await openPoolOver(recovering).then(
    (pool) => pool.close().catch(() => undefined),
    () => undefined,
  );
  const directory = recovering.restart(seed + 1);
  const pool = await openPoolOver(directory).catch((error: Error) => {
    throw new Error(`${name}: does not open: ${error.message}`);
  });
  expect(ledger.violations(await contents(pool)), name).toEqual([]);
  const after = await pool.request('PUT', '/after/_doc/1', { text: 'after' });
  expect(after.status, name).toBe(201);
  await pool.close();
  expect((await checkData(directory)).problems, name).toEqual([]);
}

async function trial(plan: FaultPlan | null) {
  const directory = new FaultDirectory(plan);
  const ledger = new Ledger();
  const pool = await openPoolOver(directory).catch(() => null);
  if (pool) await workload(pool, ledger);
  const name = plan ? `${plan.kind} at call ${plan.atCall}${plan.forEver ? ' for ever' : ''}` : 'no fault';
  await verify(directory, ledger, (plan?.atCall ?? 0) * 31 + Number(plan?.forEver ?? 0), name);
  await pool?.close().catch(() => undefined);
  return { calls: directory.calls, struck: directory.struck, acknowledged: ledger.acknowledged };
}

describe('an engine on a disk that fails', () => {
  let trials = 0;
  afterAll(() => reportFigure(`of the engine: ${trials} trials`));

  it('keeps everything when nothing fails', async () => {
    expect(await trial(null)).toMatchObject({ struck: false, acknowledged: 18 });
  });

  it.each(faultKinds)(
    '%s: nothing acknowledged is lost, every file is whole',
    async (kind: FaultKind) => {
      const { calls } = await trial(null);
      let struck = 0;
      for (let atCall = first; atCall < calls; atCall += step) {
        for (const forEver of [false, true]) {
          if ((await trial({ kind, atCall, forEver })).struck) struck++;
        }
      }
      expect(struck).toBeGreaterThan(calls / step);
      trials += struck;
    },
    60_000 + 3_600_000 / step,
  );
});
