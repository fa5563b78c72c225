import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  parseBoolean,
} from '../../common/index.ts';
import { readInt } from '../../query/index.ts';

/** A parsed term vectors request. */
export interface TermVectorsRequest {
  /** `null` for the fields that store term vectors; for a document in the request, all text fields. */
  readonly fields: readonly string[] | null;
  readonly offsets: boolean;
  readonly positions: boolean;
  readonly fieldStatistics: boolean;
  readonly termStatistics: boolean;
  /** A document that is not in the index. */
  readonly document: JsonObject | null;
  readonly perFieldAnalyzer: Readonly<Record<string, string>>;
  readonly filter: TermFilter | null;
}

/** Keeps the terms with the highest tf-idf. */
export interface TermFilter {
  readonly maxTerms: number;
  readonly minTermFreq: number;
  readonly maxTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  readonly minWordLength: number;
  readonly maxWordLength: number;
}

const KNOWN = [
  'fields',
  'offsets',
  'positions',
  'payloads',
  'field_statistics',
  'fieldStatistics',
  'term_statistics',
  'termStatistics',
  'doc',
  'per_field_analyzer',
  'filter',
  '_index',
  '_id',
  'routing',
  'version',
  'version_type',
];

type UrlParameter = 'fields' | 'offsets' | 'positions' | 'field_statistics' | 'term_statistics' | 'realtime';

/** Parses the body, which overrides URL parameters. Throws parse_exception for unknown members. */
export function parseTermVectors(
  body: JsonObject,
  parameter: (name: UrlParameter) => string | null,
): TermVectorsRequest {
  const unknown = Object.keys(body).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) {
    throw new OpenSearchError(
      'parse_exception',
      `failed to parse term vectors request. unknown field [${unknown}]`,
    );
  }
  const flag = (name: UrlParameter, otherwise: boolean): boolean => {
    const given = body[name] ?? parameter(name);
    if (given === null || given === undefined) return otherwise;
    return given === '' || parseBoolean(String(given));
  };
  return {
    fields: readFields(body.fields, parameter('fields')),
    offsets: flag('offsets', true),
    positions: flag('positions', true),
    fieldStatistics: flag('field_statistics', true),
    termStatistics: flag('term_statistics', false),
    document: isJsonObject(body.doc ?? null) ? (body.doc as JsonObject) : null,
    perFieldAnalyzer: readAnalyzers(body.per_field_analyzer),
    filter: isJsonObject(body.filter ?? null) ? readFilter(body.filter as JsonObject) : null,
  };
}

function readFields(given: JsonValue | undefined, listed: string | null): readonly string[] | null {
  if (Array.isArray(given)) return given.map(String);
  if (typeof given === 'string') return given.split(',');
  if (given === undefined || given === null) return listed === null ? null : listed.split(',');
  throw new OpenSearchError(
    'parse_exception',
    'failed to parse term vectors request. field [fields] must be an array',
  );
}

function readAnalyzers(given: JsonValue | undefined): Readonly<Record<string, string>> {
  if (given === undefined || !isJsonObject(given)) return {};
  return Object.fromEntries(Object.entries(given).map(([field, name]) => [field, String(name)]));
}

const NO_LIMIT = 2147483647;

function readFilter(json: JsonObject): TermFilter {
  const given = new Map(Object.entries(json));
  const number = (key: string, otherwise: number): number => {
    const value = given.get(key);
    given.delete(key);
    return value === undefined ? otherwise : readInt(value);
  };
  const filter = readNumbers(number);
  const [unknown] = given.keys();
  if (unknown === undefined) return filter;
  const reason = `the field [${unknown}] is not valid for filter parameter for term vector request`;
  throw new OpenSearchError('parse_exception', `failed to parse term vectors request. ${reason}`);
}

function readNumbers(number: (key: string, otherwise: number) => number): TermFilter {
  return {
    maxTerms: number('max_num_terms', 25),
    minTermFreq: number('min_term_freq', 1),
    maxTermFreq: number('max_term_freq', NO_LIMIT),
    minDocFreq: number('min_doc_freq', 1),
    maxDocFreq: number('max_doc_freq', NO_LIMIT),
    minWordLength: number('min_word_length', 0),
    maxWordLength: number('max_word_length', 0),
  };
}
