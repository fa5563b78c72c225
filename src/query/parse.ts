import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  limits,
  OpenSearchError,
  suggestion,
} from '../common/index.ts';
import type { ClauseBuilder, ClauseParser, CountedClause } from './clause.ts';
import { clauseTypes } from './clauses/index.ts';
import { malformedQuery, parsingErrorAt, placedAt, withoutNulls } from './reader.ts';
import type { QueryBuilder } from './types.ts';

export interface ParseContext {
  /** Called for each clause that statistics count, before it is parsed. */
  readonly onCounted?: (clause: CountedClause) => void;
  /** Called for each `inner_hits` while parsing; throws if it is invalid. */
  readonly checkInnerHits?: (body: JsonObject) => void;
}

/**
 * Parses a query. Throws parsing_exception and similar in the original's words; `placeError` adds lines and
 * columns.
 */
export function parseQuery(json: JsonValue, context: ParseContext = {}): QueryBuilder {
  return parseQueryAt({ query: json }, 'query', context);
}

/** Parses the query `container[key]`; errors know their place in the request. */
export function parseQueryAt(
  container: object,
  key: string | number,
  context: ParseContext = {},
): QueryBuilder {
  return createClauseParser(context).query(container, key);
}

export function createClauseParser(context: ParseContext = {}): ClauseParser {
  let depth = 0;
  const parser: ClauseParser = {
    onCounted: context.onCounted ?? (() => {}),
    checkInnerHits: context.checkInnerHits ?? (() => {}),
    query(container, key) {
      if (depth >= limits.queryDepth.value) {
        throw new OpenSearchError(
          'illegal_argument_exception',
          `query is nested deeper than the limit of ${limits.queryDepth.value}`,
        );
      }
      depth++;
      try {
        return parseClause(parser, container, key);
      } finally {
        depth--;
      }
    },
  };
  return parser;
}

function parseClause(parser: ClauseParser, container: object, key: string | number): ClauseBuilder {
  const json = (container as Record<string | number, JsonValue>)[key];
  if (!isJsonObject(json)) {
    throw malformedQuery(container, key);
  }
  const names = Object.keys(json);
  if (names.length === 0) {
    throw new OpenSearchError('illegal_argument_exception', 'query malformed, empty clause found at [1:1]', {
      at: { container: json, key: null, edge: 'end' },
    });
  }
  const [name] = names;
  const body = json[name];
  if (!isJsonObject(body)) {
    throw parsingErrorAt(`[${name}] query malformed, no start_object after query name`, json, name);
  }
  const type = clauseTypes.get(name);
  if (type === undefined) throw unknownQuery(json, name);
  const given = type.passesNulls ? withoutNulls(body) : body;
  const builder = placedAt({ container: json, key: name, edge: 'end' }, () =>
    type.parse(given, parser, name),
  );
  if (names.length > 1) {
    const reason = `[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`;
    throw parsingErrorAt(reason, json, names[1], 'key');
  }
  return builder;
}

function unknownQuery(json: object, name: string): OpenSearchError {
  const cause = new OpenSearchError('named_object_not_found_exception', `[1:1] unknown field [${name}]`, {
    at: { container: json, key: name, edge: 'value' },
  });
  const hint = suggestion(name, [...clauseTypes.keys()]);
  return parsingErrorAt(`unknown query [${name}]${hint}`, json, name, 'value', cause);
}
