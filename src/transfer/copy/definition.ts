import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { demand, type Send, TransferError } from '../types.ts';

/** What an index is, without its documents. */
export interface IndexDefinition {
  readonly name: string;
  readonly mappings: JsonObject;
  readonly aliases: JsonObject;
  /** With flat keys, without what a cluster sets itself. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
}

/** What belongs to one index of one cluster: its identity, its history, where its shards may be. */
const PRIVATE =
  /^index\.(uuid|version\..*|creation_date|provided_name|history\..*|resize\..*|shrink\..*|verified_before_close|routing\.allocation\.initial_recovery\..*)$/;
/** What is in the way of filling an index, or would change its documents: set behind it. */
const LATE = /^index\.(refresh_interval$|default_pipeline$|final_pipeline$|blocks\.)/;

/** The indices that a name, an alias or a pattern stands for. Throws TransferError. */
export async function readDefinitions(send: Send, expression: string): Promise<readonly IndexDefinition[]> {
  const names = expression.split(',').map(encodeURIComponent).join(',');
  const answer = await demand<Record<string, JsonObject>>(send, `looking for [${expression}]`, {
    method: 'GET',
    path: `/${names}?flat_settings=true`,
  });
  return Object.entries(answer).map(([name, { mappings, aliases, settings }]) => {
    if (name.startsWith('.')) throw new Error(`[${name}] belongs to the cluster and is not copied`);
    const source = (mappings as JsonObject | undefined)?._source;
    if (isJsonObject(source) && source.enabled === false) {
      throw new Error(`[${name}] does not keep the source of its documents: there is nothing to copy`);
    }
    const own = Object.entries(settings as Record<string, string>).filter(([key]) => !PRIVATE.test(key));
    return {
      name,
      mappings: (mappings ?? {}) as JsonObject,
      aliases: (aliases ?? {}) as JsonObject,
      settings: Object.fromEntries(own),
    };
  });
}

/**
 * Makes the index, ready to be filled; true when it was not there. One that is there gets the mapping's fields; a
 * field that is another there is refused by it. Throws TransferError.
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

/** Aliases, and the settings that were in the way. Throws TransferError. */
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
