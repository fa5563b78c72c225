import type { AnalysisRegistry } from '../analysis/index.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notEmulated,
  OpenSearchError,
  type Steps,
} from '../common/index.ts';
import { dateFormatter } from './dates/index.ts';
import { type DynamicTemplate, EMPTY_OBJECT, type RootNode } from './definition.ts';
import { mapperParsing } from './errors.ts';
import { javaTextInOrder } from './javaText.ts';
import { checkNothingLeft, namedBoolean, nullNode, readObjectParameters } from './mappingParser.ts';
import { toBoolean } from './parameters.ts';

/** What may stand in a metadata mapper, by name. */
const METADATA: Readonly<Record<string, readonly string[]>> = {
  _routing: ['required'],
  _source: ['enabled', 'includes', 'excludes'],
  _field_names: ['enabled'],
  _data_stream_timestamp: ['enabled', 'timestamp_field'],
};

/** A mapping body (`{properties: …, dynamic: …}`) → its root node. Throws as the original does, unwrapped. */
export function* parseRoot(mapping: JsonObject, analysis: AnalysisRegistry): Steps<RootNode> {
  const rest = { ...mapping };
  const metadata = new Map<string, JsonObject>();
  for (const [name, allowed] of Object.entries(METADATA)) {
    if (rest[name] === undefined) continue;
    metadata.set(name, parseMetadata(name, rest[name], allowed));
    delete rest[name];
  }
  const meta = rest._meta;
  if (meta !== undefined && !isJsonObject(meta)) throw mapperParsing('[_meta] must be an object');
  const root = {
    meta: isJsonObject(meta) ? meta : null,
    metadata,
    dynamicTemplates: parseTemplates(rest.dynamic_templates),
    dynamicDateFormats: parseDateFormats(rest.dynamic_date_formats),
    dateDetection: detection(rest, 'date_detection'),
    numericDetection: detection(rest, 'numeric_detection'),
  };
  for (const key of [
    '_meta',
    'dynamic_templates',
    'dynamic_date_formats',
    'date_detection',
    'numeric_detection',
  ]) {
    delete rest[key];
  }
  const object = yield* readObjectParameters(EMPTY_OBJECT, '_doc', rest, analysis);
  checkNothingLeft('Root mapping definition', rest);
  return { ...root, object };
}

function detection(mapping: JsonObject, name: string): boolean | null {
  const value = mapping[name];
  if (value === undefined) return null;
  if (value === null) throw nullNode('node');
  return namedBoolean(value, name);
}

function parseMetadata(name: string, value: JsonValue, allowed: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw mapperParsing(`[${name}] config must be an object`);
  const rest = { ...value };
  const given: JsonObject = {};
  for (const key of allowed) {
    if (rest[key] === undefined) continue;
    given[key] = metadataValue(key, rest[key]);
    delete rest[key];
  }
  for (const key of Object.keys(rest)) {
    throw mapperParsing(`unknown parameter [${key}] on metadata field [${name}]`);
  }
  return given;
}

function metadataValue(key: string, value: JsonValue): JsonValue {
  if (key === 'includes' || key === 'excludes') return textList(value);
  return key === 'timestamp_field' ? value : toBoolean(value);
}

function textList(value: JsonValue): string[] {
  return (Array.isArray(value) ? value : [value]).map(javaTextInOrder);
}

function parseDateFormats(value: JsonValue | undefined): readonly string[] | null {
  if (value === undefined) return null;
  const formats = textList(value).filter((format) => format !== 'none');
  for (const format of formats) {
    if (format.startsWith('epoch_')) {
      throw mapperParsing(`Epoch [${format}] is not supported as dynamic date format`);
    }
    dateFormatter(format);
  }
  return formats;
}

function parseTemplates(value: JsonValue | undefined): readonly DynamicTemplate[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    throw mapperParsing('Dynamic template syntax error. An array of named objects is expected.');
  const templates = new Map<string, DynamicTemplate>();
  for (const entry of value) {
    if (!isJsonObject(entry) || Object.keys(entry).length !== 1) {
      throw mapperParsing('A dynamic template must be defined with a name');
    }
    const [[name, body]] = Object.entries(entry);
    if (!isJsonObject(body))
      throw mapperParsing('Dynamic template syntax error. An array of named objects is expected.');
    templates.set(name, parseTemplate(name, body));
  }
  return [...templates.values()];
}

const MATCH_KEYS = ['match', 'unmatch', 'path_match', 'path_unmatch', 'match_mapping_type'] as const;
const MATCH_TYPES = ['object', 'string', 'long', 'double', 'boolean', 'date', 'binary'];

function parseTemplate(name: string, body: JsonObject): DynamicTemplate {
  const text = (key: string): string | null => {
    const value = body[key];
    return value === undefined || value === null ? null : javaTextInOrder(value);
  };
  for (const key of Object.keys(body)) {
    if (key === 'mapping' || key === 'match_pattern' || (MATCH_KEYS as readonly string[]).includes(key))
      continue;
    throw new OpenSearchError('illegal_argument_exception', `Illegal dynamic template parameter: [${key}]`);
  }
  if (!isJsonObject(body.mapping)) throw mapperParsing('template must have mapping set');
  const pattern = text('match_pattern');
  if (pattern === 'regex') throw notEmulated('the dynamic template match_pattern [regex]');
  if (pattern !== null && pattern !== 'simple') {
    throw new OpenSearchError('illegal_argument_exception', `No matching pattern matched on [${pattern}]`);
  }
  if (!['match', 'path_match', 'match_mapping_type'].some((key) => text(key) !== null)) {
    throw mapperParsing('template must have match, path_match or match_mapping_type set');
  }
  const type = text('match_mapping_type');
  if (type !== null && type !== '*' && !MATCH_TYPES.includes(type)) {
    throw new OpenSearchError(
      'illegal_argument_exception',
      `No field type matched on [${type}], possible values are [${MATCH_TYPES.join(', ')}]`,
    );
  }
  return {
    name,
    match: text('match'),
    unmatch: text('unmatch'),
    pathMatch: text('path_match'),
    pathUnmatch: text('path_unmatch'),
    matchMappingType: type,
    mapping: body.mapping,
    body,
  };
}
