import { illegalArgument, isJsonObject, type JsonObject, OpenSearchError } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { fuzzyMatcher, maxEditsFor } from '../automaton/fuzzy.ts';
import { fuzzyOrds } from '../automaton/levenshteinWalk.ts';
import { codePoints, compileWildcard } from '../automaton/wildcard.ts';
import { parsingErrorAt, readBoolean, readInt, readText } from '../reader.ts';
import { queryAnalyzer, termsByPosition } from '../text/analyze.ts';
import { readFuzziness } from '../text/matchMembers.ts';
import type { QueryShardContext } from '../types.ts';
import type { IntervalRelation } from './intervals.ts';
import {
  allSource,
  anySource,
  expandedSource,
  type IntervalSource,
  relatedSource,
  termSource,
} from './source.ts';

/** A rule of an intervals clause, as parsed. */
export type IntervalRule = (context: QueryShardContext, field: MappedFieldType) => IntervalSource;

const MAX_EXPANSIONS = 128;

type RuleParser = (json: JsonObject) => IntervalRule;

const RULES: ReadonlyMap<string, { readonly members: readonly string[]; readonly parse: RuleParser }> =
  new Map([
    [
      'match',
      { members: ['query', 'max_gaps', 'ordered', 'mode', 'analyzer', 'use_field'], parse: parseMatch },
    ],
    ['any_of', { members: ['intervals'], parse: parseAnyOf }],
    ['all_of', { members: ['intervals', 'ordered', 'mode', 'max_gaps'], parse: parseAllOf }],
    ['prefix', { members: ['prefix', 'analyzer', 'use_field'], parse: parsePrefix }],
    ['wildcard', { members: ['pattern', 'analyzer', 'use_field', 'max_expansions'], parse: parseWildcard }],
    [
      'fuzzy',
      {
        members: ['term', 'prefix_length', 'transpositions', 'fuzziness', 'analyzer', 'use_field'],
        parse: parseFuzzy,
      },
    ],
  ]);

/** `{match: {…}}` and relatives; `boost` and `_name` are read by the clause. */
export function parseIntervalRule(json: JsonObject): IntervalRule {
  const names = Object.keys(json).filter((key) => key !== 'boost' && key !== '_name');
  const [name] = names;
  if (names.length === 0)
    throw parsingErrorAt('Missing intervals from interval query definition', json, null, 'end');
  const rule = RULES.get(name);
  const body = json[name];
  if (names.length > 1)
    throw parsingErrorAt(
      `Only one interval rule can be specified, found [${names[0]}] and [${names[1]}]`,
      json,
      names[1],
      'key',
    );
  if (rule === undefined || !isJsonObject(body)) {
    throw parsingErrorAt(
      `Unknown interval type [${name}], expecting one of [match, any_of, all_of, prefix, wildcard, regexp]`,
      json,
      name,
    );
  }
  for (const key of Object.keys(body)) {
    if (key !== 'filter' && !rule.members.includes(key)) {
      throw parsingErrorAt(`[${name}] unknown field [${key}]`, body, key, 'key');
    }
  }
  return withFilter(rule.parse(body), body);
}

function withFilter(rule: IntervalRule, body: JsonObject): IntervalRule {
  const { filter } = body;
  if (filter === undefined) return rule;
  if (!isJsonObject(filter) || Object.keys(filter).length !== 1) {
    throw parsingErrorAt('Expected a single interval filter', body, 'filter');
  }
  const [relation] = Object.keys(filter);
  if (relation === 'script')
    throw new OpenSearchError(
      'not_emulated_exception',
      'a script in an interval filter is not emulated by Rockpool',
    );
  const known = [
    'containing',
    'contained_by',
    'not_containing',
    'not_contained_by',
    'overlapping',
    'not_overlapping',
    'before',
    'after',
  ];
  const other = filter[relation];
  if (!isJsonObject(other)) throw parsingErrorAt(`Unknown filter type [${relation}]`, filter, relation);
  const inner = parseIntervalRule(other);
  if (!known.includes(relation)) {
    return () => {
      throw illegalArgument(`Unknown filter type [${relation}]`);
    };
  }
  return (context, field) =>
    relatedSource(rule(context, field), inner(context, field), relation as IntervalRelation);
}

function orderOf(json: JsonObject): boolean {
  if (json.mode !== undefined) return readText(json.mode) === 'ordered';
  return json.ordered !== undefined && readBoolean(json.ordered);
}

/** The field whose terms are looked at: the clause's, or `use_field`. */
function fieldOf(context: QueryShardContext, field: MappedFieldType, json: JsonObject): MappedFieldType {
  if (json.use_field === undefined) return field;
  const other = context.mapper.field(readText(json.use_field));
  if (other === undefined)
    throw illegalArgument(`Cannot create intervals over unmapped field [${readText(json.use_field)}]`);
  return other;
}

function parseMatch(json: JsonObject): IntervalRule {
  if (json.query === undefined) throw illegalArgument('Required [query]');
  const text = readText(json.query);
  const maxGaps = json.max_gaps === undefined ? -1 : readInt(json.max_gaps);
  const ordered = orderOf(json);
  const analyzerName = json.analyzer === undefined ? null : readText(json.analyzer);
  return (context, field) => {
    const own = fieldOf(context, field, json);
    const tokens = queryAnalyzer(context, own, 'intervals', analyzerName).tokenize(text);
    const sources = termsByPosition(tokens).map(({ terms }) =>
      anySource(terms.map((term) => termSource(own.name, term))),
    );
    return sources.length === 0 ? anyOfNothing() : allSource(sources, ordered, maxGaps);
  };
}

function anyOfNothing(): IntervalSource {
  return {
    key: 'nothing',
    text: 'NO_MATCH',
    terms: [],
    patterns: [],
    candidates: () => ({ kind: 'none' }),
    leaf: () => () => [],
  };
}

function rulesOf(json: JsonObject): IntervalRule[] {
  if (!Array.isArray(json.intervals)) throw illegalArgument('Required [intervals]');
  const list = json.intervals;
  return list.map((item) => {
    if (!isJsonObject(item)) throw illegalArgument('an interval rule must be an object');
    return parseIntervalRule(item);
  });
}

function parseAnyOf(json: JsonObject): IntervalRule {
  const rules = rulesOf(json);
  if (rules.length === 0) return anyOfNothing;
  return (context, field) => anySource(rules.map((rule) => rule(context, field)));
}

function parseAllOf(json: JsonObject): IntervalRule {
  const rules = rulesOf(json);
  if (rules.length === 0) return anyOfNothing;
  const maxGaps = json.max_gaps === undefined ? -1 : readInt(json.max_gaps);
  const ordered = orderOf(json);
  return (context, field) =>
    allSource(
      rules.map((rule) => rule(context, field)),
      ordered,
      maxGaps,
    );
}

function normalized(context: QueryShardContext, field: MappedFieldType, text: string): string {
  const tokens = queryAnalyzer(context, field, 'intervals', null).tokenize(text);
  return tokens.length === 1 && tokens[0].term.length === text.length ? tokens[0].term : text.toLowerCase();
}

function parsePrefix(json: JsonObject): IntervalRule {
  if (json.prefix === undefined) throw illegalArgument('Required [prefix]');
  const text = readText(json.prefix);
  return (context, field) => {
    const own = fieldOf(context, field, json);
    const prefix = normalized(context, own, text);
    return expandedSource(own.name, `${prefix}*`, `${prefix}*`, prefix, () => true, MAX_EXPANSIONS);
  };
}

function parseWildcard(json: JsonObject): IntervalRule {
  if (json.pattern === undefined) throw illegalArgument('Required [pattern]');
  const pattern = readText(json.pattern);
  const maximum = json.max_expansions === undefined ? MAX_EXPANSIONS : readInt(json.max_expansions);
  return (context, field) => {
    const own = fieldOf(context, field, json);
    const compiled = compileWildcard(pattern.toLowerCase(), false);
    return expandedSource(
      own.name,
      `wildcard ${pattern}`,
      pattern,
      compiled.prefix,
      compiled.matches,
      maximum,
    );
  };
}

function parseFuzzy(json: JsonObject): IntervalRule {
  if (json.term === undefined) throw illegalArgument('Required [term]');
  const text = readText(json.term);
  const prefixLength = json.prefix_length === undefined ? 0 : readInt(json.prefix_length);
  const transpositions = json.transpositions === undefined || readBoolean(json.transpositions);
  const fuzziness = json.fuzziness === undefined ? 'AUTO' : readFuzziness(json.fuzziness);
  return (context, field) => {
    const own = fieldOf(context, field, json);
    const term = normalized(context, own, text);
    const options = {
      prefixLength,
      transpositions,
      maxEdits: maxEditsFor(fuzziness, codePoints(term).length),
    };
    const editsOf = fuzzyMatcher(term, options);
    const accepts = (candidate: string): boolean => editsOf(candidate) !== null;
    return expandedSource(
      own.name,
      `fuzzy ${term}`,
      term,
      term.slice(0, prefixLength),
      accepts,
      MAX_EXPANSIONS,
      (terms) => fuzzyOrds(terms, term, options),
    );
  };
}
