import type { ExactJsonObject, ExactJsonValue, JsonValue } from '../common/index.ts';
import {
  anyWildcardMatches,
  illegalArgument,
  isJsonObject,
  RawJson,
  readJsonExact,
} from '../common/index.ts';
import type { ParameterName } from './parameterTable.ts';
import type { RestRequest } from './request.ts';

/** The part of a document's source to return. */
export type SourceFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'parts'; readonly includes: readonly string[]; readonly excludes: readonly string[] };

export const sourceParameters: readonly ParameterName[] = ['_source', '_source_includes', '_source_excludes'];

const ALL: SourceFilter = { kind: 'all' };

/** `_source=false`, `_source=a,b.*`, `_source_includes`, `_source_excludes`. */
export function requestSourceFilter(request: RestRequest): SourceFilter | null {
  const source = request.list('_source');
  const includes = request.list('_source_includes');
  const excludes = request.list('_source_excludes');
  if (source === null && includes === null && excludes === null) return null;
  if (source?.length === 1 && source[0] === 'false') return { kind: 'none' };
  const flag = source?.length === 0 || (source?.length === 1 && source[0] === 'true');
  return parts((flag ? null : source) ?? includes ?? [], excludes ?? []);
}

/** `_source` of a body: a boolean, a pattern, a list, or `{includes, excludes}`. */
export function bodySourceFilter(value: unknown): SourceFilter {
  if (value === undefined || value === null || value === true) return ALL;
  if (value === false) return { kind: 'none' };
  if (typeof value === 'string') return parts([value], []);
  if (Array.isArray(value)) return parts(value.map(String), []);
  if (!isJsonObject(value)) throw illegalArgument('_source must be a boolean, a text, a list or an object');
  return parts(texts(value.includes ?? value.include), texts(value.excludes ?? value.exclude));
}

function parts(includes: readonly string[], excludes: readonly string[]): SourceFilter {
  return includes.length === 0 && excludes.length === 0 ? ALL : { kind: 'parts', includes, excludes };
}

function texts(value: JsonValue | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** A filter in the format of bodies. */
export function sourceFilterJson(filter: SourceFilter): JsonValue {
  if (filter.kind !== 'parts') return filter.kind === 'all';
  return { includes: [...filter.includes], excludes: [...filter.excludes] };
}

export function sourceText(source: Uint8Array): string {
  return Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('utf8');
}

/** The returned source: byte for byte if unfiltered; `null` for none. */
export function renderSource(source: Uint8Array, filter: SourceFilter): RawJson | ExactJsonObject | null {
  if (filter.kind === 'none') return null;
  const text = sourceText(source);
  return filter.kind === 'all'
    ? new RawJson(text)
    : filterSource(readJsonExact(text) as ExactJsonObject, filter);
}

/** The filtered document. Patterns match whole paths; one that matches an object includes its content. */
export function filterSource(source: ExactJsonObject, filter: SourceFilter): ExactJsonObject {
  if (filter.kind !== 'parts') return source;
  return (filterObject(source, '', filter.includes, filter.excludes) ?? {}) as ExactJsonObject;
}

function filterObject(
  value: ExactJsonObject,
  prefix: string,
  includes: readonly string[],
  excludes: readonly string[],
): ExactJsonObject | undefined {
  const kept: [string, ExactJsonValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    const path = prefix + key;
    if (anyWildcardMatches(excludes, path)) continue;
    const whole = includes.length === 0 || anyWildcardMatches(includes, path);
    const filtered = filterValue(member, path, whole ? [] : includes, excludes, whole);
    if (filtered !== undefined) kept.push([key, filtered]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function filterValue(
  value: ExactJsonValue,
  path: string,
  includes: readonly string[],
  excludes: readonly string[],
  whole: boolean,
): ExactJsonValue | undefined {
  if (Array.isArray(value)) {
    const items = value
      .map((item) => filterValue(item, path, includes, excludes, whole))
      .filter((item) => item !== undefined);
    return items.length > 0 || whole ? items : undefined;
  }
  if (!isJsonObject(value)) return whole ? value : undefined;
  const inner = filterObject(value, `${path}.`, includes, excludes);
  return inner ?? (whole ? {} : undefined);
}
