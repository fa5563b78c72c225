import { type JsonValue, OpenSearchError } from '../common/index.ts';
import type { MappedFieldType } from '../mapper/index.ts';
import { compileWildcard } from './automaton/wildcard.ts';
import { constantQuery, matchAllQuery, matchNoneQuery } from './bound/constantQuery.ts';
import type { BoundQuery } from './bound/query.ts';
import { plainShape, type QueryShape } from './bound/shape.ts';
import { termQuery } from './bound/termQuery.ts';
import { termSetQuery } from './bound/termSetQuery.ts';
import { docSetOfArray, docSetOfBits, NO_DOCS } from './docSet.ts';
import type { DocSet, QueryShardContext } from './types.ts';

/** Exact values of metadata fields: `_id`, `_index`, `_routing`, `_seq_no`. */
export function metadataTermsQuery(
  context: QueryShardContext,
  field: MappedFieldType,
  values: readonly JsonValue[],
): BoundQuery {
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
      if (texts.length === 1) return termQuery(context, field.name, texts[0]);
      return termSetQuery(
        field.name,
        `_ignored:in${JSON.stringify(texts)}`,
        (terms) => Uint32Array.from(texts.map((text) => terms.lookup(text)).filter((ord) => ord >= 0)).sort(),
        null,
        () => plainShape('TermInSetQuery', `_ignored:(${texts.join(' ')})`),
      );
    case '_seq_no':
      return scanRootDocs(`_seq_no:${texts}`, (reader, doc) => distinct.has(String(reader.seqNo(doc))));
    default:
      return matchNoneQuery;
  }
}

/** The documents with these `_id`s. */
export function idsQuery(ids: readonly string[]): BoundQuery {
  const match = ({ reader }: Leaf): DocSet => {
    const docs = new Set(ids.map((id) => reader.lookupId(id)).filter((doc) => doc >= 0));
    return docSetOfArray(Uint32Array.from(docs).sort());
  };
  return constantQuery(`_id:in${JSON.stringify(ids)}`, match, () => idsShape(ids));
}

/** Lucene stores more terms than this as a set; fewer become a disjunction. */
const MAX_LISTED_IDS = 16;

function idsShape(ids: readonly string[]): QueryShape {
  const bytes = ids.map(idBytes).sort((a, b) => Buffer.compare(a, b));
  const texts = bytes.map((own) => `[${[...own].map((byte) => byte.toString(16)).join(' ')}]`);
  const parsed = `_id:(${texts.join(' ')})`;
  if (ids.length > MAX_LISTED_IDS) return plainShape('TermInSetQuery', parsed);
  const text = `ConstantScore(${texts.map((own) => `_id:${own}`).join(' ')})`;
  return plainShape('ConstantScoreQuery', text, { parsed });
}

const UTF8_ID = 0xff;
const ESCAPED_ID = 0xfd;

/** The indexed form of an id: two digits per byte, decoded URL-safe base64, or the text itself. */
function idBytes(id: string): Buffer {
  if (/^\d+$/.test(id)) return Buffer.from(`fe${id}${id.length % 2 === 0 ? '' : 'f'}`, 'hex');
  const isBase64 = /^[\w-]+$/.test(id) && Buffer.from(id, 'base64url').toString('base64url') === id;
  if (!isBase64) return Buffer.concat([Buffer.of(UTF8_ID), Buffer.from(id)]);
  const decoded = Buffer.from(id, 'base64url');
  return decoded[0] >= ESCAPED_ID ? Buffer.concat([Buffer.of(ESCAPED_ID), decoded]) : decoded;
}

type Leaf = Parameters<BoundQuery['match']>[0];
type Reader = Leaf['reader'];

function scanRootDocs(key: string, test: (reader: Reader, doc: number) => boolean): BoundQuery {
  const match = ({ reader }: Leaf): DocSet => {
    const docs: number[] = [];
    for (let doc = 0; doc < reader.maxDoc; doc++) {
      if ((reader.rootDocs === null || reader.rootDocs.has(doc)) && test(reader, doc)) docs.push(doc);
    }
    return docs.length === 0 ? NO_DOCS : docSetOfArray(Uint32Array.from(docs));
  };
  return constantQuery(key, match, () => plainShape('TermQuery', key));
}

/** Every document has an id and an index; few have a routing. */
export function metadataExistsQuery(context: QueryShardContext, field: string): BoundQuery {
  if (field === '_routing')
    return scanRootDocs('exists(_routing)', (reader, doc) => reader.routing(doc) !== null);
  if (field === '_ignored') {
    const match = ({ reader }: Leaf): DocSet => {
      const bits = reader.exists('_ignored');
      return bits === null ? NO_DOCS : docSetOfBits(bits);
    };
    return constantQuery('exists(_ignored)', match, () =>
      plainShape('FieldExistsQuery', 'FieldExistsQuery [field=_ignored]'),
    );
  }
  if (field !== '_source') return matchAllQuery;
  throw new OpenSearchError('query_shard_exception', 'The _source field is not searchable', {
    metadata: { index: context.indexName, index_uuid: context.indexUuid },
  });
}
