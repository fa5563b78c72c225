import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseParser, ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { shardError } from '../fieldQueries.ts';
import { type LookedUp, lookUp } from '../lookup.ts';
import {
  commonMembers,
  objectMember,
  objectsMember,
  readMembers,
  textMember,
  wholeMember,
} from '../objectMembers.ts';
import { percolateQuery } from '../percolate/percolateQuery.ts';
import type { QueryShardContext } from '../types.ts';

interface Percolate {
  readonly field: string;
  readonly name: string | null;
  /** Empty if a document of an index is given instead. */
  readonly documents: readonly JsonValue[];
  readonly stored: LookedUp | null;
}

export const percolateClause: ClauseType = {
  names: ['percolate'],
  doc: 'stored queries that match a document',
  parse(body, parser) {
    const common = { boost: 1, queryName: null as string | null };
    const parts = read(body, common);
    return makeBuilder({
      clause: 'percolate',
      json: body,
      ...common,
      bind: (context) => bind(context, parts, parser),
    });
  },
};

/** Exactly one of these is required. */
const SOURCES: ReadonlySet<string> = new Set(['document', 'documents', 'id']);

function read(body: JsonObject, common: { boost: number; queryName: string | null }): Percolate {
  const texts: Record<string, string> = {};
  let documents: readonly JsonValue[] = [];
  const text = textMember((json, key) => {
    texts[key] = json[key] as string;
  });
  readMembers('percolate', body, {
    field: text,
    document: objectMember((json, key) => {
      documents = [json[key]];
    }),
    documents: objectsMember((json, key) => {
      documents = [json[key]].flat();
    }),
    id: text,
    index: text,
    routing: text,
    preference: text,
    version: wholeMember(() => {}),
    name: text,
    ...commonMembers(common),
  });
  const given = Object.keys(body).filter((key) => SOURCES.has(key));
  if (given.length === 0) {
    throw illegalArgument('Required one of fields [document, documents, id], but none were specified. ');
  }
  if (given.length > 1) {
    throw illegalArgument(`The following fields are not allowed together: [${given.join(', ')}] `);
  }
  if (texts.field === undefined) throw illegalArgument('Required [field]');
  return {
    field: texts.field,
    name: texts.name ?? null,
    documents,
    stored: texts.id === undefined ? withoutStored(documents) : storedOf(texts),
  };
}

/** The original treats an empty list as absent, and looks for the document of an index. */
function withoutStored(documents: readonly JsonValue[]): null {
  if (documents.length > 0) return null;
  throw new OpenSearchError(
    'action_request_validation_exception',
    'Validation Failed: 1: index is missing;2: id is missing;',
  );
}

function storedOf({ index, id, routing }: Readonly<Record<string, string>>): LookedUp {
  if (index !== undefined) return { index, id, routing: routing ?? null };
  const cause = illegalArgument('[index] is a required argument');
  const reason = 'Failed to build [percolate] after last required field arrived';
  throw new OpenSearchError('x_content_parse_exception', reason, { causedBy: cause });
}

function bind(context: QueryShardContext, parts: Percolate, parser: ClauseParser): BoundQuery {
  checkExpensive(context, '[percolate] queries');
  const field = context.mapper.field(parts.field);
  if (field === undefined) throw shardError(context, `field [${parts.field}] does not exist`);
  if (field.typeName !== 'percolator') {
    throw shardError(
      context,
      `expected field [${field.name}] to be of type [percolator], but is of type [${field.typeName}]`,
    );
  }
  const parse = (json: JsonValue) => parser.query({ query: json }, 'query');
  const { stored } = parts;
  return percolateQuery(context, field.name, parts.name, parse, async () => {
    if (stored === null) return parts.documents;
    return lookUp(context, stored, (source) => {
      if (source !== null && isJsonObject(source)) return [source];
      throw new OpenSearchError(
        'resource_not_found_exception',
        `indexed document [${stored.index}/${stored.id}] couldn't be found`,
      );
    });
  });
}
