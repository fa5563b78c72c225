import { illegalArgument, isJsonObject, type JsonObject, type JsonPlace } from '../../common/index.ts';
import { intAt, parsingErrorAt, readMembers, textMember } from '../../query/index.ts';

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
  let field = 'null';
  let innerHits: readonly JsonObject[] = [];
  readMembers('collapse', json, {
    field: textMember((body, key) => {
      field = String(body[key]);
      if (field === '') throw illegalArgument('field name is null or empty');
    }),
    inner_hits: {
      tokens: ['START_OBJECT', 'START_ARRAY'],
      read: (body, key) => void (innerHits = readInner(body, key, checkInner)),
    },
    max_concurrent_group_searches: {
      tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
      read: (body, key) => {
        if (intAt(body, key) < 1) throw illegalArgument('maxConcurrentGroupRequests` must be positive');
      },
    },
  });
  return { field, innerHits };
}

function readInner(body: JsonObject, key: string, check: (body: JsonObject) => void): readonly JsonObject[] {
  const value = body[key];
  const list = Array.isArray(value) ? value : [value];
  return list.map((item, i) => {
    if (!isJsonObject(item)) throw parsingErrorAt('Invalid token in inner_hits array', list, i);
    check(item);
    return item;
  });
}

/** A second level of collapsing: nothing but a field, which the original reads token by token. */
export function checkInnerCollapse(body: JsonObject, key: string): void {
  const json = body[key] as JsonObject;
  const [first, second] = Object.keys(json);
  const end: JsonPlace = { container: json, key: null, edge: 'end' };
  const keyed = (name: string, edge: JsonPlace['edge']): JsonPlace => ({ container: json, key: name, edge });
  if (first === undefined) throw invalidCollapse(end);
  if (first !== 'field') throw invalidCollapse(keyed(first, 'key'));
  if (typeof json.field !== 'string') throw invalidCollapse(keyed(first, 'value'));
  if (second !== undefined) throw invalidCollapse(keyed(second, 'key'));
}

function invalidCollapse({ container, key, edge }: JsonPlace) {
  return parsingErrorAt('Invalid token in the inner collapse', container, key, edge);
}
