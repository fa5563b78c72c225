import { illegalArgument, isJsonObject, type JsonObject, ObjectReader } from '../../common/index.ts';

/** `collapse`: the best hit for each value of a field. */
export interface CollapseSpec {
  readonly field: string;
  readonly innerHits: readonly JsonObject[];
}

/** `checkInner` throws for invalid inner hits. */
export function readCollapse(
  json: JsonObject,
  checkInner: (body: JsonObject) => void = () => {},
): CollapseSpec {
  const reader = new ObjectReader('collapse', json);
  const field = reader.member('field', ['VALUE_STRING'], (name) => {
    if (name === '') throw illegalArgument('field name is null or empty');
    return String(name);
  });
  const innerHits = reader.member('inner_hits', ['START_OBJECT', 'START_ARRAY'], (value) => {
    const list = [value].flat().filter(isJsonObject);
    for (const item of list) {
      checkSecond(item);
      checkInner(item);
    }
    return list;
  });
  reader.whole('max_concurrent_group_searches');
  reader.end();
  return { field: field ?? 'null', innerHits: innerHits ?? [] };
}

/** A second level of collapsing has no inner hits of its own. */
function checkSecond(inner: JsonObject): void {
  new ObjectReader('inner_hits', inner).object('collapse', (json) => {
    const reader = new ObjectReader('collapse', json);
    reader.text('field');
    reader.end();
  });
}
