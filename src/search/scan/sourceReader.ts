import { isJsonObject, type JsonObject, RawJson } from '../../common/index.ts';
import type { FetchSource } from '../source/fetchSource.ts';
import { skimSource } from './skimSource.ts';

/** Reads the visible part of a stored source; undefined if there is none. */
export type SourceReader = (bytes: Uint8Array) => JsonObject | undefined;

const made = new WeakMap<FetchSource, SourceReader>();

/**
 * Reads the top-level members that may contain the paths of a source filter; patterns and exclusions read
 * all.
 */
export function sourceReader(filter: FetchSource | null): SourceReader {
  if (filter === null) return whole;
  const known = made.get(filter);
  if (known !== undefined) return known;
  const reader = readerOf(filter);
  made.set(filter, reader);
  return reader;
}

function readerOf({ enabled, includes, excludes }: FetchSource): SourceReader {
  if (!enabled) return () => undefined;
  const isPlain = includes.length > 0 && excludes.length === 0;
  if (!isPlain || includes.some((path) => path.includes('*') || path.includes('__proto__'))) return whole;
  const encoder = new TextEncoder();
  const names = [...new Set(includes.flatMap(prefixes))].map((text) => ({
    text,
    bytes: encoder.encode(text),
  }));
  return (bytes) => (bytes.length === 0 ? undefined : (skimSource(bytes, names) ?? whole(bytes)));
}

function whole(bytes: Uint8Array): JsonObject | undefined {
  if (bytes.length === 0) return undefined;
  const { value } = new RawJson(bytes);
  return isJsonObject(value) ? value : undefined;
}

/** `a.b.c` may be in the member `a`, `a.b` or `a.b.c` of the document. */
function prefixes(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
}
