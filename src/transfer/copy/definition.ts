import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { demand, type Send } from '../types.ts';

/** An index without its documents. */
export interface IndexDefinition {
  readonly name: string;
  readonly mappings: JsonObject;
  readonly aliases: JsonObject;
  /** Flat keys, without the settings that a cluster sets itself. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
}

/** Settings that belong to one index of one cluster: its identity, its history, its shard allocation. */
const PRIVATE =
  /^index\.(uuid|version\..*|creation_date|provided_name|history\..*|resize\..*|shrink\..*|verified_before_close|routing\.allocation\.initial_recovery\..*)$/;

/** The definitions of the indices that a name, alias or pattern resolves to. Throws TransferError. */
export async function readDefinitions(send: Send, expression: string): Promise<readonly IndexDefinition[]> {
  const names = expression.split(',').map(encodeURIComponent).join(',');
  const answer = await demand<Record<string, JsonObject>>(send, `looking for [${expression}]`, {
    method: 'GET',
    path: `/${names}?flat_settings=true`,
  });
  return Object.entries(answer).map(([name, { mappings, aliases, settings }]) => {
    if (name.startsWith('.')) throw new Error(`[${name}] is a system index and cannot be copied`);
    const source = (mappings as JsonObject | undefined)?._source;
    if (isJsonObject(source) && source.enabled === false) {
      throw new Error(`[${name}] does not store _source, so its documents cannot be copied`);
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
