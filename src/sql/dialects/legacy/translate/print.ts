import {
  isJsonObject,
  JsonDouble,
  type JsonObject,
  prettyJson,
  stringifyJson,
} from '../../../../common/index.ts';

/** Members that the original serialises from doubles and floats: `1.0`. */
const DOUBLES: ReadonlySet<string> = new Set(['boost', 'distance', 'compression']);

/** A search body in one line, or pretty; `boost` and its like with a fraction, as the original prints them. */
export function printBody(body: JsonObject, pretty: boolean): string {
  const typed = withDoubles(body);
  return pretty ? prettyJson(typed) : stringifyJson(typed);
}

function withDoubles(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withDoubles(item, key));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withDoubles(member, name)]),
    );
  }
  return DOUBLES.has(key) && Number.isInteger(value) ? new JsonDouble(value as number) : value;
}
