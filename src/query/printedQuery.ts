import { isJsonObject, type JsonObject, type JsonValue, jsonFloat } from '../common/index.ts';

/** A query as the original prints it after parsing: common clauses with all their defaults. */
export function printedQuery(query: JsonValue): JsonValue {
  if (!isJsonObject(query)) return query;
  const printed = Object.entries(query).map(([clause, body]): [string, JsonValue] => {
    const print = isJsonObject(body) ? PRINTERS.get(clause) : undefined;
    return [clause, print === undefined ? body : print(body as JsonObject)];
  });
  return Object.fromEntries(printed);
}

const PRINTERS: ReadonlyMap<string, (body: JsonObject) => JsonObject> = new Map([
  ['match_all', boosted],
  ['exists', boosted],
  ['ids', boosted],
  ['terms', boosted],
  ['term', fieldClause],
  ['prefix', fieldClause],
  ['wildcard', (body: JsonObject) => fieldClause(body, 'wildcard')],
  ['range', printedRange],
  ['bool', printedBool],
  ['knn', printedKnn],
  ['constant_score', (body: JsonObject) => ({ filter: printedQuery(body.filter), boost: body.boost ?? 1 })],
]);

function boosted(body: JsonObject): JsonObject {
  return { ...body, boost: body.boost ?? 1 };
}

/** `{field: value}` → `{field: {value, boost}}`. */
function fieldClause(body: JsonObject, member = 'value'): JsonObject {
  const fields = Object.entries(body).map(([field, value]): [string, JsonValue] => [
    field,
    boosted(isJsonObject(value) ? value : { [member]: value }),
  ]);
  return Object.fromEntries(fields);
}

function printedRange(body: JsonObject): JsonObject {
  const fields = Object.entries(body).map(([field, value]): [string, JsonValue] => {
    if (!isJsonObject(value)) return [field, value];
    const { gt, gte, lt, lte, from, to, ...rest } = value;
    const bounds = {
      from: gte ?? gt ?? from ?? null,
      to: lte ?? lt ?? to ?? null,
      include_lower: gt === undefined,
      include_upper: lt === undefined,
    };
    return [field, boosted({ ...bounds, ...rest })];
  });
  return Object.fromEntries(fields);
}

function printedKnn(body: JsonObject): JsonObject {
  const fields = Object.entries(body).map(([field, value]): [string, JsonValue] => {
    if (!isJsonObject(value) || !Array.isArray(value.vector)) return [field, value];
    const { vector, k, filter, boost = 1, _name } = value;
    const floats = vector.map((item) => jsonFloat(Math.fround(Number(item)))) as unknown as JsonValue;
    const printed: JsonObject = { vector: floats, k };
    if (filter !== undefined) printed.filter = printedQuery(filter);
    return [field, _name === undefined ? { ...printed, boost } : { ...printed, boost, _name }];
  });
  return Object.fromEntries(fields);
}

const OCCURS = ['must', 'filter', 'must_not', 'should'];

function printedBool(body: JsonObject): JsonObject {
  const printed: JsonObject = {};
  for (const occur of OCCURS) {
    if (body[occur] !== undefined) printed[occur] = [body[occur]].flat().map(printedQuery);
  }
  const { minimum_should_match: minimum, adjust_pure_negative: adjust = true, boost = 1 } = body;
  printed.adjust_pure_negative = adjust;
  if (minimum !== undefined) printed.minimum_should_match = String(minimum);
  return { ...printed, boost };
}
