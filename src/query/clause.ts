import type { JsonObject, JsonValue } from '../common/index.ts';
import type { BoundQuery } from './bound/query.ts';
import type { QueryBuilder, QueryShardContext } from './types.ts';

/** A parsed clause for use by other clauses: binds to a query whose boost is not applied yet. */
export interface ClauseBuilder extends QueryBuilder {
  toLucene(context: QueryShardContext): BoundQuery;
}

/** A clause that statistics count when it is parsed. */
export interface CountedClause {
  readonly name: string;
  readonly hasFilter: boolean;
}

/** What a clause needs for parsing. */
export interface ClauseParser {
  /** Parses a nested query, `container[key]`. Throws parsing errors in the original's words. */
  query(container: object, key: string | number): ClauseBuilder;
  /** Called for a clause that statistics count, before it is parsed. */
  readonly onCounted: (clause: CountedClause) => void;
  /** Called with a clause's `inner_hits`; throws if they are invalid. */
  readonly checkInnerHits: (body: JsonObject) => void;
}

/** A type of clause: a row of the table in `clauses/index.ts`. */
export interface ClauseType {
  /** The name in the query DSL, followed by aliases. */
  readonly names: readonly string[];
  readonly doc: string;
  /** The original's parser ignores members that are null. */
  readonly passesNulls?: true;
  /** `container[name]` is the clause's body, which is known to be an object. */
  parse(body: JsonObject, parser: ClauseParser, name: string): ClauseBuilder;
}

export interface ClauseParts {
  readonly clause: string;
  readonly boost: number;
  readonly queryName: string | null;
  readonly isUnexplained?: boolean;
  readonly json: JsonValue;
  /** Binds without applying the boost. */
  readonly bind: (context: QueryShardContext) => BoundQuery;
}
