import type { JsonObject } from '../../common/index.ts';
import { demand, type Send, TransferError } from '../types.ts';
import type { IndexDefinition } from './definition.ts';

/** Settings that would slow down filling the index or change its documents: set afterwards. */
const LATE = /^index\.(refresh_interval$|default_pipeline$|final_pipeline$|blocks\.)/;

/**
 * Creates the index, ready to be filled; returns true if it did not exist. To an existing one the mapping's
 * fields are added; the server refuses conflicting fields. Throws TransferError.
 */
export async function ensureIndex(send: Send, definition: IndexDefinition): Promise<boolean> {
  const { name, mappings } = definition;
  const path = `/${encodeURIComponent(name)}`;
  const there = await send({ method: 'HEAD', path });
  if (there.status === 404) {
    const early = Object.entries(definition.settings).filter(([key]) => !LATE.test(key));
    const settings = { ...Object.fromEntries(early), 'index.refresh_interval': '-1' };
    const body = JSON.stringify({ settings, mappings });
    await demand(send, `making [${name}]`, { method: 'PUT', path, body });
    return true;
  }
  if (there.status !== 200) throw new TransferError(`looking for [${name}]`, there);
  await demand(send, `the mapping of [${name}]`, {
    method: 'PUT',
    path: `${path}/_mapping`,
    body: JSON.stringify(mappings),
  });
  return false;
}

/** Sets the aliases and the postponed settings. Throws TransferError. */
export async function finishIndex(send: Send, { name, settings, aliases }: IndexDefinition): Promise<void> {
  const actions = Object.entries(aliases).map(([alias, body]) => ({
    add: { index: name, alias, ...(body as JsonObject) },
  }));
  if (actions.length > 0) {
    const body = JSON.stringify({ actions });
    await demand(send, `aliases of [${name}]`, { method: 'POST', path: '/_aliases', body });
  }
  const late = Object.entries(settings).filter(([key]) => LATE.test(key));
  await demand(send, `settings of [${name}]`, {
    method: 'PUT',
    path: `/${encodeURIComponent(name)}/_settings`,
    body: JSON.stringify({ 'index.refresh_interval': null, ...Object.fromEntries(late) }),
  });
}
