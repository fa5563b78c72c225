import type { JsonObject, JsonValue } from '../../../../common/index.ts';

/** Query clauses as the original serialises them: every option printed, `boost` and `adjust_pure_negative` last. */

type Occurs = 'must' | 'must_not' | 'should' | 'filter';

export function bool(clauses: Partial<Record<Occurs, readonly JsonObject[]>>): JsonObject {
  return { bool: { ...(clauses as JsonObject), adjust_pure_negative: true, boost: 1 } };
}

export function not(query: JsonObject): JsonObject {
  return bool({ must_not: [query] });
}

export function term(field: string, value: JsonValue): JsonObject {
  return { term: { [field]: { value, boost: 1 } } };
}

export function exists(field: string): JsonObject {
  return { exists: { field, boost: 1 } };
}

export interface Bounds {
  readonly from: JsonValue;
  readonly to: JsonValue;
  readonly includeLower: boolean;
  readonly includeUpper: boolean;
}

export function range(field: string, bounds: Bounds, extra: JsonObject = {}): JsonObject {
  const { from, to, includeLower, includeUpper } = bounds;
  return {
    range: {
      [field]: { from, to, include_lower: includeLower, include_upper: includeUpper, ...extra, boost: 1 },
    },
  };
}

export function script(source: string): JsonObject {
  return { source, lang: 'painless' };
}

export function scriptQuery(source: string): JsonObject {
  return { script: { script: script(source), boost: 1 } };
}

export function nestedQuery(path: string, query: JsonObject): JsonObject {
  return { nested: { query, path, ignore_unmapped: false, score_mode: 'none', boost: 1 } };
}
