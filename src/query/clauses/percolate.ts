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
import { percolateQuery } from '../percolate/percolateQuery.ts';
import { checkMembers, readCommon, readText } from '../reader.ts';
import type { QueryShardContext } from '../types.ts';

const KNOWN = ['field', 'name', 'document', 'documents', 'index', 'id', 'routing', 'preference', 'version'];

interface Percolate {
  readonly field: string;
  readonly name: string | null;
  readonly documents: readonly JsonObject[] | null;
  /** A document of an index instead. */
  readonly stored: { readonly index: string; readonly id: string; readonly routing: string | null } | null;
}

export const percolateClause: ClauseType = {
  names: ['percolate'],
  doc: 'the stored queries that a document matches',
  parse(body, parser) {
    checkMembers('percolate', body, KNOWN);
    const parts = read(body);
    return makeBuilder({
      clause: 'percolate',
      json: body,
      ...readCommon(body),
      bind: (context) => bind(context, parts, parser),
    });
  },
};

function read(body: JsonObject): Percolate {
  if (body.field === undefined) throw illegalArgument('Required [field]');
  const documents = documentsOf(body);
  const stored =
    body.index === undefined && body.id === undefined
      ? null
      : {
          index: required(body, 'index'),
          id: required(body, 'id'),
          routing: body.routing === undefined ? null : readText(body.routing),
        };
  if (documents === null && stored === null) {
    throw illegalArgument('Required one of fields [document, documents, id], but none were specified. ');
  }
  const name = body.name === undefined ? null : readText(body.name);
  return { field: readText(body.field), name, documents, stored };
}

function documentsOf(body: JsonObject): JsonObject[] | null {
  const { document, documents } = body;
  if (document === undefined && documents === undefined) return null;
  const list = document === undefined ? documents : [document];
  if (!Array.isArray(list) || !list.every((one): one is JsonObject => isJsonObject(one))) {
    throw illegalArgument('[percolate] documents must be objects');
  }
  // The original takes an empty list for none, and looks for the document of an index.
  if (list.length === 0) {
    throw new OpenSearchError(
      'action_request_validation_exception',
      'Validation Failed: 1: index is missing;2: id is missing;',
    );
  }
  return list;
}

function required(body: JsonObject, key: string): string {
  if (body[key] !== undefined) return readText(body[key]);
  throw illegalArgument(`[${key}] is a required argument`);
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
  return percolateQuery(context, field.name, parts.name, parse, async () => {
    if (parts.documents !== null) return parts.documents;
    const { index, id, routing } = parts.stored as NonNullable<Percolate['stored']>;
    const source = (await context.fetchDocument?.(index, id, routing)) ?? null;
    if (source !== null && isJsonObject(source)) return [source];
    throw illegalArgument(`indexed document [${index}/${id}] couldn't be found`);
  });
}
