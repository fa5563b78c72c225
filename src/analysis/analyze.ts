import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  tokenName,
} from '../common/index.ts';
import {
  type Chain,
  type ChainAnalyzer,
  DEFAULT_POSITION_INCREMENT_GAP,
  filterStream,
  filterText,
  placeTokens,
  tokenizeText,
} from './chain.ts';
import { chainOf, type IndexComponents, needsSettings, typeNamed } from './indexComponents.ts';
import { componentSettings } from './settingsTree.ts';
import type { TokenStream } from './stream.ts';
import { keywordTokenizer } from './tokenizers/simple.ts';
import type { AnalyzeContext, Token } from './types.ts';

interface AnalyzeRequest {
  readonly texts: readonly string[];
  readonly analyzer: string | null;
  readonly normalizer: string | null;
  readonly field: string | null;
  readonly tokenizer: JsonValue | undefined;
  readonly filters: readonly JsonValue[];
  readonly charFilters: readonly JsonValue[];
  readonly explain: boolean;
  readonly attributes: readonly string[];
}

const KEYS = [
  'text',
  'analyzer',
  'normalizer',
  'field',
  'tokenizer',
  'filter',
  'char_filter',
  'explain',
  'attributes',
];

/** Where the analyzers and components named in a request are looked up. */
interface AnalysisSource {
  readonly components: IndexComponents;
  hasAnalyzer(name: string): boolean;
  analyzer(name: string): ChainAnalyzer;
  normalizerAnalyzer(name: string): ChainAnalyzer;
}

/** What analyses the texts; `custom` if it was assembled from the request. */
interface Subject {
  readonly name: string;
  readonly chain: Chain;
  readonly gap: number;
  readonly custom: boolean;
}

/**
 * The response of `_analyze`: `{"tokens": […]}`, or `{"detail": {…}}` with `explain`. Throws
 * action_request_validation, x_content_parse and illegal_argument errors in the original's words.
 */
export function analyze(body: JsonObject, analysis: AnalysisSource, context: AnalyzeContext): JsonObject {
  const request = readAnalyzeRequest(body, context.index);
  const subject = subjectOf(request, analysis, context);
  if (request.explain) return { detail: explain(subject, request, context) };
  const [last] = stagesOf(subject, request.texts, subject.chain.filters.length, context);
  return { tokens: last.tokens.map(tokenJson) };
}

/**
 * Parses and validates a request body, before its index is looked up. Throws the same errors as `analyze`.
 */
export function readAnalyzeRequest(body: JsonObject, index: string | null): AnalyzeRequest {
  const request = readRequest(body);
  validate(request, index);
  return request;
}

function readRequest(body: JsonObject): AnalyzeRequest {
  for (const key of Object.keys(body)) {
    if (KEYS.includes(key)) continue;
    throw new OpenSearchError('x_content_parse_exception', `[1:1] [analyze_request] unknown field [${key}]`, {
      at: { container: body, key, edge: 'key' },
    });
  }
  checkTypes(body);
  const text = (key: string): string | null => {
    const value = body[key];
    return value === undefined || value === null ? null : String(value);
  };
  return {
    texts: list(body.text).map(String),
    analyzer: text('analyzer'),
    normalizer: text('normalizer'),
    field: text('field'),
    tokenizer: body.tokenizer ?? undefined,
    filters: list(body.filter),
    charFilters: list(body.char_filter),
    explain: body.explain === true || body.explain === 'true',
    attributes: list(body.attributes).map(String),
  };
}

/** The value types that each key accepts. */
const VALUE_TYPES: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  text: (value) => typeof value === 'string' || Array.isArray(value),
  analyzer: (value) => typeof value === 'string',
  normalizer: (value) => typeof value === 'string',
  field: (value) => typeof value === 'string',
  tokenizer: (value) => typeof value === 'string' || isJsonObject(value),
  filter: (value) => Array.isArray(value) || isJsonObject(value),
  char_filter: (value) => Array.isArray(value) || isJsonObject(value),
  explain: (value) => typeof value === 'string' || typeof value === 'boolean',
  attributes: (value) => typeof value === 'string' || Array.isArray(value),
};

function checkTypes(body: JsonObject): void {
  for (const [key, value] of Object.entries(body)) {
    if (VALUE_TYPES[key](value)) continue;
    throw parseError(`${key} doesn't support values of type: ${tokenName(value)}`, body, key);
  }
  for (const key of ['text', 'filter', 'char_filter', 'attributes']) checkItems(key, list(body[key]));
}

/** Lists must not contain lists; lists of filters contain only names and definitions. */
function checkItems(key: string, items: readonly JsonValue[]): void {
  const filters = key.endsWith('filter');
  const wrong = items.findIndex(
    (item) => Array.isArray(item) || (filters && typeof item !== 'string' && !isJsonObject(item)),
  );
  if (wrong < 0) return;
  const at = { container: items, key: wrong, edge: 'value' } as const;
  const token = tokenName(items[wrong]);
  const causedBy = Array.isArray(items[wrong])
    ? new OpenSearchError('illegal_state_exception', `expected value but got [${token}]`)
    : new OpenSearchError(
        'x_content_parse_exception',
        `[1:1] Expected [VALUE_STRING] or [START_OBJECT], got ${token}`,
        { at },
      );
  throw new OpenSearchError(
    'x_content_parse_exception',
    `[1:1] [analyze_request] failed to parse field [${key}]`,
    {
      at,
      causedBy,
    },
  );
}

function parseError(problem: string, body: JsonObject, key: string): OpenSearchError {
  return new OpenSearchError('x_content_parse_exception', `[1:1] [analyze_request] ${problem}`, {
    at: { container: body, key, edge: 'value' },
  });
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function validate(request: AnalyzeRequest, index: string | null): void {
  const problems: string[] = [];
  const extras = request.filters.length > 0 || request.charFilters.length > 0;
  if (request.texts.length === 0) problems.push('text is missing');
  if (index === null && request.normalizer !== null) {
    problems.push('index is required if normalizer is specified');
  }
  if (request.normalizer !== null && (request.tokenizer !== undefined || request.analyzer !== null)) {
    problems.push('tokenizer/analyze should be null if normalizer is specified');
  }
  if (request.analyzer !== null && (request.tokenizer !== undefined || extras)) {
    problems.push('cannot define extra components on a named analyzer');
  }
  if (request.normalizer !== null && (request.tokenizer !== undefined || extras)) {
    problems.push('cannot define extra components on a named normalizer');
  }
  if (problems.length === 0) return;
  const listed = problems.map((problem, place) => `${place + 1}: ${problem};`).join('');
  throw new OpenSearchError('action_request_validation_exception', `Validation Failed: ${listed}`);
}

function subjectOf(request: AnalyzeRequest, analysis: AnalysisSource, context: AnalyzeContext): Subject {
  if (request.analyzer !== null) return named(request.analyzer, analysis, context);
  if (request.normalizer !== null) {
    const { name, chain } = analysis.normalizerAnalyzer(request.normalizer);
    return { name, chain, gap: 0, custom: false };
  }
  if (request.tokenizer !== undefined || request.filters.length > 0 || request.charFilters.length > 0) {
    return custom(request, analysis, context.index);
  }
  if (request.field !== null) {
    if (context.index === null) {
      throw illegalArgument('analysis based on a specific field requires an index');
    }
    const analyzer = context.fieldAnalyzer(request.field);
    if (analyzer !== null) return named(analyzer, analysis, context);
  }
  return named(analysis.hasAnalyzer('default') ? 'default' : 'standard', analysis, context);
}

function named(name: string, analysis: AnalysisSource, context: AnalyzeContext): Subject {
  if (!analysis.hasAnalyzer(name)) {
    throw illegalArgument(`failed to find ${context.index === null ? 'global ' : ''}analyzer [${name}]`);
  }
  const analyzer = analysis.analyzer(name);
  const gap = context.index === null ? 0 : analyzer.positionIncrementGap;
  return { name, chain: analyzer.chain, gap, custom: false };
}

function custom(request: AnalyzeRequest, analysis: AnalysisSource, index: string | null): Subject {
  const { components } = analysis;
  const normalizes = request.tokenizer === undefined;
  const part = <K extends 'tokenizer' | 'filter' | 'char_filter'>(kind: K, given: JsonValue) => {
    if (isJsonObject(given)) {
      const settings = componentSettings(given);
      const { type } = settings;
      if (type === undefined || type === null) {
        throw illegalArgument(`Missing [type] setting for anonymous ${kind}: ${settingsText(settings)}`);
      }
      if (Array.isArray(type)) {
        throw illegalArgument(`failed to find global ${kind} under [[${type.join(', ')}]]`);
      }
      if (index === null && typeNamed(kind, String(type))?.prebuiltOnly === true) throw noIndexVersion();
      return components.define(kind, `__anonymous__${String(type)}`, settings, unknownPart);
    }
    const type = typeNamed(kind, String(given));
    if (normalizes && kind === 'filter' && type !== undefined && unfit(type)) {
      throw illegalArgument(`Custom normalizer may not use filter [${String(given)}]`);
    }
    const name = String(given);
    if (index === null && needsSettings(kind, name)) throw settingsRequired();
    if (
      index !== null &&
      type?.prebuiltOnly !== true &&
      type !== undefined &&
      !components.defines(kind, name)
    ) {
      return components.define(kind, name, { type: name }, unknownPart);
    }
    const found = components.find(kind, name);
    if (found === null) throw unknownPart(kind, name, index !== null);
    return found;
  };
  const keyword = { name: 'keyword', component: keywordTokenizer };
  const tokenizer = request.tokenizer === undefined ? null : part('tokenizer', request.tokenizer);
  const charFilters = request.charFilters.map((filter) => part('char_filter', filter));
  const filters = request.filters.map((filter) => part('filter', filter));
  const wrong = filters.find(({ type }) => type.normalizing !== true);
  if (normalizes && wrong !== undefined) {
    throw illegalArgument(`Custom normalizer may not use filter [${wrong.name}]`);
  }
  const chain =
    tokenizer === null
      ? { charFilters, tokenizer: keyword, filters, standardMaxTokenLength: null }
      : chainOf(tokenizer, filters, charFilters);
  return { name: '_anonymous_', chain, gap: DEFAULT_POSITION_INCREMENT_GAP, custom: true };
}

/** Settings as the original prints them: all values as text. */
function settingsText(given: JsonObject): string {
  return JSON.stringify(given, (_key, value) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
  );
}

function unfit(type: { readonly normalizing?: boolean; readonly prebuilt?: boolean }): boolean {
  return type.normalizing !== true && type.prebuilt !== false;
}

function noIndexVersion(): OpenSearchError {
  return new OpenSearchError(
    'illegal_state_exception',
    '[index.version.created] is not present in the index settings for index with UUID [null]',
    { status: 400 },
  );
}

/** The error for naming a component that needs settings in a request without an index. */
function settingsRequired(): OpenSearchError {
  return illegalArgument("Analysis settings required - can't instantiate analysis factory");
}

function unknownPart(kind: string, name: string, ofIndex = false): OpenSearchError {
  return illegalArgument(`failed to find ${ofIndex ? '' : 'global '}${kind} under [${name}]`);
}

interface Stage {
  readonly name: string;
  readonly tokens: readonly Token[];
}

/**
 * The tokens after the tokenizer and after each filter, from stage `first` on (0: the tokenizer); several texts
 * continue each other's positions and offsets. Throws if a stage has more tokens than an answer may hold.
 */
function stagesOf(
  subject: Subject,
  texts: readonly string[],
  first: number,
  context: AnalyzeContext,
): Stage[] {
  const { chain } = subject;
  const names = [chain.tokenizer.name, ...chain.filters.map((filter) => filter.name)].slice(first);
  const tokens = names.map((): Token[] => []);
  const positions = names.map(() => -1);
  let offset = 0;
  for (const text of texts) {
    names.forEach((_name, stage) => {
      const before = chain.filters.slice(0, first + stage);
      const stream = streamOf(chain, text, before.length);
      checkCount(tokens[stage].length + stream.tokens.length, context);
      const shown = {
        keyword: before.some(({ component }) => component.knowsKeywords),
        payload: before.some(({ component }) => component.knowsPayloads),
      };
      for (const token of placeTokens(stream, positions[stage], offset, shown)) {
        tokens[stage].push(token);
      }
      const advance = stream.tokens.reduce(
        (sum, token) => sum + token.positionIncrement,
        stream.endIncrement,
      );
      positions[stage] += advance + subject.gap;
    });
    offset += text.length + 1;
  }
  return names.map((name, stage) => ({ name, tokens: tokens[stage] }));
}

function streamOf(chain: Chain, text: string, filters: number): TokenStream {
  let stream = tokenizeText(chain, text);
  for (const { component } of chain.filters.slice(0, filters)) stream = filterStream(component, stream);
  return stream;
}

function checkCount(count: number, context: AnalyzeContext): void {
  if (count <= context.maxTokenCount) return;
  throw new OpenSearchError(
    'illegal_state_exception',
    `The number of tokens produced by calling _analyze has exceeded the allowed maximum of ` +
      `[${context.maxTokenCount}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
    { status: 400 },
  );
}

function tokenJson(token: Token): JsonObject {
  const json: JsonObject = {
    token: token.term,
    start_offset: token.startOffset,
    end_offset: token.endOffset,
    type: token.type,
    position: token.position,
  };
  if (token.positionLength !== undefined) json.positionLength = token.positionLength;
  return json;
}

function explain(subject: Subject, request: AnalyzeRequest, context: AnalyzeContext): JsonObject {
  const stages = stagesOf(subject.custom ? { ...subject, gap: 0 } : subject, request.texts, 0, context);
  const detailed = (stage: Stage): JsonObject => ({
    name: stage.name,
    tokens: stage.tokens.map((token) => explainedToken(token, request.attributes)),
  });
  const { charFilters } = subject.chain;
  if (!subject.custom) {
    const analyzer = detailed({ name: subject.name, tokens: stages[stages.length - 1].tokens });
    return { custom_analyzer: false, analyzer };
  }
  const json: JsonObject = { custom_analyzer: true };
  if (request.tokenizer !== undefined || charFilters.length > 0) {
    json.charfilters = charFilters.map(({ name }, place) => ({
      name,
      filtered_text: request.texts.map((text) => filterText(charFilters.slice(0, place + 1), text).text),
    }));
  }
  json.tokenizer = detailed(stages[0]);
  if (stages.length > 1) json.tokenfilters = stages.slice(1).map(detailed);
  return json;
}

function bytesText(bytes: Uint8Array): string {
  return `[${[...bytes].map((byte) => byte.toString(16)).join(' ')}]`;
}

/** A token with Lucene's further attributes, either all or those requested. */
function explainedToken(token: Token, attributes: readonly string[]): JsonObject {
  const { payload } = token;
  const extra: JsonObject = {
    bytes: bytesText(Buffer.from(token.term)),
    ...(token.keyword === undefined ? {} : { keyword: token.keyword }),
    ...(payload === undefined ? {} : { payload: payload === null ? null : bytesText(payload) }),
    positionLength: token.positionLength ?? 1,
    termFrequency: 1,
  };
  const wanted = (key: string): boolean =>
    attributes.length === 0 || attributes.some((name) => name.toLowerCase() === key.toLowerCase());
  const kept = Object.fromEntries(Object.entries(extra).filter(([key]) => wanted(key)));
  const { positionLength: _positionLength, ...plain } = tokenJson(token);
  return { ...plain, ...kept };
}
