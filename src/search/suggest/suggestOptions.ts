import {
  illegalArgument,
  type JsonObject,
  type JsonValue,
  jsonAt,
  OpenSearchError,
} from '../../common/index.ts';
import { isScalar, readText } from '../../query/index.ts';
import type { ShardSearch } from '../shard/shardContext.ts';

/** The required `field` of a suggester. Throws parse_exception if it is missing. */
export function requiredField(options: JsonObject): string {
  if (options.field !== undefined) return readText(options.field);
  throw new OpenSearchError('parse_exception', 'the required field option [field] is missing');
}

/** `field` of a term or phrase suggestion. */
export function fieldOf(options: JsonObject): string {
  const field = requiredField(options);
  if (field === '') throw illegalArgument('suggestion field name is empty');
  return field;
}

/** The scalars of a member: lists are replaced by their content, what is not a value is left out. */
export function valuesAt(json: JsonObject, key: string): readonly ScalarAt[] {
  return scalarsAt(json, key);
}

interface ScalarAt {
  readonly container: JsonObject | readonly JsonValue[];
  readonly at: string | number;
}

function scalarsAt(container: ScalarAt['container'], at: string | number): readonly ScalarAt[] {
  const value = jsonAt(container, at);
  if (Array.isArray(value)) return value.flatMap((_, i) => scalarsAt(value, i));
  return value !== null && isScalar(value) ? [{ container, at }] : [];
}

/** Number of suggestions per shard; by default at least 5. */
export function shardSizeOf(given: number | null, size: number): number {
  if (given === null) return Math.max(size, 5);
  if (given > 0) return given;
  throw illegalArgument(`ShardSize must be positive but was: ${given}`);
}

export function requiredText(text: string | null): string {
  if (text !== null) return text;
  throw illegalArgument('The required text option is missing');
}

/** Throws for a field unmapped on all shards. */
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
  if (analyzer !== null && !analysis.hasAnalyzer(analyzer))
    throw illegalArgument(`analyzer [${analyzer}] doesn't exists`);
  const name = analyzer ?? mapper.field(field)?.searchAnalyzer ?? 'keyword';
  return analysis
    .analyzer(mapper.field(field)?.family === 'keyword' ? (analyzer ?? 'keyword') : name)
    .tokenize(text);
}
