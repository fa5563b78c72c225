import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LimitName, limits, setProcessLimit } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';
import { http } from './http.ts';
import { indices } from './indices.ts';
import { laboratory } from './laboratory.ts';
import { ask, type LimitCase, type Place, type Reply } from './limitCase.ts';
import { scripts, searches } from './searches.ts';
import { statements } from './statements.ts';

/** Every limit of the table: what it allows is accepted, one more is refused, in words. */
const cases: Readonly<Record<LimitName, LimitCase>> = {
  ...http,
  ...indices,
  ...searches,
  ...scripts,
  ...statements,
  ...laboratory,
};

let shared: RockpoolNode;
beforeAll(async () => {
  shared = await openTestNode();
});
afterAll(() => shared.close());

/** The value as its setting is written. */
function textOf(name: LimitName, { set, text }: LimitCase): string {
  if (text !== undefined) return text;
  return `${set}${name.endsWith('Bytes') ? 'b' : name.endsWith('Ms') ? 'ms' : ''}`;
}

async function must(place: Place, request: string, body: unknown): Promise<void> {
  const answer = await ask(place, [request, body]);
  expect(answer.status, `${request}: ${answer.text}`).toBeLessThan(300);
}

/** The row's own index, with its documents and, for a limit of indices, the setting. */
async function prepare(place: Place, name: LimitName, row: LimitCase): Promise<void> {
  const { scope, setting } = limits[name];
  const { settings, ...rest } = (row.index ?? {}) as { settings?: object };
  const set = row.set !== undefined && scope === 'index' ? { [setting ?? '']: textOf(name, row) } : {};
  await must(place, 'PUT /{index}', { ...rest, settings: { ...settings, ...set } });
  const lines = (row.docs ?? []).map((doc) => `{"index":{}}\n${JSON.stringify(doc)}\n`);
  if (lines.length > 0) await must(place, 'POST /{index}/_bulk?refresh=true', lines.join(''));
  if (row.set !== undefined && scope === 'cluster') await setCluster(place, name, textOf(name, row));
}

async function setCluster(place: Place, name: LimitName, text: string | null): Promise<void> {
  await must(place, 'PUT /_cluster/settings', { transient: { [limits[name].setting ?? '']: text } });
}

async function reply(row: LimitCase, count: number, place: Place): Promise<Reply> {
  const used = row.use(count, place);
  if (used instanceof Promise) return used;
  let last: Reply = { status: 0, text: 'nothing was asked' };
  for (const one of used) last = await ask(place, one);
  return last;
}

/** The beginning: an answer may be of megabytes. */
function shown({ text }: Reply): string {
  return text.slice(0, 1000);
}

async function show(name: LimitName, row: LimitCase, node: RockpoolNode): Promise<void> {
  const place = { node, index: `i_${name.toLowerCase()}` };
  const most = row.set ?? limits[name].value;
  await prepare(place, name, row);
  if (row.set !== undefined && limits[name].scope === 'process') setProcessLimit(name, row.set);
  const accepted = await reply(row, row.accepted ?? most, place);
  expect(accepted.status, shown(accepted)).toBeLessThan(300);
  expect(/"errors":true|"error"/.test(accepted.text), shown(accepted)).toBe(false);
  const refused = await reply(row, row.refused ?? most + 1, place);
  expect(refused.text.includes(row.words), shown(refused)).toBe(true);
  expect(refused.status).toBe(row.status ?? 400);
}

describe('limits', () => {
  it('have a row here each', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(limits).sort());
  });

  it.each(Object.entries(cases) as [LimitName, LimitCase][])('%s', async (name, row) => {
    const { scope, value } = limits[name];
    if (row.ownNode && row.set !== undefined && scope === 'process') setProcessLimit(name, row.set);
    const node = row.ownNode ? await openTestNode() : shared;
    try {
      await show(name, row, node);
    } finally {
      if (scope === 'process') setProcessLimit(name, value);
      if (scope === 'cluster') await setCluster({ node, index: '' }, name, null);
      if (row.ownNode) await node.close();
    }
  });
});

describe('settings of limits', () => {
  it('are shown with their defaults, under names that are taken once', async () => {
    const { text } = await send(shared.url, 'GET', '/_cluster/settings?include_defaults&flat_settings');
    const { defaults } = JSON.parse(text) as { defaults: Record<string, string> };
    const named = Object.values(limits).filter(({ scope }) => scope === 'process' || scope === 'cluster');
    const shownRows = named.map(({ setting }) => setting ?? '');
    expect(shownRows.filter((setting) => defaults[setting] === undefined)).toEqual([]);
    const settings = Object.values(limits).flatMap(({ setting }) => setting ?? []);
    expect(new Set(settings).size).toBe(settings.length);
  });
});
