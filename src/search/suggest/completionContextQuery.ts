import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import {
  type CompletionContext,
  completionContexts,
  encodeGeohash,
  geohashLengthFor,
  geohashNeighbours,
  type MappedFieldType,
  parseDistance,
  parseGeoPoint,
} from '../../mapper/index.ts';
import { readInt } from '../../query/index.ts';

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
  const clauses = Object.entries(json ?? {}).flatMap(([name, value]) =>
    clausesOf(contextNamed(known, name), value),
  );
  if (clauses.length === 0) throw illegalArgument('Missing mandatory contexts in context query');
  return (contexts) => matchClauses(clauses, contexts);
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
  const isPair = Array.isArray(value) && typeof value[0] === 'number';
  if (Array.isArray(value) && !isPair) return value.flatMap((item) => clausesOf(context, item));
  return context.type === 'geo' ? geoClauses(context, value) : [categoryClause(context, value)];
}

function categoryClause({ name }: CompletionContext, value: JsonValue): ContextClause {
  if (!isJsonObject(value)) return { name, value: String(value), prefix: false, boost: 1 };
  if (value.context === undefined) throw illegalArgument('category context must be provided');
  const prefix = value.prefix === true || value.prefix === 'true';
  return { name, value: String(value.context), prefix, boost: boostOf(value) };
}

function boostOf(value: JsonObject): number {
  const boost = value.boost === undefined ? 1 : readInt(value.boost);
  if (boost > 0) return boost;
  throw illegalArgument('boost must be greater than 0');
}

const DEFAULT_PRECISION = 6;

/** The cell of a point, and its neighbours. */
function geoClauses(context: CompletionContext, value: JsonValue): ContextClause[] {
  const options = isJsonObject(value) && value.context !== undefined ? value : null;
  const { lat, lon } = parseGeoPoint(options === null ? value : (options.context as JsonValue), true);
  const length = Math.min(context.precision, precisionOf(options?.precision) ?? DEFAULT_PRECISION);
  const cell = encodeGeohash(lat, lon, length);
  const levels = options?.neighbours === undefined ? [] : [options.neighbours].flat().map(precisionOf);
  const cells = new Set([cell]);
  if (levels.length === 0 && length === context.precision)
    for (const one of geohashNeighbours(cell)) cells.add(one);
  for (const level of levels) {
    if (level === null || level >= length) continue;
    const wider = cell.slice(0, level);
    for (const one of [wider, ...geohashNeighbours(wider)]) cells.add(one);
  }
  const boost = options === null ? 1 : boostOf(options);
  return [...cells].map((one) => ({
    name: context.name,
    value: one,
    prefix: one.length < context.precision,
    boost,
  }));
}

function precisionOf(value: JsonValue | undefined): number | null {
  if (value === undefined || value === null) return null;
  const level = Number(value);
  return Number.isNaN(level) ? geohashLengthFor(parseDistance(value)) : level;
}
