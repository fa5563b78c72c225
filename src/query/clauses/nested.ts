import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import { bindQuery } from '../bound/bindQuery.ts';
import { filtered } from '../bound/booleanQuery.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { nestedPathQuery, nestedQuery, withinNested } from '../bound/nestedQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { type JoinOptions, joinTokens } from '../join/joinTokens.ts';
import { NO_COMMON, readText, textAt } from '../reader.ts';
import { commonTokens, type Mutable, objectToken, readTokens, valueToken } from '../tokenLoop.ts';
import type { InnerHitsDefinition, QueryShardContext } from '../types.ts';

interface NestedParts extends JoinOptions {
  readonly path: string;
  readonly query: ClauseBuilder;
}

export const nestedClause: ClauseType = {
  names: ['nested'],
  doc: 'documents with a matching nested object; score_mode avg (default), sum, max, min or none',
  parse(body, parser) {
    const common = { ...NO_COMMON };
    const read: Partial<Mutable<NestedParts>> = {};
    const members = {
      path: valueToken((json, key) => void (read.path = textAt(json, key))),
      query: objectToken((json, key) => void (read.query = parser.query(json, key))),
      ...joinTokens(read, parser),
      ...commonTokens(common),
    };
    readTokens({ clause: 'nested', members, isLenient: true }, body);
    const { path, query, scoreMode = 'avg', ignoreUnmapped = false, innerHits = null } = read;
    if (path === undefined) throw illegalArgument("[nested] requires 'path' field");
    if (query === undefined) throw illegalArgument("[nested] requires 'query' field");
    const parts: NestedParts = { path, query, scoreMode, ignoreUnmapped, innerHits };
    return makeBuilder({
      clause: 'nested',
      json: body,
      ...common,
      bind: (context) => bindNested(context, parts),
    });
  },
};

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
