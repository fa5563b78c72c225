import type { JsonObject, JsonValue } from '../../common/index.ts';
import {
  hashMapOrder,
  illegalArgument,
  isJsonObject,
  numberFormat,
  ObjectReader,
  OpenSearchError,
  tokenName,
  wildcardMatches,
} from '../../common/index.ts';
import { javaText } from '../../mapper/index.ts';
import { definedSettings, flattenSettings, nestedSettingsJson } from '../settings/flat.ts';
import { membersOfKind, normalizeAlias } from './aliases.ts';
import { validationFailed } from './errors.ts';
import { validateAliasName } from './indexName.ts';
import { mergeJson } from './mergeJson.ts';

/** What templates contribute to a new index. */
export interface TemplateContent {
  readonly settings: ReadonlyMap<string, string | null>;
  readonly mappings: JsonObject;
  readonly aliases: ReadonlyMap<string, JsonObject>;
}

export const NO_CONTENT: TemplateContent = { settings: new Map(), mappings: {}, aliases: new Map() };

export interface TemplateTables {
  readonly templates: ReadonlyMap<string, JsonObject>;
  readonly indexTemplates: ReadonlyMap<string, JsonObject>;
  readonly componentTemplates: ReadonlyMap<string, JsonObject>;
}

/**
 * The content for a new index: from the index template with the highest priority, or from all matching legacy
 * templates by order.
 */
export function templateContent(tables: TemplateTables, indexName: string): TemplateContent {
  const name = matchingIndexTemplate(tables.indexTemplates, indexName);
  if (name !== null) return composedContent(tables, tables.indexTemplates.get(name) as JsonObject);
  return [...tables.templates.values()]
    .filter((template) => patternsOf(template).some((pattern) => wildcardMatches(pattern, indexName)))
    .sort((a, b) => Number(a.order ?? 0) - Number(b.order ?? 0))
    .reduce((content, template) => combine(content, contentOf(template)), NO_CONTENT);
}

export function matchingIndexTemplate(
  templates: ReadonlyMap<string, JsonObject>,
  indexName: string,
): string | null {
  let best: string | null = null;
  let bestPriority = -1;
  for (const [name, template] of templates) {
    if (!patternsOf(template).some((pattern) => wildcardMatches(pattern, indexName))) continue;
    const priority = Number(template.priority ?? 0);
    if (priority > bestPriority) {
      best = name;
      bestPriority = priority;
    }
  }
  return best;
}

/** Merges the components in order, then the template itself. */
export function composedContent(tables: TemplateTables, template: JsonObject): TemplateContent {
  const components = (template.composed_of ?? []) as string[];
  const parts = [...components.map((name) => tables.componentTemplates.get(name) ?? {}), template];
  return parts.reduce<TemplateContent>(
    (content, part) => combine(content, contentOf(isJsonObject(part.template) ? part.template : {})),
    NO_CONTENT,
  );
}

/** A template's own content: the body of a legacy template, the member `template` of others. */
export function contentOf(body: JsonObject): TemplateContent {
  const aliases = isJsonObject(body.aliases) ? (Object.entries(body.aliases) as [string, JsonObject][]) : [];
  return {
    settings: isJsonObject(body.settings) ? flattenSettings(body.settings, 'index.') : new Map(),
    mappings: isJsonObject(body.mappings) ? body.mappings : {},
    aliases: new Map(aliases),
  };
}

export function combine(base: TemplateContent, over: TemplateContent): TemplateContent {
  return {
    settings: new Map([...base.settings, ...over.settings]),
    mappings: mergeJson(base.mappings, over.mappings),
    aliases: new Map([...base.aliases, ...over.aliases]),
  };
}

export function patternsOf(template: JsonObject): readonly string[] {
  const patterns = template.index_patterns;
  if (Array.isArray(patterns)) return patterns.map(String);
  return patterns === undefined ? [] : [String(patterns)];
}

/** The old form of mappings with a type: `{_doc: {…}}`. */
function isTyped(mappings: JsonObject): boolean {
  return Object.keys(mappings).length === 1 && mappings._doc !== undefined;
}

/** A legacy template as stored and printed. Throws for the first invalid member, then for missing patterns. */
export function normalizeTemplate(body: JsonObject): JsonObject {
  const { mappings } = body;
  if (isJsonObject(mappings) && isTyped(mappings)) {
    throw illegalArgument('The mapping definition cannot be nested under a type');
  }
  for (const key of hashMapOrder(Object.keys(body))) {
    const check = LEGACY_MEMBERS.get(key);
    if (check === undefined) {
      throw new OpenSearchError('parse_exception', `unknown key [${key}] in the template `);
    }
    check(body[key]);
  }
  // The former name of `index_patterns`, which held one pattern.
  const former = typeof body.template === 'string' ? body.template : undefined;
  const patterns = body.index_patterns ?? former;
  if (patterns === undefined || patterns === null || (Array.isArray(patterns) && patterns.length === 0)) {
    throw validationFailed(['index patterns are missing']);
  }
  const template: JsonObject = { order: Number(body.order ?? 0) };
  if (body.version !== undefined) template.version = body.version;
  template.index_patterns = Array.isArray(patterns) ? patterns : [patterns];
  template.settings = nestedIndexSettings(body.settings);
  template.mappings = isJsonObject(mappings) ? mappings : {};
  template.aliases = legacyAliases(body.aliases);
  return template;
}

/** The members of a legacy template, each with the check of its value. */
const LEGACY_MEMBERS: ReadonlyMap<string, (value: JsonValue) => void> = new Map([
  ['index_patterns', checkPatterns],
  ['order', checkOrder],
  ['version', checkVersion],
  ['settings', (value: JsonValue) => void innerObject('settings', value)],
  ['mappings', (value: JsonValue) => void innerObject('mappings', value)],
  ['aliases', checkAliases],
  ['template', () => {}],
]);

function checkPatterns(patterns: JsonValue): void {
  if (typeof patterns === 'string' || Array.isArray(patterns) || patterns === null) return;
  throw illegalArgument('Malformed [template] value, should be a string or a list of strings');
}

function checkOrder(order: JsonValue): void {
  if (order === null) return;
  if (typeof order === 'number') {
    if (Number.isInteger(order)) return;
    throw illegalArgument(`${order} is not an integer value`);
  }
  if (/^[+-]?\d+$/.test(String(order))) return;
  throw numberFormat(javaText(order));
}

function checkVersion(version: JsonValue): void {
  if (!Number.isInteger(version)) throw illegalArgument('Malformed [version] value, should be an integer');
}

function checkAliases(value: JsonValue): void {
  if (Object.values(innerObject('aliases', value)).every(isJsonObject)) return;
  throw illegalArgument('No alias is specified');
}

function innerObject(name: string, value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  throw illegalArgument(`Malformed [${name}] section, should include an inner object`);
}

/** An index template or component template as stored and printed. */
export function normalizeComposable(
  kind: 'index_template' | 'component_template',
  body: JsonObject,
): JsonObject {
  const known = kind === 'index_template' ? INDEX_TEMPLATE_KEYS : COMPONENT_TEMPLATE_KEYS;
  for (const key of Object.keys(body)) checkMember(kind, body, key, known.get(key));
  if (kind === 'component_template' && body.template === undefined) {
    throw illegalArgument('Required [template]');
  }
  const stored: JsonObject = {};
  if (kind === 'index_template') {
    if (body.index_patterns === undefined) throw illegalArgument('Required [index_patterns]');
    stored.index_patterns = patternsOf(body) as JsonValue[];
    if (stored.index_patterns.length === 0) {
      throw illegalArgument('There must be at least one pattern, zero given');
    }
    if (Number(body.priority ?? 0) < 0) throw validationFailed(['index template priority must be >= 0']);
  }
  if (isJsonObject(body.template)) stored.template = inTemplate(kind, body.template);
  if (kind === 'index_template' && (body.composed_of !== undefined || stored.template !== undefined)) {
    stored.composed_of = [body.composed_of ?? []].flat().map(String);
  }
  const dataStream = new ObjectReader(kind, body).object('data_stream', readDataStream);
  if (dataStream !== undefined) stored.data_stream = dataStream;
  for (const key of ['priority', 'version', '_meta']) if (body[key] !== undefined) stored[key] = body[key];
  return stored;
}

/** `data_stream` with the name of its timestamp field; unknown members are ignored, as in the original. */
function readDataStream(value: JsonObject): JsonObject {
  const reader = new ObjectReader('data_stream_template', value);
  const name = reader.object('timestamp_field', readTimestampField) ?? '@timestamp';
  return { timestamp_field: { name } };
}

function readTimestampField(value: JsonObject): string {
  const reader = new ObjectReader('timestamp_field', value);
  const name = reader.text('name');
  reader.end();
  if (name === undefined) throw illegalArgument('Required [name]');
  return name;
}

type MemberKind = 'texts' | 'object' | 'number';

const INDEX_TEMPLATE_KEYS: ReadonlyMap<string, MemberKind> = new Map([
  ['index_patterns', 'texts'],
  ['template', 'object'],
  ['composed_of', 'texts'],
  ['priority', 'number'],
  ['version', 'number'],
  ['_meta', 'object'],
  ['data_stream', 'object'],
]);
const COMPONENT_TEMPLATE_KEYS: ReadonlyMap<string, MemberKind> = new Map([
  ['template', 'object'],
  ['version', 'number'],
  ['_meta', 'object'],
]);

/** Throws for an unknown member or one of the wrong type. */
function checkMember(parser: string, body: JsonObject, key: string, kind: MemberKind | undefined): void {
  const value = body[key];
  if (kind === undefined) throw contentError(parser, body, key, `unknown field [${key}]`, 'key');
  if (kind === 'number') {
    if (typeof value === 'number' || value === null) return;
    if (typeof value === 'string') {
      if (/^[+-]?\d+$/.test(value)) return;
      const cause = illegalArgument(`For input string: "${value}"`);
      throw contentError(parser, body, key, `failed to parse field [${key}]`, 'value', cause);
    }
  }
  const inner = Array.isArray(value) ? value.findIndex((item) => typeof item === 'object') : -1;
  if (kind === 'texts' && inner >= 0) {
    const cause = new OpenSearchError(
      'illegal_state_exception',
      `expected value but got [${tokenName((value as JsonValue[])[inner])}]`,
    );
    throw contentError(parser, value as JsonValue[], inner, `failed to parse field [${key}]`, 'value', cause);
  }
  const fits = kind === 'object' ? isJsonObject(value) : typeof value === 'string' || Array.isArray(value);
  if (fits && kind !== 'number') return;
  throw contentError(parser, body, key, wrongType(key, value), 'value');
}

function contentError(
  parser: string,
  container: object,
  key: string | number,
  problem: string,
  edge: 'key' | 'value',
  causedBy?: OpenSearchError,
): OpenSearchError {
  const at = { container, key, edge };
  return new OpenSearchError('x_content_parse_exception', `[1:1] [${parser}] ${problem}`, { at, causedBy });
}

/** Parses a template's content; errors are also reported for the member `template`. */
function inTemplate(parser: string, template: JsonObject): JsonObject {
  const wrong = Object.keys(template).find((key) => !CONTENT_KEYS.has(key) || !isJsonObject(template[key]));
  if (wrong === undefined) return normalizeContent(template);
  const cause = CONTENT_KEYS.has(wrong)
    ? contentError('template', template, wrong, wrongType(wrong, template[wrong]), 'value')
    : contentError('template', template, wrong, `unknown field [${wrong}]`, 'key');
  const at = { container: template, key: wrong, edge: 'value' as const };
  throw new OpenSearchError(
    'x_content_parse_exception',
    `[1:1] [${parser}] failed to parse field [template]`,
    { at, causedBy: cause, rootCauses: [cause] },
  );
}

function wrongType(key: string, value: JsonValue): string {
  return `${key} doesn't support values of type: ${tokenName(value)}`;
}

const CONTENT_KEYS: ReadonlySet<string> = new Set(['settings', 'mappings', 'aliases']);

function normalizeContent(template: JsonObject): JsonObject {
  const content: JsonObject = {};
  if (isJsonObject(template.settings)) content.settings = nestedIndexSettings(template.settings);
  // An empty mapping is as good as none.
  if (isJsonObject(template.mappings) && Object.keys(template.mappings).length > 0) {
    content.mappings = template.mappings;
  }
  if (isJsonObject(template.aliases)) content.aliases = normalizeAliases(template.aliases);
  return content;
}

/** Legacy templates keep only the filters and routings of their aliases, as in the original. */
function legacyAliases(aliases: JsonValue | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(normalizeAliases(aliases)).map(([name, alias]) => {
      const { is_write_index: _isWriteIndex, is_hidden: _isHidden, ...kept } = alias as JsonObject;
      return [name, kept];
    }),
  );
}

function normalizeAliases(aliases: JsonValue | undefined): JsonObject {
  if (!isJsonObject(aliases)) return {};
  return Object.fromEntries(
    Object.entries(aliases).map(([name, alias]) => {
      if (name === '') throw illegalArgument('alias name is required');
      validateAliasName(name);
      return [name, normalizeAlias(name, membersOfKind(alias))];
    }),
  );
}

function nestedIndexSettings(settings: JsonValue | undefined): JsonObject {
  if (!isJsonObject(settings)) return {};
  return nestedSettingsJson(definedSettings(flattenSettings(settings, 'index.')));
}

/** Throws if another index template of the same priority could match the same names. */
export function checkOverlap(tables: TemplateTables, name: string, template: JsonObject): void {
  const priority = Number(template.priority ?? 0);
  const patterns = patternsOf(template);
  const overlapping = [...tables.indexTemplates].filter(
    ([other, existing]) =>
      other !== name &&
      Number(existing.priority ?? 0) === priority &&
      patterns.some((a) => patternsOf(existing).some((b) => patternsIntersect(a, b))),
  );
  if (overlapping.length === 0) return;
  const names = overlapping.map(([other]) => other);
  const list = overlapping.map(([other, existing]) => `${other} => [${patternsOf(existing).join(', ')}]`);
  throw illegalArgument(
    `index template [${name}] has index patterns [${patterns.join(', ')}] matching patterns from existing templates ` +
      `[${names.join(',')}] with patterns (${list.join(',')}) that have the same priority [${priority}], ` +
      'multiple index templates may not match during index creation, please use a different priority',
  );
}

/** Whether some name matches both patterns. */
export function patternsIntersect(a: string, b: string): boolean {
  if (!a.includes('*')) return wildcardMatches(b, a);
  if (!b.includes('*')) return wildcardMatches(a, b);
  const [prefixA, prefixB] = [a.slice(0, a.indexOf('*')), b.slice(0, b.indexOf('*'))];
  const [suffixA, suffixB] = [a.slice(a.lastIndexOf('*') + 1), b.slice(b.lastIndexOf('*') + 1)];
  const startsAgree = prefixA.startsWith(prefixB) || prefixB.startsWith(prefixA);
  return startsAgree && (suffixA.endsWith(suffixB) || suffixB.endsWith(suffixA));
}
