import {
  isJsonObject,
  JsonDouble,
  type JsonObject,
  prettyJson,
  stringifyJson,
} from '../../../../common/index.ts';

/** Members that the original serialises from doubles and floats, with all that is in them: `1.0`. */
const DOUBLES: ReadonlySet<string> = new Set([
  ...['boost', 'distance', 'compression', 'percents', 'sigma'],
  ...['geo_bounding_box', 'geo_distance', 'geo_polygon', 'geo_shape'],
]);

/** The numbers of some aggregations that are doubles. */
const DOUBLES_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['histogram', new Set(['interval', 'offset', 'extended_bounds'])],
  ['range', new Set(['ranges'])],
]);

/** A search body in one line, or pretty; `boost` and its like with a fraction, as the original prints them. */
export function printBody(body: JsonObject, pretty: boolean): string {
  const typed = withDoubles(body);
  return pretty ? prettyJson(typed) : stringifyJson(typed);
}

function withDoubles(value: unknown, isDouble = false, names = DOUBLES): unknown {
  if (Array.isArray(value)) return value.map((item) => withDoubles(item, isDouble));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const inner = DOUBLES_OF.get(name) ?? DOUBLES;
        return [name, withDoubles(member, isDouble || names.has(name), inner)];
      }),
    );
  }
  return isDouble && Number.isInteger(value) ? new JsonDouble(value as number) : value;
}
