import { type JsonValue, OpenSearchError } from '../common/index.ts';
import type { MappedFieldType } from '../mapper/index.ts';
import { compileWildcard } from './automaton/wildcard.ts';
import { docSetOfArray, docSetOfBits, NO_DOCS } from './docSet.ts';
import { constantQuery, type LuceneQuery, matchAllQuery, matchNoneQuery } from './lucene/query.ts';
import { termSetQuery } from './lucene/termSetQuery.ts';
import type { QueryShardContext } from './types.ts';

/** Exact values of the metadata fields: `_id`, `_index`, `_routing`, `_seq_no`. */
export function metadataTermsQuery(
  context: QueryShardContext,
  field: MappedFieldType,
  values: readonly JsonValue[],
): LuceneQuery {
  const texts = values.map(String);
  const distinct = new Set(texts);
  switch (field.name) {
    case '_id':
      return idsQuery(texts);
    case '_index': {
      const matches = texts.some((text) => compileWildcard(text, false).matches(context.indexName));
      return matches ? matchAllQuery : matchNoneQuery;
    }
    case '_routing':
      return scanRootDocs(`_routing:${JSON.stringify(texts)}`, (reader, doc) => {
        const routing = reader.routing(doc);
        return routing !== null && distinct.has(routing);
      });
    case '_ignored':
      return termSetQuery(field.name, `_ignored:in${JSON.stringify(texts)}`, (terms) =>
        Uint32Array.from(texts.map((text) => terms.lookup(text)).filter((ord) => ord >= 0)).sort(),
      );
    case '_seq_no':
      return scanRootDocs(`_seq_no:${texts}`, (reader, doc) => distinct.has(String(reader.seqNo(doc))));
    default:
      return matchNoneQuery;
  }
}

/** The documents with these `_id`s. */
export function idsQuery(ids: readonly string[]): LuceneQuery {
  return constantQuery(`_id:in${JSON.stringify(ids)}`, ({ reader }) => {
    const docs = new Set(ids.map((id) => reader.lookupId(id)).filter((doc) => doc >= 0));
    return docSetOfArray(Uint32Array.from(docs).sort());
  });
}

type Reader = Parameters<LuceneQuery['match']>[0]['reader'];

function scanRootDocs(key: string, test: (reader: Reader, doc: number) => boolean): LuceneQuery {
  return constantQuery(key, ({ reader }) => {
    const docs: number[] = [];
    for (let doc = 0; doc < reader.maxDoc; doc++) {
      if ((reader.rootDocs === null || reader.rootDocs.has(doc)) && test(reader, doc)) docs.push(doc);
    }
    return docs.length === 0 ? NO_DOCS : docSetOfArray(Uint32Array.from(docs));
  });
}

/** Every document has an id and an index; few have a routing. */
export function metadataExistsQuery(context: QueryShardContext, field: string): LuceneQuery {
  if (field === '_routing')
    return scanRootDocs('exists(_routing)', (reader, doc) => reader.routing(doc) !== null);
  if (field === '_ignored') {
    return constantQuery('exists(_ignored)', ({ reader }) => {
      const bits = reader.exists('_ignored');
      return bits === null ? NO_DOCS : docSetOfBits(bits);
    });
  }
  if (field !== '_source') return matchAllQuery;
  throw new OpenSearchError('query_shard_exception', 'The _source field is not searchable', {
    metadata: { index: context.indexName, index_uuid: context.indexUuid },
  });
}
