import {
  anyWildcardMatches,
  type ExactJsonObject,
  type ExactJsonValue,
  isJsonObject,
} from '../../common/index.ts';
import type { FetchSource } from '../source/fetchSource.ts';

/** Whether a source is returned unfiltered. */
export function isWhole(filter: FetchSource): boolean {
  return filter.includes.length === 0 && filter.excludes.length === 0;
}

/** The members of a source that match the patterns; drops objects that the includes leave empty. */
export function filterSource(source: ExactJsonObject, filter: FetchSource): ExactJsonObject {
  return filterObject(source, '', filter, filter.includes.length === 0);
}

function filterObject(
  object: ExactJsonObject,
  path: string,
  filter: FetchSource,
  included: boolean,
): ExactJsonObject {
  const out: ExactJsonObject = {};
  for (const key of Object.keys(object)) {
    const name = path + key;
    if (anyWildcardMatches(filter.excludes, name)) continue;
    const accepted = included || anyWildcardMatches(filter.includes, name);
    const value = filterValue(object[key], name, filter, accepted);
    if (value !== undefined) out[key] = value;
  }
  return out;
}

function filterValue(
  value: ExactJsonValue,
  name: string,
  filter: FetchSource,
  accepted: boolean,
): ExactJsonValue | undefined {
  if (isJsonObject(value)) {
    if (accepted && filter.excludes.length === 0) return value;
    const inner = filterObject(value, `${name}.`, filter, accepted);
    return accepted || Object.keys(inner).length > 0 ? inner : undefined;
  }
  if (!Array.isArray(value)) return accepted ? value : undefined;
  if (accepted && filter.excludes.length === 0) return value;
  const items = value
    .map((item) => filterValue(item, name, filter, accepted))
    .filter((item) => item !== undefined);
  return accepted || items.length > 0 ? items : undefined;
}
