import type { AnalysisRegistry } from '../../analysis/index.ts';
import {
  type FlatSettings,
  illegalArgument,
  isJsonObject,
  type JsonValue,
  type OpenSearchError,
} from '../../common/index.ts';
import type { MapperService } from '../../mapper/index.ts';
import { shardError } from '../fieldQueries.ts';
import { createClauseParser } from '../parse.ts';
import { malformedQuery } from '../reader.ts';
import type { QueryShardContext } from '../types.ts';

/** What is known about an index when a document with a query is indexed. */
interface QueryKeeper {
  readonly indexName: string;
  readonly mapper: MapperService;
  readonly analysis: AnalysisRegistry;
  readonly settings: FlatSettings;
  readonly now: () => number;
}

/** Throws unless `container[key]` is a query that a percolator field can store. */
export function checkStoredQuery(container: object, key: string | number, keeper: QueryKeeper): void {
  const query = (container as Record<string | number, JsonValue>)[key];
  if (!isJsonObject(query)) throw malformed(container, key);
  const builder = createClauseParser().query(container, key);
  checkKind(query);
  builder.toLucene(strictContext(keeper));
}

/** The original looks for the query at the token after the value. */
function malformed(container: object, key: string | number): OpenSearchError {
  const keys = Object.keys(container);
  const next = keys[keys.indexOf(String(key)) + 1];
  if (next === undefined) return malformedQuery(container, null, 'end');
  return malformedQuery(container, Array.isArray(container) ? Number(next) : next, 'key');
}

/** Where clauses contain other clauses; clauses not listed here are not searched. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  bool: ['filter', 'must', 'must_not', 'should'],
  constant_score: ['filter'],
  function_score: ['query'],
  boosting: ['negative', 'positive'],
  dis_max: ['queries'],
};

function checkKind(query: JsonValue): void {
  if (!isJsonObject(query)) return;
  const [name] = Object.keys(query);
  if (name === 'has_child' || name === 'has_parent') {
    throw illegalArgument(`the [${name}] query is unsupported inside a percolator query`);
  }
  const body = query[name];
  if (!isJsonObject(body) || !Object.hasOwn(WITHIN, name)) return;
  for (const key of WITHIN[name]) for (const clause of [body[key] ?? []].flat()) checkKind(clause);
}

/**
 * A shard without documents. All fields must be mapped, because adding them later would change the query's
 * meaning.
 */
function strictContext({ indexName, mapper, analysis, settings, now }: QueryKeeper): QueryShardContext {
  const context: QueryShardContext = {
    indexName,
    indexUuid: settings.get('index.uuid') ?? '',
    shardId: 0,
    mapper,
    analysis,
    settings,
    now,
    leaves: [],
    prepare: () => {},
    checkCancelled: () => {},
  };
  return { ...context, mapper: strict(context), anyField: (name) => mapper.field(name) };
}

function strict(context: QueryShardContext): MapperService {
  const field = (name: string) => {
    const found = context.mapper.field(name);
    if (found !== undefined) return found;
    throw shardError(context, `No field mapping can be found for the field with name [${name}]`);
  };
  return new Proxy(context.mapper, {
    get(mapper, key) {
      if (key === 'field') return field;
      const member: unknown = Reflect.get(mapper, key, mapper);
      return typeof member === 'function' ? member.bind(mapper) : member;
    },
  });
}
