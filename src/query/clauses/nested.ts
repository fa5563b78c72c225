import { illegalArgument, isJsonObject, type JsonObject, OpenSearchError } from '../../common/index.ts';
import { bindQuery } from '../bound/bindQuery.ts';
import { filtered } from '../bound/booleanQuery.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import type { NestedScoreMode } from '../bound/nestedJoin.ts';
import { nestedPathQuery, nestedQuery, withinNested } from '../bound/nestedQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { readInnerHits } from '../innerHits.ts';
import { checkKinds, parsingErrorAt, readCommon, readText } from '../reader.ts';
import { booleanAt } from '../tokens.ts';
import type { InnerHitsDefinition, QueryShardContext } from '../types.ts';

const SCORE_MODES: ReadonlySet<string> = new Set(['none', 'avg', 'sum', 'max', 'min']);

interface NestedParts {
  readonly path: string;
  readonly query: ClauseBuilder;
  readonly scoreMode: NestedScoreMode;
  readonly ignoreUnmapped: boolean;
  readonly innerHits: JsonObject | null;
}

const KINDS = {
  path: 'value',
  query: 'object',
  score_mode: 'value',
  ignore_unmapped: 'value',
  inner_hits: 'object',
} as const;

export const nestedClause: ClauseType = {
  names: ['nested'],
  doc: 'documents with a matching nested object; score_mode avg (default), sum, max, min or none',
  passesNulls: true,
  parse(body, parser) {
    checkKinds('nested', body, KINDS, { passesArrays: true });
    if (body.path === undefined) throw illegalArgument("[nested] requires 'path' field");
    if (body.query === undefined) throw illegalArgument("[nested] requires 'query' field");
    if (body.inner_hits !== undefined && !isJsonObject(body.inner_hits)) {
      throw parsingErrorAt('[nested] query does not support [inner_hits]', body, 'inner_hits');
    }
    const parts: NestedParts = {
      path: readText(body.path),
      query: parser.query(body, 'query'),
      scoreMode: readScoreMode(body),
      ignoreUnmapped: body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped'),
      innerHits: readInnerHits(body, parser),
    };
    return makeBuilder({
      clause: 'nested',
      json: body,
      ...readCommon(body),
      bind: (context) => bindNested(context, parts),
    });
  },
};

function readScoreMode(body: JsonObject): NestedScoreMode {
  if (body.score_mode === undefined) return 'avg';
  const mode = readText(body.score_mode);
  if (!SCORE_MODES.has(mode)) throw illegalArgument(`No score mode for child query [${mode}] found`);
  return mode as NestedScoreMode;
}

/**
 * Whether a query may match documents outside of a nested path; Lucene's query then has a filter on the path.
 */
function mayReachOutside({ mapper }: QueryShardContext, query: BoundQuery, path: string): boolean {
  return query.mayReach((name) => {
    if (name.startsWith('_')) return true;
    for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1)) {
      const parent = name.slice(0, at);
      if (mapper.object(parent)?.nested === true) return parent !== path;
    }
    return true;
  });
}

function bindNested(context: QueryShardContext, parts: NestedParts): BoundQuery {
  const { path, innerHits } = parts;
  checkExpensive(context, '[joining] queries');
  const object = context.mapper.object(path);
  if (object === undefined) {
    if (parts.ignoreUnmapped) return matchNoneQuery;
    const reason = `[nested] failed to find nested object under path [${path}]`;
    throw new OpenSearchError('illegal_state_exception', reason);
  }
  if (!object.nested)
    throw new OpenSearchError(
      'illegal_state_exception',
      `[nested] nested object under path [${path}] is not of nested type`,
    );
  const children: InnerHitsDefinition[] = [];
  const inner = parts.query.toLucene({
    ...context,
    nestedScope: path,
    onInnerHits: (definition) => children.push(definition),
  });
  const scope = context.nestedScope ?? null;
  const shown = mayReachOutside(context, inner, path) ? filtered(inner, nestedPathQuery(path)) : inner;
  const query = nestedQuery(inner, { path, scope, scoreMode: parts.scoreMode, shown });
  if (innerHits !== null) {
    const name = innerHits.name === undefined ? path : readText(innerHits.name);
    const own = bindQuery(withinNested(path, inner));
    context.onInnerHits?.({ name, path, body: innerHits, query: own, children });
  } else for (const child of children) context.onInnerHits?.(child);
  return query;
}
