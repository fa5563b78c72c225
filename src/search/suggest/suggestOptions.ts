import { illegalArgument, type JsonObject, type JsonValue, OpenSearchError } from '../../common/index.ts';
import { contentErrorAt, readText } from '../../query/index.ts';
import type { ShardSearch } from '../shard/shardContext.ts';

/** The `field` that every suggester needs. Throws parse_exception where it is missing. */
export function requiredField(options: JsonObject): string {
  if (options.field !== undefined) return readText(options.field);
  throw new OpenSearchError('parse_exception', 'the required field option [field] is missing');
}

export function requiredText(text: string | null): string {
  if (text !== null) return text;
  throw illegalArgument('The required text option is missing');
}

/** Throws for a member that the suggester does not know. */
export function checkMembers(kind: string, options: JsonObject, known: ReadonlySet<string>): void {
  for (const key of Object.keys(options)) {
    if (known.has(key)) continue;
    if (kind === 'completion') throw contentErrorAt(`[${kind}] unknown field [${key}]`, options, key, 'key');
    throw new OpenSearchError('parse_exception', `suggester[${kind}] doesn't support field [${key}]`);
  }
}

/** A member that is one of several words. */
export function oneOf<T extends string>(
  value: JsonValue | undefined,
  absent: T,
  allowed: readonly T[],
  refuse: (text: string) => OpenSearchError,
): T {
  if (value === undefined) return absent;
  const text = readText(value).toLowerCase();
  const found = allowed.find((word) => word === text);
  if (found === undefined) throw refuse(readText(value));
  return found;
}

/** Throws for a field that no shard's mapping has. */
export function requireMapped(shards: readonly ShardSearch[], field: string): void {
  for (const { context } of shards) {
    if (context.mapper.field(field) !== undefined) continue;
    throw illegalArgument(`no mapping found for field [${field}]`);
  }
}

/** Analysed with the suggester's analyzer, or with the field's. */
export function analyzeText(
  shards: readonly ShardSearch[],
  field: string,
  analyzer: string | null,
  text: string,
) {
  const [{ context }] = shards;
  const { mapper, analysis } = context;
  const name = analyzer ?? mapper.field(field)?.searchAnalyzer ?? 'keyword';
  return analysis
    .analyzer(mapper.field(field)?.family === 'keyword' ? (analyzer ?? 'keyword') : name)
    .tokenize(text);
}
