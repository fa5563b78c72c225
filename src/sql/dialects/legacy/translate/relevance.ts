import type { JsonObject, JsonValue } from '../../../../common/index.ts';
import type { CallNode, ExpressionNode } from '../../../ast/index.ts';
import { constantValue, isConstant, textValue } from './literals.ts';
import { printedOptions } from './printedClauses.ts';
import { refuse } from './refuse.ts';

/** A relevance function as a query clause, every option printed as the original prints it. */
interface RelevanceFunction {
  readonly names: readonly string[];
  readonly write: (fields: FieldArgument, query: string, options: Options) => JsonObject;
}

/** The field, or field list with boosts, that a relevance function searches. */
export type FieldArgument = readonly { readonly name: string; readonly boost: number | null }[];

type Options = ReadonlyMap<string, JsonValue>;

const FUNCTIONS: readonly RelevanceFunction[] = [
  {
    names: ['match', 'matchquery', 'match_query'],
    write: ([field], query, options) => ({
      match: { [field.name]: { query, ...printedOptions('match', options) } },
    }),
  },
  {
    names: ['match_phrase', 'matchphrase', 'matchphrasequery', 'match_phrase_query'],
    write: ([field], query, options) => ({
      match_phrase: { [field.name]: { query, ...printedOptions('match_phrase', options) } },
    }),
  },
  {
    names: ['match_phrase_prefix', 'matchphraseprefix'],
    write: ([field], query, options) => ({
      match_phrase_prefix: { [field.name]: { query, ...printedOptions('match_phrase_prefix', options) } },
    }),
  },
  {
    names: ['match_bool_prefix', 'matchboolprefix'],
    write: ([field], query, options) => ({
      match_bool_prefix: { [field.name]: { query, ...printedOptions('match_bool_prefix', options) } },
    }),
  },
  {
    names: ['multi_match', 'multimatch', 'multimatchquery', 'multi_match_query'],
    write: (fields, query, options) => ({
      multi_match: { query, fields: boosted(fields), ...printedOptions('multi_match', options) },
    }),
  },
  {
    names: ['query', 'query_string', 'querystring'],
    write: (fields, query, options) => ({
      query_string: { query, fields: boosted(fields), ...printedOptions('query_string', options) },
    }),
  },
  {
    names: ['simple_query_string', 'simplequerystring'],
    write: (fields, query, options) => ({
      simple_query_string: {
        query,
        fields: boosted(fields),
        ...printedOptions('simple_query_string', options),
      },
    }),
  },
  {
    names: ['wildcard_query', 'wildcardquery'],
    write: ([field], query, options) => ({
      wildcard: { [field.name]: { wildcard: query, ...printedOptions('wildcard', options) } },
    }),
  },
  {
    names: ['regexp_query', 'regexpquery'],
    write: ([field], query, options) => ({
      regexp: { [field.name]: { value: query, ...printedOptions('regexp', options) } },
    }),
  },
  {
    names: ['term', 'matchterm', 'match_term'],
    write: ([field], query) => ({ term: { [field.name]: { value: query, boost: 1 } } }),
  },
];

const BY_NAME: ReadonlyMap<string, RelevanceFunction> = new Map(
  FUNCTIONS.flatMap((row) => row.names.map((name) => [name, row] as const)),
);

/** Functions whose only positional argument may be the query. */
const WITHOUT_FIELD: ReadonlySet<string> = new Set(['query', 'query_string', 'querystring', 'multi_match']);

export function isRelevance(name: string): boolean {
  return BY_NAME.has(name.toLowerCase());
}

function boosted(fields: FieldArgument): string[] {
  return fields.map(({ name, boost }) => `${name}^${(boost ?? 1).toFixed(1)}`);
}

/**
 * `MATCH_QUERY(f, 'q', option=…)`, `QUERY('q')`, and with `field` given, `f = MATCH_QUERY('q')`.
 * `fieldName` resolves a column of the statement.
 */
export function relevanceQuery(
  call: CallNode,
  field: string | null,
  fieldName: (node: ExpressionNode) => string,
): JsonObject {
  const row = BY_NAME.get(call.name.toLowerCase());
  if (row === undefined) throw refuse(`The following query method is not supported: ${call.name}`);
  const options = new Map(
    call.options.map(({ name, value }) => [name.toLowerCase(), optionValue(value)] as const),
  );
  const named = { query: options.get('query'), fields: options.get('fields') };
  options.delete('query');
  options.delete('fields');
  const args = [...call.args];
  const fields =
    field !== null ? [{ name: field, boost: null }] : takeFields(args, call, named.fields, fieldName);
  const query = args.length > 0 ? textValue(args[0]) : named.query;
  // A second text is an analyzer to the original.
  if (fields.length === 0 && args.length === 2) options.set('analyzer', textValue(args[1]));
  if (typeof query !== 'string') throw refuse(`The following query method is not supported: ${call.name}`);
  return row.write(fields, query, options);
}

function takeFields(
  args: ExpressionNode[],
  call: CallNode,
  named: JsonValue | undefined,
  fieldName: (node: ExpressionNode) => string,
): FieldArgument {
  if (typeof named === 'string') return named.split(',').map(parseBoost);
  if (args[0]?.kind === 'fieldList') {
    const { fields } = args.shift() as Extract<ExpressionNode, { kind: 'fieldList' }>;
    // The original loses the one name that it can read in brackets.
    return fields.length === 1 && call.name.toLowerCase() === 'multi_match' ? [] : fields;
  }
  if (call.name.toLowerCase() === 'multi_match' && args.length === 2 && isConstant(args[0])) return [];
  if (args.length >= 2) return [{ name: fieldName(args.shift() as ExpressionNode), boost: null }];
  if (WITHOUT_FIELD.has(call.name.toLowerCase())) return [];
  const [only] = args;
  if (only === undefined) throw refuse(`The following query method is not supported: ${call.name}`);
  return [{ name: fieldName(only), boost: null }];
}

function parseBoost(text: string): { name: string; boost: number | null } {
  const [name, boost] = text.trim().split('^');
  return { name, boost: boost === undefined ? null : Number(boost) };
}

function optionValue(node: ExpressionNode): JsonValue {
  return node.kind === 'column' ? node.parts.join('.') : constantValue(node);
}

/** Queries of words that take their negation from the operator before them. */
export const WORD_QUERIES: ReadonlySet<string> = new Set(['query', 'matchquery', 'match_query']);
