import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  Regex,
  RegexBudgetError,
  RegexSyntaxError,
  wildcardMatches,
} from '../common/index.ts';
import type { DynamicTemplate } from './definition.ts';
import { classCast, mapperParsing } from './errors.ts';
import { javaTextInOrder } from './javaText.ts';

/** Parses `dynamic_templates`; `null` if absent. Throws as the original does. */
export function parseTemplates(value: JsonValue | undefined): readonly DynamicTemplate[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value))
    throw mapperParsing('Dynamic template syntax error. An array of named objects is expected.');
  const templates = new Map<string, DynamicTemplate>();
  for (const entry of value) {
    if (!isJsonObject(entry)) throw classCast(entry, 'java.util.Map');
    if (Object.keys(entry).length !== 1) {
      throw mapperParsing('A dynamic template must be defined with a name');
    }
    const [[name, body]] = Object.entries(entry);
    if (!isJsonObject(body)) throw classCast(body, 'java.util.Map');
    templates.set(name, parseTemplate(name, body));
  }
  return [...templates.values()];
}

const PATTERN_KEYS = ['match', 'path_match', 'unmatch', 'path_unmatch'] as const;
const MATCH_TYPES = ['object', 'string', 'long', 'double', 'boolean', 'date', 'binary'];

function parseTemplate(name: string, body: JsonObject): DynamicTemplate {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(body)) {
    if (key === 'mapping') continue;
    if (!['match_mapping_type', 'match_pattern', ...PATTERN_KEYS].includes(key)) {
      throw illegalArgument(`Illegal dynamic template parameter: [${key}]`);
    }
    if (value === null) throw nullText();
    texts.set(key, javaTextInOrder(value));
  }
  const { mapping } = body;
  if (mapping !== undefined && mapping !== null && !isJsonObject(mapping))
    throw classCast(mapping, 'java.util.Map');
  if (!['match', 'path_match', 'match_mapping_type'].some((key) => texts.has(key))) {
    const shown = javaTextInOrder(body);
    throw mapperParsing(`template must have match, path_match or match_mapping_type set ${shown}`);
  }
  if (!isJsonObject(mapping)) throw mapperParsing('template must have mapping set');
  const type = texts.get('match_mapping_type') ?? '*';
  if (type !== '*' && !MATCH_TYPES.includes(type)) {
    throw illegalArgument(
      `No field type matched on [${type}], possible values are [${MATCH_TYPES.join(', ')}]`,
    );
  }
  const style = texts.get('match_pattern') ?? 'simple';
  if (style !== 'simple' && style !== 'regex') {
    throw illegalArgument(`No matching pattern matched on [${style}]`);
  }
  const matcher = (key: string): ((text: string) => boolean) | null => {
    const pattern = texts.get(key);
    if (pattern === undefined) return null;
    return style === 'regex' ? regexMatcher(name, pattern) : (text) => wildcardMatches(pattern, text);
  };
  return {
    name,
    match: matcher('match'),
    pathMatch: matcher('path_match'),
    unmatch: matcher('unmatch'),
    pathUnmatch: matcher('path_unmatch'),
    matchMappingType: type,
    mapping,
    body: printedBody(texts, mapping),
  };
}

function nullText(): OpenSearchError {
  const value = 'the return value of "java.util.Map$Entry.getValue()"';
  return new OpenSearchError(
    'null_pointer_exception',
    `Cannot invoke "Object.toString()" because ${value} is null`,
  );
}

/** The body as printed by `_mapping`: as strings, without defaults, the mapping's members sorted. */
function printedBody(texts: ReadonlyMap<string, string>, mapping: JsonObject): JsonObject {
  const body: JsonObject = {};
  for (const key of PATTERN_KEYS) {
    const pattern = texts.get(key);
    if (pattern !== undefined) body[key] = pattern;
  }
  const type = texts.get('match_mapping_type');
  const hasPattern = texts.has('match') || texts.has('path_match');
  if (type !== undefined && (type !== '*' || !hasPattern)) body.match_mapping_type = type;
  if (texts.get('match_pattern') === 'regex') body.match_pattern = 'regex';
  body.mapping = Object.fromEntries(Object.entries(mapping).sort(([a], [b]) => (a < b ? -1 : 1)));
  return body;
}

function regexMatcher(template: string, pattern: string): (text: string) => boolean {
  const regex = compile(template, pattern);
  return (text) => {
    try {
      return regex.matchWhole(text) !== null;
    } catch (error) {
      if (error instanceof RegexBudgetError) throw illegalArgument(error.message);
      throw error;
    }
  };
}

function compile(template: string, pattern: string): Regex {
  try {
    return new Regex(pattern);
  } catch (error) {
    if (!(error instanceof RegexSyntaxError)) throw error;
    throw illegalArgument(
      `Pattern [${pattern}] of type [regex] is invalid. Cannot create dynamic template [${template}].`,
      new OpenSearchError('pattern_syntax_exception', error.inJavaWords(pattern)),
    );
  }
}
