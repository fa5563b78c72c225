import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { contentErrorAt, readInt, readText } from '../../query/index.ts';

/** `collapse`: the best hit of each value of a field. */
export interface CollapseSpec {
  readonly field: string;
  readonly innerHits: readonly JsonObject[];
}

export function readCollapse(json: JsonObject): CollapseSpec {
  for (const key of Object.keys(json)) {
    if (key === 'field' || key === 'inner_hits') continue;
    if (key === 'max_concurrent_group_searches') {
      readInt(json[key]);
      continue;
    }
    throw contentErrorAt(`[collapse] unknown field [${key}]`, json, key, 'key');
  }
  const inner = json.inner_hits;
  const list = inner === undefined ? [] : Array.isArray(inner) ? inner : [inner];
  for (const item of list) {
    const second = isJsonObject(item) ? item.collapse : undefined;
    if (!isJsonObject(second) || second.inner_hits === undefined) continue;
    throw contentErrorAt('[collapse] unknown field [inner_hits]', second, 'inner_hits', 'key');
  }
  return {
    field: json.field === undefined ? 'null' : readText(json.field),
    innerHits: list.filter(isJsonObject),
  };
}
