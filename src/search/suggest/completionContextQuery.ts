import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  placeError,
  stringifyJson,
} from '../../common/index.ts';
import {
  type CompletionContext,
  completionContexts,
  decodeGeohash,
  encodeGeohash,
  geohashLengthFor,
  geohashNeighbours,
  type MappedFieldType,
  parseDistance,
} from '../../mapper/index.ts';
import {
  booleanAt,
  floatMember,
  type GeoPoint,
  intAt,
  numberAt,
  type ObjectMember,
  objectMember,
  readMembers,
  readPoint,
} from '../../query/index.ts';

/** Values by context name. */
export type EntryContexts = Readonly<Record<string, readonly string[]>>;

/** A context value requested by a query. */
interface ContextClause {
  readonly name: string;
  readonly value: string;
  readonly prefix: boolean;
  readonly boost: number;
}

interface ContextMatch {
  /** The highest boost of the matching values. */
  readonly boost: number;
  readonly matched: EntryContexts;
}

/**
 * The `contexts` of a completion query bound to a field: returns which contexts of an entry match; `null` if
 * none does, and the entry is not suggested. Throws if a field with contexts is queried without any.
 */
export function bindContexts(
  json: JsonObject | null,
  field: MappedFieldType,
): (contexts: EntryContexts) => ContextMatch | null {
  const known = completionContexts(field.params.contexts ?? null);
  if (known.length === 0) {
    if (json !== null) throw illegalArgument(`suggester [${field.name}] doesn't expect any context`);
    return () => ({ boost: 0, matched: {} });
  }
  const clauses = readClauses(json ?? {}, known);
  if (clauses.length === 0) throw illegalArgument('Missing mandatory contexts in context query');
  return (contexts) => matchClauses(clauses, contexts);
}

/** The shards read a copy of the contexts, so places in errors are those in the copy. */
function readClauses(json: JsonObject, known: readonly CompletionContext[]): readonly ContextClause[] {
  try {
    return Object.keys(json).flatMap((name) => clausesOf(contextNamed(known, name), json[name]));
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw placeError(error, json, stringifyJson(json));
  }
}

function matchClauses(clauses: readonly ContextClause[], contexts: EntryContexts): ContextMatch | null {
  const matched: Record<string, string[]> = {};
  let boost = 0;
  for (const clause of clauses) {
    for (const value of contexts[clause.name] ?? []) {
      if (clause.prefix ? !value.startsWith(clause.value) : value !== clause.value) continue;
      const found = (matched[clause.name] ??= []);
      if (!found.includes(value)) found.push(value);
      boost = Math.max(boost, clause.boost);
    }
  }
  return boost === 0 ? null : { boost, matched };
}

function contextNamed(known: readonly CompletionContext[], name: string): CompletionContext {
  const found = known.find((context) => context.name === name);
  if (found !== undefined) return found;
  const names = known.map((context) => context.name).sort();
  throw illegalArgument(`Unknown context name [${name}], must be one of [${names.join(', ')}]`);
}

function clausesOf(context: CompletionContext, value: JsonValue): ContextClause[] {
  const read = context.type === 'geo' ? geoClauses : categoryClauses;
  return Array.isArray(value) ? value.flatMap((item) => read(context, item)) : read(context, value);
}

const FLAG = ['VALUE_BOOLEAN', 'VALUE_STRING'];
const NUMBER = ['VALUE_NUMBER', 'VALUE_STRING'];

function boostMember(set: (boost: number) => void): ObjectMember {
  return {
    tokens: NUMBER,
    read: (json, key) => {
      const boost = intAt(json, key);
      if (boost <= 0) throw illegalArgument('boost must be greater than 0');
      set(boost);
    },
  };
}

function categoryClauses({ name }: CompletionContext, value: JsonValue): ContextClause[] {
  if (value === null || Array.isArray(value)) {
    throw contentError('category context must be an object, string, number or boolean');
  }
  if (!isJsonObject(value)) return [{ name, value: String(value), prefix: false, boost: 1 }];
  const clause = { name, value: null as string | null, prefix: false, boost: 1 };
  try {
    readMembers('category', value, {
      context: {
        tokens: ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN'],
        read: (json, key) => void (clause.value = String(json[key])),
      },
      boost: boostMember((boost) => void (clause.boost = boost)),
      prefix: { tokens: FLAG, read: (json, key) => void (clause.prefix = booleanAt(json, key)) },
    });
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    // The original replaces whatever its parser says.
    throw contentError('category context must be a string, number or boolean');
  }
  if (clause.value === null) throw illegalArgument('category context must be provided');
  return [{ ...clause, value: clause.value }];
}

function contentError(reason: string): OpenSearchError {
  return new OpenSearchError('x_content_parse_exception', reason);
}

const DEFAULT_PRECISION = 6;

/** A `geo` context of a query: a point, in an object with options or alone. */
interface GeoContext {
  readonly point: GeoPoint;
  readonly boost: number;
  readonly precision: number;
  readonly neighbours: readonly number[] | null;
}

/** The cell of a point, and its neighbours. */
function geoClauses(context: CompletionContext, value: JsonValue): ContextClause[] {
  const { point, boost, precision, neighbours } = readGeoContext(value);
  const length = Math.min(context.precision, precision);
  const cell = encodeGeohash(point.lat, point.lon, length);
  const levels = neighbours ?? [];
  const cells = new Set([cell]);
  if (levels.length === 0 && length === context.precision)
    for (const one of geohashNeighbours(cell)) cells.add(one);
  for (const level of levels) {
    if (level >= length) continue;
    const wider = cell.slice(0, level);
    for (const one of [wider, ...geohashNeighbours(wider)]) cells.add(one);
  }
  return [...cells].map((one) => ({
    name: context.name,
    value: one,
    prefix: one.length < context.precision,
    boost,
  }));
}

function readGeoContext(value: JsonValue): GeoContext {
  const found = { boost: 1, precision: DEFAULT_PRECISION, neighbours: null as readonly number[] | null };
  if (typeof value === 'string') return { ...found, point: decodeGeohash(value) };
  if (!isJsonObject(value)) {
    throw new OpenSearchError('parse_exception', 'geo context must be an object or string');
  }
  let point: GeoPoint | null = null;
  const sides: { lat?: number; lon?: number } = {};
  readMembers('geo', value, {
    context: objectMember((json, key) => void (point = readPoint(json[key]))),
    boost: boostMember((boost) => void (found.boost = boost)),
    precision: {
      tokens: NUMBER,
      read: (json, key) => void (found.precision = precisionOf(json[key], 'precision')),
    },
    neighbours: {
      tokens: ['START_ARRAY', ...NUMBER],
      read: (json, key) => {
        found.neighbours = [json[key]].flat().map((level) => precisionOf(level, 'neighbour value'));
      },
    },
    lat: floatMember((json, key) => void (sides.lat = numberAt(json, key))),
    lon: floatMember((json, key) => void (sides.lon = numberAt(json, key))),
  });
  const { lat, lon } = sides;
  if (lat !== undefined && lon !== undefined) point = { lat, lon };
  // The original fails on its shards.
  if (point === null) throw illegalArgument('no geohash or geo point provided');
  return { ...found, point };
}

function precisionOf(value: JsonValue, name: string): number {
  const number = Number(value);
  const level = Number.isNaN(number) ? geohashLengthFor(parseDistance(value)) : Math.trunc(number);
  if (level >= 1 && level <= 12) return level;
  throw illegalArgument(`${name} must be between 1 and 12`);
}
