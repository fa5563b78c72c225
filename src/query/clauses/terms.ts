import {
  illegalArgument,
  indexLimit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { LateQuery } from '../bound/lateQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { constantWeight, type Weight } from '../bound/weight.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { fieldTermsQuery } from '../fieldQueries.ts';
import { lookUp } from '../lookup.ts';
import { booleanMember, readMembers, textMember } from '../objectMembers.ts';
import { isScalar, parsingErrorAt, readCommon } from '../reader.ts';
import type { QueryShardContext } from '../types.ts';

/** The location in another document of a terms query's values. */
interface TermsLookup {
  readonly index: string;
  readonly id: string;
  readonly path: string;
  readonly routing: string | null;
}

export const termsClause: ClauseType = {
  names: ['terms'],
  doc: 'documents with one of these values; score 1',
  parse(body) {
    const field = fieldOf(body);
    const value = body[field];
    const lookup = isJsonObject(value) ? readLookup(value) : null;
    const values = lookup === null ? (value as JsonValue[]) : [];
    return makeBuilder({
      clause: 'terms',
      json: body,
      ...readCommon(body),
      bind: (context) =>
        lookup === null ? bindTerms(context, field, values) : bindLookup(context, field, lookup),
    });
  },
};

function fieldOf(body: JsonObject): string {
  let field: string | null = null;
  for (const key of Object.keys(body)) {
    const value = body[key];
    if ((key === 'boost' || key === '_name') && isScalar(value)) continue;
    if (value === null) throw parsingErrorAt(`[terms] unknown token [VALUE_NULL] after [${key}]`, body, key);
    if (isScalar(value)) throw parsingErrorAt(`[terms] query does not support [${key}]`, body, key);
    if (field !== null) {
      const reason = isJsonObject(value)
        ? `does not support more than one field. Already got: [${field}] but also found [${key}]`
        : 'does not support multiple fields';
      throw parsingErrorAt(`[terms] query ${reason}`, body, key);
    }
    if (Array.isArray(value) && value.some((item) => item === null)) {
      throw parsingErrorAt('No value specified for terms query', body, key);
    }
    if (Array.isArray(value)) refuseLists('terms', value, key);
    field = key;
  }
  if (field === null) {
    throw parsingErrorAt(
      '[terms] query requires a field name, followed by array of terms or a document lookup specification',
      body,
      null,
      'end',
    );
  }
  return field;
}

/** Values may be objects, but not lists: the original takes the end of an inner list for the end of the outer one. */
export function refuseLists(clause: string, values: readonly JsonValue[], name: string): void {
  const next = values.findIndex(Array.isArray) + 1;
  if (next === 0) return;
  if (next === values.length) {
    throw parsingErrorAt(`[${clause}] unknown token [END_ARRAY] after [${name}]`, values, null, 'end');
  }
  throw parsingErrorAt(`[${clause}] query does not support [${name}]`, values, next);
}

function readLookup(value: JsonObject): TermsLookup {
  const texts: Record<string, string> = {};
  const text = textMember((json, key) => void (texts[key] = json[key] as string));
  const known = { index: text, id: text, path: text, routing: text };
  readMembers('terms_lookup', value, { ...known, store: booleanMember(() => {}) });
  const missing = ['index', 'id', 'path'].filter((key) => texts[key] === undefined);
  if (missing.length > 0) throw illegalArgument(`Required [${missing.join(', ')}]`);
  const lookup = { index: texts.index, id: texts.id, path: texts.path, routing: texts.routing ?? null };
  if (lookup.id !== '') return lookup;
  throw new OpenSearchError('action_request_validation_exception', 'Validation Failed: 1: id is missing;');
}

function bindTerms(context: QueryShardContext, name: string, values: readonly JsonValue[]): BoundQuery {
  const maximum = indexLimit(context.settings, 'termsCount');
  if (values.length > maximum) {
    throw illegalArgument(
      `The number of terms [${values.length}] used in the Terms Query request has exceeded the allowed maximum of [${maximum}]. This maximum can be set by changing the [index.max_terms_count] index level setting.`,
    );
  }
  const field = context.mapper.field(name);
  return field === undefined || values.length === 0
    ? matchNoneQuery
    : fieldTermsQuery(context, field, values);
}

/** The other document is read before the query runs. */
function bindLookup(context: QueryShardContext, name: string, lookup: TermsLookup): BoundQuery {
  const query = new LookupQuery(name, lookup);
  const { path } = lookup;
  context.prepare(async () => {
    const values = await lookUp(context, lookup, (source) => valuesAt(source, path));
    query.inner = bindTerms(context, name, values);
  });
  return query;
}

class LookupQuery extends LateQuery {
  inner: BoundQuery = matchNoneQuery;

  readonly #name: string;
  readonly #lookup: TermsLookup;

  constructor(name: string, lookup: TermsLookup) {
    super();
    this.#name = name;
    this.#lookup = lookup;
  }

  get key(): string {
    const { index, id, path, routing } = this.#lookup;
    return `${this.#name}:lookup${JSON.stringify([index, id, path, routing])}`;
  }

  override visitTerms(): void {}

  override weight(boost: number): Weight {
    return constantWeight(this, boost);
  }
}

function valuesAt(source: JsonValue, path: string): JsonValue[] {
  let values: JsonValue[] = [source];
  for (const part of path.split('.')) {
    values = values.flatMap((value) => {
      const member = isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : null;
      return Array.isArray(member) ? member : [member];
    });
  }
  return values.filter((value) => value !== null && isScalar(value));
}
