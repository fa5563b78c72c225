import { isJsonObject, type JsonObject, type JsonValue } from '../../../../common/index.ts';
import { bool, exists, range, term } from './bool.ts';

/** The body's `filter` as the original prints it back: short forms written out, options of common clauses added. */
export function normalizeFilter(filter: JsonObject): JsonObject {
  const [kind, body] = Object.entries(filter)[0] ?? [];
  if (kind === undefined || !isJsonObject(body) || Object.keys(filter).length !== 1) return filter;
  switch (kind) {
    case 'term':
      return normalizeTerm(body) ?? filter;
    case 'range':
      return normalizeRange(body) ?? filter;
    case 'exists':
      return typeof body.field === 'string' ? exists(body.field) : filter;
    case 'match_all':
      return { match_all: { boost: 1, ...body } };
    case 'terms':
      return { terms: { boost: 1, ...body } };
    case 'bool':
      return normalizeBool(body);
    default:
      return filter;
  }
}

function normalizeTerm(body: JsonObject): JsonObject | null {
  const [[field, given]] = Object.entries(body);
  if (!isJsonObject(given)) return term(field, given);
  return { term: { [field]: { boost: 1, ...given } } };
}

function normalizeRange(body: JsonObject): JsonObject | null {
  const [[field, given]] = Object.entries(body);
  if (!isJsonObject(given)) return null;
  const { gt, gte, lt, lte, from, to, include_lower, include_upper, boost, ...extra } = given;
  const written = range(
    field,
    {
      from: gt ?? gte ?? from ?? null,
      to: lt ?? lte ?? to ?? null,
      includeLower: gt === undefined && include_lower !== false,
      includeUpper: lt === undefined && include_upper !== false,
    },
    extra,
  );
  const members = (written.range as JsonObject)[field] as JsonObject;
  return { range: { [field]: { ...members, boost: boost ?? 1 } } };
}

function normalizeBool(body: JsonObject): JsonObject {
  const clauses: Record<string, readonly JsonObject[]> = {};
  const options: JsonObject = {};
  for (const [name, value] of Object.entries(body)) {
    if (['must', 'filter', 'should', 'must_not'].includes(name))
      clauses[name] = listOf(value).map(normalizeFilter);
    else options[name] = value;
  }
  const { bool: written } = bool(clauses);
  return { bool: { ...(written as JsonObject), ...options } };
}

function listOf(value: JsonValue): JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject);
}
