import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';

/**
 * Whether a body was printed by SQL's `_explain`: page first, then members that nobody writes by hand. Such
 * bodies run here although their scripts read values that documents may lack; in the original they fail.
 */
export function isExplanation(body: JsonObject): boolean {
  const [first, second] = Object.keys(body);
  if (first !== 'from' || second !== 'size') return false;
  return isPrintedBool(body.query) || isPrintedSource(body._source) || hasPrintedSort(body.sort);
}

function isPrintedBool(query: JsonValue | undefined): boolean {
  return isJsonObject(query) && isJsonObject(query.bool) && query.bool.adjust_pure_negative !== undefined;
}

function isPrintedSource(filter: JsonValue | undefined): boolean {
  return isJsonObject(filter) && Array.isArray(filter.includes) && Array.isArray(filter.excludes);
}

function hasPrintedSort(sort: JsonValue | undefined): boolean {
  return Array.isArray(sort) && sort.some((key) => isJsonObject(key) && isPrintedScript(key._script));
}

const PRINTED_SCRIPT = 'script,type,order';

function isPrintedScript(key: JsonValue | undefined): boolean {
  return isJsonObject(key) && Object.keys(key).join() === PRINTED_SCRIPT;
}
