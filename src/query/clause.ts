import type { JsonObject, JsonValue } from '../common/index.ts';
import type { BoundQuery } from './bound/query.ts';
import type { QueryBuilder, QueryShardContext } from './types.ts';

/** A parsed clause as other clauses see it: it binds to a query whose boost is not fixed yet. */
export interface ClauseBuilder extends QueryBuilder {
  toLucene(context: QueryShardContext): BoundQuery;
}

/** A clause that statistics count as it is parsed. */
export interface CountedClause {
  readonly name: string;
  readonly hasFilter: boolean;
}

/** What a clause needs while it is parsed. */
export interface ClauseParser {
  /** A nested query: `container[key]`. Throws parsing errors in the original's words. */
  query(container: object, key: string | number): ClauseBuilder;
  /** Told of a clause that statistics count, before it is read. */
  readonly onCounted: (clause: CountedClause) => void;
  /** `inner_hits` of a clause were met: throws where they cannot be read. */
  readonly checkInnerHits: (body: JsonObject) => void;
}

/** One kind of clause: the table of `clauses/index.ts` is made of these. */
export interface ClauseType {
  /** The name in the query DSL; aliases follow. */
  readonly names: readonly string[];
  readonly doc: string;
  /** The original's parser passes over null, whatever the member. */
  readonly passesNulls?: true;
  /** `container[name]` is the clause's body, known to be an object. */
  parse(body: JsonObject, parser: ClauseParser, name: string): ClauseBuilder;
}

export interface ClauseParts {
  readonly clause: string;
  readonly boost: number;
  readonly queryName: string | null;
  readonly isUnexplained?: boolean;
  readonly json: JsonValue;
  /** Binds without the boost. */
  readonly bind: (context: QueryShardContext) => BoundQuery;
}
