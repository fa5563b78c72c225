import type { JsonObject, JsonValue } from '../../../../common/index.ts';
import type { CallNode, ExpressionNode } from '../../../ast/index.ts';
import { constantValue, isConstant, textValue } from './literals.ts';
import { isOption, printedOptions } from './printedClauses.ts';
import { refuse } from './refuse.ts';

/** A relevance function as a query clause, every option printed as the original prints it. */
interface RelevanceFunction {
  readonly names: readonly string[];
  readonly clause: string;
  readonly write: (fields: FieldArgument, query: string, options: Options) => JsonObject;
}

/** The field, or field list with boosts, that a relevance function searches. */
export type FieldArgument = readonly { readonly name: string; readonly boost: number | null }[];

type Options = ReadonlyMap<string, JsonValue>;

const FUNCTIONS: readonly RelevanceFunction[] = [
  {
    names: ['match', 'matchquery', 'match_query'],
    clause: 'match',
    write: ([field], query, options) => ({
      match: { [field.name]: { query, ...printedOptions('match', options) } },
    }),
  },
  {
    names: ['match_phrase', 'matchphrase', 'matchphrasequery'],
    clause: 'match_phrase',
    write: ([field], query, options) => ({
      match_phrase: { [field.name]: { query, ...printedOptions('match_phrase', options) } },
    }),
  },
  {
    names: ['multi_match', 'multimatch', 'multimatchquery'],
    clause: 'multi_match',
    write: (fields, query, options) => ({
      multi_match: { query, fields: boosted(fields), ...printedOptions('multi_match', options) },
    }),
  },
  {
    names: ['query'],
    clause: 'query_string',
    write: (fields, query, options) => ({
      query_string: { query, fields: boosted(fields), ...printedOptions('query_string', options) },
    }),
  },
  {
    names: ['wildcard_query', 'wildcardquery'],
    clause: 'wildcard',
    write: ([field], query, options) => ({
      wildcard: { [field.name]: { wildcard: query, ...printedOptions('wildcard', options) } },
    }),
  },
  {
    names: ['regexp_query'],
    clause: 'regexp',
    write: ([field], query, options) => ({
      regexp: { [field.name]: { value: query, ...printedOptions('regexp', options) } },
    }),
  },
  {
    names: ['term', 'matchterm', 'match_term'],
    clause: 'term',
    write: ([field], query) => ({ term: { [field.name]: { value: query, boost: 1 } } }),
  },
];

const BY_NAME: ReadonlyMap<string, RelevanceFunction> = new Map(
  FUNCTIONS.flatMap((row) => row.names.map((name) => [name, row] as const)),
);

/** Searches of all fields but those that an option `fields` names: what stands for a field elsewhere is lost. */
const OF_FIELDS: ReadonlySet<string> = new Set(['query', 'multi_match', 'multimatch', 'multimatchquery']);

/** Searches with a factor: `SCORE(MATCH_QUERY(f, 'x'), 2)`. */
export const SCORES: ReadonlySet<string> = new Set(['score', 'scorequery', 'score_query']);

/** Searches that only stand behind a field: `f = REGEXP_QUERY('x')`. */
const BEHIND_FIELD: ReadonlySet<string> = new Set(['regexp_query', 'term', 'matchterm', 'match_term']);

/** `MATCH_QUERY(f, 'x')` as a condition. */
export function isSearchCondition(name: string): boolean {
  const method = name.toLowerCase();
  return SCORES.has(method) || (BY_NAME.has(method) && !BEHIND_FIELD.has(method));
}

/** `f = MATCH_QUERY('x')`. */
export function isSearchOfField(name: string): boolean {
  const method = name.toLowerCase();
  return SCORES.has(method) || BY_NAME.has(method);
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
  const given = new Map(call.options.map(({ name, value }) => [name.toLowerCase(), value]));
  const named = (name: string): JsonValue | undefined => {
    const value = given.get(name);
    return value === undefined ? undefined : optionValue(value);
  };
  const known = [...given].filter(([name]) => isOption(row.clause, name));
  const options = new Map(known.map(([name, value]) => [name, optionValue(value)] as const));
  const args = [...call.args];
  const fields = takeFields(args, call, { field, names: named('fields') }, fieldName);
  const query = args.length > 0 ? textValue(args[0]) : named('query');
  // A second text is an analyzer to the original.
  if (fields.length === 0 && args.length === 2) options.set('analyzer', textValue(args[1]));
  if (typeof query !== 'string') throw refuse(`The following query method is not supported: ${call.name}`);
  return row.write(fields, query, options);
}

interface GivenFields {
  /** The field before `=`. */
  readonly field: string | null;
  /** The option `fields`. */
  readonly names: JsonValue | undefined;
}

function takeFields(
  args: ExpressionNode[],
  call: CallNode,
  { field, names }: GivenFields,
  fieldName: (node: ExpressionNode) => string,
): FieldArgument {
  const isFirst = field === null && args.length >= 2 && !(isOfFields(call) && isConstant(args[0]));
  const first = isFirst ? fieldName(args.shift() as ExpressionNode) : null;
  if (isOfFields(call)) return typeof names === 'string' ? names.split(',').map(parseBoost) : [];
  const [only] = args;
  const name = field ?? first ?? (only === undefined ? null : fieldName(only));
  if (name === null) throw refuse(`The following query method is not supported: ${call.name}`);
  return [{ name, boost: null }];
}

/** Whether the call searches all fields, whatever field is written in it. */
export function isOfFields(call: CallNode): boolean {
  return OF_FIELDS.has(call.name.toLowerCase());
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
