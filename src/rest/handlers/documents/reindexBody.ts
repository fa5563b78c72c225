import type { ReindexDestination } from '../../../client/index.ts';
import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notEmulated,
  ObjectReader,
  OpenSearchError,
  stringifyJson,
  tokenName,
} from '../../../common/index.ts';
import { parseVersionType } from './writeParameters.ts';

/** A parsed `POST /_reindex` body. */
export interface ReindexBody {
  /** A search body that includes index names. */
  readonly source: JsonObject;
  readonly destination: ReindexDestination;
  readonly pipeline: string | null;
  readonly script: JsonObject | null;
  readonly conflicts: 'proceed' | 'abort';
  readonly maxDocs: number | undefined;
}

/** Members of `source` supported by the original besides those of searches. */
const SOURCE_MEMBERS: ReadonlySet<string> = new Set([
  ...[
    'index',
    'type',
    'remote',
    'query',
    'sort',
    '_source',
    'size',
    'slice',
    'from',
    'timeout',
    'terminate_after',
  ],
  ...[
    'min_score',
    'version',
    'seq_no_primary_term',
    'explain',
    'track_scores',
    'track_total_hits',
    'post_filter',
  ],
  ...['stored_fields', 'docvalue_fields', 'fields', 'script_fields', 'indices_boost', 'aggs', 'aggregations'],
  ...['highlight', 'suggest', 'rescore', 'stats', 'ext', 'profile', 'search_after', 'collapse', 'pit'],
]);

/** Throws whenever the original's parser would. */
export function readReindex(body: JsonObject): ReindexBody {
  if (isJsonObject(body.source ?? null) && (body.source as JsonObject).remote !== undefined) {
    throw notEmulated('reindex from a remote cluster');
  }
  const reader = new ObjectReader('reindex', body);
  const source = reader.object('source', readSource) ?? {};
  const destination = reader.object('dest', readDestination);
  const limit = reader.whole('max_docs') ?? reader.whole('size');
  const script = reader.member('script', ['START_OBJECT', 'VALUE_STRING'], readScript) ?? null;
  const conflicts = reader.member('conflicts', ['VALUE_STRING'], readConflicts) ?? 'abort';
  reader.any('size');
  reader.end();
  return {
    source,
    destination: destination?.destination ?? NOWHERE,
    pipeline: destination?.pipeline ?? null,
    script,
    conflicts,
    maxDocs: limit,
  };
}

const NOWHERE: ReindexDestination = { index: '', opType: 'index', versionType: 'internal', routing: null };

function readSource(source: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(source)) {
    if (SOURCE_MEMBERS.has(key)) continue;
    throw new OpenSearchError('parsing_exception', `Unknown key for a ${tokenName(value)} in [${key}].`, {
      metadata: { line: 1, col: 1 },
      at: { container: source, key, edge: 'value' },
    });
  }
  const { index } = source;
  if (index !== undefined && typeof index !== 'string' && !isTextList(index)) {
    const reason = `Expected [index] to be a list or a string but was [${printedValue(index)}]`;
    throw illegalArgument(reason).placedAt({ container: source, key: null, edge: 'end' });
  }
  return source;
}

function isTextList(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function printedValue(value: JsonValue): string {
  return isJsonObject(value) || Array.isArray(value) ? stringifyJson(value) : String(value);
}

function readDestination(dest: JsonObject): { destination: ReindexDestination; pipeline: string | null } {
  const reader = new ObjectReader('dest', dest);
  const index = reader.text('index') ?? '';
  const routing = reader.text('routing') ?? null;
  const opType = reader.member('op_type', ['VALUE_STRING'], readOpType) ?? 'index';
  const pipeline = reader.text('pipeline') ?? null;
  const versionType = reader.member('version_type', ['VALUE_STRING'], (value) =>
    parseVersionType(value as string),
  );
  reader.end();
  return {
    destination: { index, opType, versionType: versionType ?? NOWHERE.versionType, routing },
    pipeline,
  };
}

function readOpType(value: JsonValue): 'index' | 'create' {
  const word = String(value).toLowerCase();
  if (word === 'index' || word === 'create') return word;
  throw illegalArgument(`opType must be 'create' or 'index', found: [${String(value)}]`);
}

function readConflicts(value: JsonValue): 'proceed' | 'abort' {
  if (value === 'proceed' || value === 'abort') return value;
  throw illegalArgument(`conflicts may only be "proceed" or "abort" but was [${String(value)}]`);
}

function readScript(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : { source: String(value) };
}
