import {
  checkToken,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
  unknownMember,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { compileIntervalPredicate, parseScriptSource } from '../../script/index.ts';
import { fuzzyMatcher, maxEditsFor } from '../automaton/fuzzy.ts';
import { fuzzyOrds } from '../automaton/levenshteinWalk.ts';
import { codePoints, compileWildcard } from '../automaton/wildcard.ts';
import { intAt } from '../numberTokens.ts';
import { contentErrorAt, parseMember, parsingErrorAt, readText, tokenName } from '../reader.ts';
import { queryAnalyzer, termsByPosition } from '../text/analyze.ts';
import { readFuzziness } from '../text/matchMembers.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';
import type { IntervalRelation } from './intervals.ts';
import {
  allSource,
  anySource,
  expandedSource,
  extendedSource,
  filteredSource,
  type IntervalSource,
  relatedSource,
  termSource,
} from './source.ts';

/** A parsed rule of an intervals clause. */
export type IntervalRule = (context: QueryShardContext, field: MappedFieldType) => IntervalSource;

const MAX_EXPANSIONS = 128;

type RuleParser = (json: JsonObject) => IntervalRule;

const TEXT = ['VALUE_STRING'];
const WHOLE = ['VALUE_NUMBER', 'VALUE_STRING'];
const FLAG = ['VALUE_BOOLEAN', 'VALUE_STRING'];
const OBJECTS = ['START_ARRAY', 'START_OBJECT'];
const ANALYSIS = { analyzer: TEXT, use_field: TEXT, filter: ['START_OBJECT'] };
const ORDER = { max_gaps: WHOLE, ordered: FLAG, mode: TEXT, filter: ['START_OBJECT'] };

/** A rule's members with their allowed tokens. */
interface RuleType {
  readonly members: Readonly<Record<string, readonly string[]>>;
  readonly parse: RuleParser;
}

const RULES: ReadonlyMap<string, RuleType> = new Map<string, RuleType>([
  ['match', { members: { query: TEXT, ...ORDER, ...ANALYSIS }, parse: parseMatch }],
  ['any_of', { members: { intervals: OBJECTS, filter: ['START_OBJECT'] }, parse: parseAnyOf }],
  ['all_of', { members: { intervals: OBJECTS, ...ORDER }, parse: parseAllOf }],
  ['prefix', { members: { prefix: TEXT, ...ANALYSIS }, parse: parsePrefix }],
  ['wildcard', { members: { pattern: TEXT, max_expansions: WHOLE, ...ANALYSIS }, parse: parseWildcard }],
  [
    'fuzzy',
    {
      members: {
        term: TEXT,
        prefix_length: WHOLE,
        transpositions: FLAG,
        fuzziness: ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN'],
        ...ANALYSIS,
      },
      parse: parseFuzzy,
    },
  ],
]);

/** Parses `{match: {…}}` and other rules; the clause reads `boost` and `_name`. */
export function parseIntervalRule(json: JsonObject, within: JsonObject): IntervalRule {
  const names = Object.keys(json).filter((key) => key !== 'boost' && key !== '_name');
  const [name] = names;
  if (names.length === 0)
    throw parsingErrorAt('Missing intervals from interval query definition', within, null, 'end');
  const rule = parseRule(json, name);
  if (names.length > 1)
    throw parsingErrorAt(
      `Only one interval rule can be specified, found [${names[0]}] and [${names[1]}]`,
      json,
      names[1],
      'key',
    );
  return rule;
}

function parseRule(json: JsonObject, name: string): IntervalRule {
  const rule = RULES.get(name);
  const body = json[name];
  if (rule === undefined) {
    throw parsingErrorAt(
      `Unknown interval type [${name}], expecting one of [match, any_of, all_of, prefix, wildcard, regexp]`,
      json,
      name,
      'key',
    );
  }
  if (!isJsonObject(body)) {
    throw contentErrorAt(`[${name}] Expected START_OBJECT but was: ${tokenName(body)}`, json, name);
  }
  for (const key of Object.keys(body)) {
    if (!Object.hasOwn(rule.members, key)) throw unknownMember(name, body, key, Object.keys(rule.members));
    checkToken(name, body, key, rule.members[key]);
  }
  return withFilter(name, rule.parse(body), body);
}

/** Parses a nested rule: an object with one member. */
function parseInnerRule(json: JsonObject): IntervalRule {
  const name = onlyMember(json);
  const rule = parseRule(json, name);
  endAfterOne(json);
  return rule;
}

function onlyMember(json: JsonObject): string {
  const [name] = Object.keys(json);
  if (name !== undefined) return name;
  throw parsingErrorAt('Expected [FIELD_NAME] but got [END_OBJECT]', json, null, 'end');
}

/** Reported after the first member has been read. */
function endAfterOne(json: JsonObject): void {
  const [, second] = Object.keys(json);
  if (second === undefined) return;
  throw parsingErrorAt('Expected [END_OBJECT] but got [FIELD_NAME]', json, second, 'key');
}

function withFilter(name: string, rule: IntervalRule, body: JsonObject): IntervalRule {
  const { filter } = body;
  if (filter === undefined) return rule;
  return parseMember(name, body, 'filter', () => parseFilter(rule, filter as JsonObject));
}

const RELATIONS: readonly string[] = [
  'containing',
  'contained_by',
  'not_containing',
  'not_contained_by',
  'overlapping',
  'not_overlapping',
  'before',
  'after',
] satisfies IntervalRelation[];

function parseFilter(rule: IntervalRule, filter: JsonObject): IntervalRule {
  const relation = onlyMember(filter);
  const other = filter[relation];
  if (!isJsonObject(other)) {
    const token = tokenName(other);
    if (relation !== 'script') {
      throw parsingErrorAt(`Expected [START_OBJECT] but got [${token}]`, filter, relation);
    }
    throw contentErrorAt(`[script] Expected START_OBJECT but was: ${token}`, filter, relation);
  }
  if (relation === 'script') {
    const script = scripted(rule, other);
    endAfterOne(filter);
    return script;
  }
  const inner = parseInnerRule(other);
  endAfterOne(filter);
  if (!RELATIONS.includes(relation)) {
    return () => {
      throw illegalArgument(`Unknown filter type [${relation}]`);
    };
  }
  return (context, field) =>
    relatedSource(rule(context, field), inner(context, field), relation as IntervalRelation);
}

function scripted(rule: IntervalRule, json: JsonValue): IntervalRule {
  const source = parseScriptSource(json);
  return (context, field) =>
    filteredSource(rule(context, field), `script${stringifyJson(source)}`, compileIntervalPredicate(source));
}

function orderOf(json: JsonObject): boolean {
  if (json.mode !== undefined) return readText(json.mode) === 'ordered';
  return json.ordered !== undefined && booleanAt(json, 'ordered');
}

/** The field to search: the clause's, or `use_field`; `null` if it is unmapped. */
function fieldOf(
  context: QueryShardContext,
  field: MappedFieldType,
  json: JsonObject,
): MappedFieldType | null {
  if (json.use_field === undefined) return field;
  const other = context.mapper.field(readText(json.use_field));
  return other === undefined ? null : checkIntervalField(other);
}

/** Throws for a field without positions. */
export function checkIntervalField(field: MappedFieldType): MappedFieldType {
  if (field.family === 'text') return field;
  throw illegalArgument(
    `Can only use interval queries on text fields - not on [${field.name}] which is of type [${field.typeName}]`,
  );
}

function parseMatch(json: JsonObject): IntervalRule {
  const maxGaps = json.max_gaps === undefined ? -1 : intAt(json, 'max_gaps');
  const ordered = orderOf(json);
  const analyzerName = json.analyzer === undefined ? null : readText(json.analyzer);
  if (json.query === undefined) throw illegalArgument('Required [query]');
  const text = readText(json.query);
  return (context, field) => {
    const own = fieldOf(context, field, json);
    if (own === null) return anyOfNothing();
    // The original takes the field's analyzer in place of one that it does not find.
    const isKnown = analyzerName !== null && context.analysis.hasAnalyzer(analyzerName);
    const tokens = queryAnalyzer(context, own, 'intervals', isKnown ? analyzerName : null).tokenize(text);
    const groups = termsByPosition(tokens);
    const sources = groups.map(({ terms, position }, i) => {
      const before = groups.length === 1 ? 0 : position - (i === 0 ? -1 : groups[i - 1].position) - 1;
      return extendedSource(anySource(terms.map((term) => termSource(own.name, term))), before);
    });
    return sources.length === 0 ? anyOfNothing() : allSource(sources, ordered, maxGaps);
  };
}

function anyOfNothing(): IntervalSource {
  return {
    key: 'nothing',
    text: 'NO_MATCH',
    minExtent: 0,
    terms: [],
    patterns: [],
    candidates: () => ({ kind: 'none' }),
    leaf: () => () => [],
  };
}

function rulesOf(name: string, json: JsonObject): IntervalRule[] {
  if (json.intervals === undefined) throw illegalArgument('Required [intervals]');
  const intervals = Array.isArray(json.intervals) ? json.intervals : [json.intervals];
  return parseMember(name, json, 'intervals', () =>
    intervals.map((item) => {
      if (isJsonObject(item)) return parseInnerRule(item);
      throw parsingErrorAt('Expected [FIELD_NAME] but got [END_ARRAY]', intervals, null, 'end');
    }),
  );
}

function parseAnyOf(json: JsonObject): IntervalRule {
  const rules = rulesOf('any_of', json);
  if (rules.length === 0) return anyOfNothing;
  return (context, field) => anySource(rules.map((rule) => rule(context, field)));
}

function parseAllOf(json: JsonObject): IntervalRule {
  const rules = rulesOf('all_of', json);
  if (rules.length === 0) return anyOfNothing;
  const maxGaps = json.max_gaps === undefined ? -1 : intAt(json, 'max_gaps');
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
    if (own === null) return anyOfNothing();
    const prefix = normalized(context, own, text);
    return expandedSource(own.name, `${prefix}*`, `${prefix}*`, prefix, () => true, MAX_EXPANSIONS);
  };
}

function parseWildcard(json: JsonObject): IntervalRule {
  if (json.pattern === undefined) throw illegalArgument('Required [pattern]');
  const pattern = readText(json.pattern);
  const maximum = json.max_expansions === undefined ? MAX_EXPANSIONS : intAt(json, 'max_expansions');
  return (context, field) => {
    const own = fieldOf(context, field, json);
    if (own === null) return anyOfNothing();
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
  const prefixLength = json.prefix_length === undefined ? 0 : intAt(json, 'prefix_length');
  const transpositions = json.transpositions === undefined || booleanAt(json, 'transpositions');
  const fuzziness = json.fuzziness === undefined ? 'AUTO' : readFuzziness(json.fuzziness);
  return (context, field) => {
    const own = fieldOf(context, field, json);
    if (own === null) return anyOfNothing();
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
