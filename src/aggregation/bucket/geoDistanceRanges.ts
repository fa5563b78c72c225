import {
  isJsonObject,
  type JsonObject,
  type JsonPlace,
  type JsonValue,
  jsonAt,
  OpenSearchError,
  tokenAfter,
} from '../../common/index.ts';
import { tokenName } from '../../query/index.ts';
import { anyField, type Field, readItems, toDouble } from '../framework/objectParser.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';

/** A ring around the origin, of metres or the unit given. */
export interface Distances {
  readonly key: string | null;
  readonly from: number;
  readonly to: number;
}

/** `ranges` of geo_distance, which the original reads token after token. */
export const distancesField: Field<readonly Distances[]> = anyField(
  ['START_ARRAY', 'START_OBJECT'],
  (value, place) =>
    readItems(value, place, (container, key) => {
      const item = jsonAt(container, key);
      if (isJsonObject(item)) return readRange(item);
      const { name, at } = tokenAfter(container, key);
      if (name === 'END_ARRAY' || name.startsWith('START')) throw unexpected(name, at);
      throw npe('fieldName cannot be null', at);
    }),
);

const BOUNDS: readonly string[] = ['from', 'to'];

/** The names that a token may have. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  VALUE_NUMBER: BOUNDS,
  VALUE_STRING: [...BOUNDS, 'key'],
  VALUE_NULL: [...BOUNDS, 'key'],
};

function readRange(item: JsonObject): Distances {
  for (const name of Object.keys(item)) {
    const token = tokenName(item[name]);
    const at: JsonPlace = { container: item, key: name, edge: 'value' };
    if (!Object.hasOwn(NAMES, token)) throw unexpected(token, at);
    if (NAMES[token].includes(name)) continue;
    throw parsingErrorAt(`Failed to parse object: unknown field [${name}] found`, at);
  }
  const { from = null, to = null, key = null } = item;
  const named = key === null ? null : String(key);
  if (typeof from === 'string' || typeof to === 'string') {
    const at: JsonPlace = { container: item, key: null, edge: 'end' };
    return { key: named, from: doubleOf(from, at), to: doubleOf(to, at) };
  }
  return {
    key: named,
    from: from === null ? Number.NEGATIVE_INFINITY : Number(from),
    to: to === null ? Number.POSITIVE_INFINITY : Number(to),
  };
}

/** Once a bound is a text, the original wants both as texts. */
function doubleOf(bound: JsonValue, at: JsonPlace): number {
  if (typeof bound === 'string') return toDouble(bound);
  throw npe('Cannot invoke "String.trim()" because "in" is null', at);
}

function npe(reason: string, at: JsonPlace): OpenSearchError {
  return new OpenSearchError('null_pointer_exception', reason, { status: 400, at });
}

function unexpected(token: string, at: JsonPlace): OpenSearchError {
  return parsingErrorAt(`Failed to parse object: unexpected token [${token}] found`, at);
}
