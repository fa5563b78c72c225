import type { Pick } from '../../conformance/fuzz/pick.ts';
import { statement } from '../../conformance/fuzz/statements.ts';
import type { HostileInput } from '../hostile/input.ts';
import { BODIES, BULKS, PATHS, STATEMENTS } from './corpus.ts';
import { document } from './document.ts';
import { mutated } from './mutate.ts';
import { searchBody } from './searchBody.ts';
import { tokenSoup } from './tokenSoup.ts';

/** A kind of input: made anew by a grammar, or one of a corpus with bytes changed. */
export interface Kind {
  readonly name: string;
  /** Of how many inputs it is one, relative to the others. */
  readonly weight: number;
  /** `cursors`: real ones of this server, to be damaged. */
  make(pick: Pick, cursors: readonly string[]): HostileInput;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const NDJSON_TYPE = { 'content-type': 'application/x-ndjson' };

function posted(name: string, path: string, body: string, headers = JSON_TYPE): HostileInput {
  return { name, method: 'POST', path, headers, body: Buffer.from(body) };
}

const sqlPath = (pick: Pick): string =>
  pick.of([
    '/_plugins/_sql',
    '/_plugins/_sql?format=csv',
    '/_plugins/_sql/_explain',
    '/_plugins/_sql?format=raw',
  ]);
const asQuery = (text: string): string => JSON.stringify({ query: text });
const searchPath = (pick: Pick): string =>
  pick.of(['/pool/_search', '/pool/_search', '/_search', '/pool/_count', '/pool/_validate/query']);

/** The tables of the random statements are not here: their names become those of what is. */
function onPool(text: string): string {
  return text
    .replace(/fuzz_[ab]/g, 'pool')
    .replace(/\b(?:num|big|id)\b/g, 'n')
    .replace(/\b(?:name|word)\b/g, 'tag');
}

export const kinds: readonly Kind[] = [
  {
    name: 'sql by grammar',
    weight: 3,
    make: (pick) => posted('sql', sqlPath(pick), asQuery(onPool(statement(pick).text.rockpool))),
  },
  {
    name: 'sql of tokens',
    weight: 3,
    make: (pick) => posted('tokens', sqlPath(pick), asQuery(tokenSoup(pick))),
  },
  {
    name: 'sql with bytes changed',
    weight: 3,
    make: (pick) => posted('sql bytes', sqlPath(pick), asQuery(mutated(pick, pick.of(STATEMENTS)))),
  },
  {
    name: 'search by grammar',
    weight: 4,
    make: (pick) => posted('search', searchPath(pick), JSON.stringify(searchBody(pick))),
  },
  {
    name: 'search with bytes changed',
    weight: 3,
    make: (pick) => posted('search bytes', searchPath(pick), mutated(pick, pick.of(BODIES))),
  },
  {
    name: 'bulk with bytes changed',
    weight: 2,
    make: (pick) =>
      posted(
        'bulk',
        pick.of(['/_bulk', '/pool/_bulk', '/_msearch', '/_mget']),
        mutated(pick, pick.of(BULKS)),
        NDJSON_TYPE,
      ),
  },
  {
    name: 'documents',
    weight: 2,
    make: (pick) => {
      const endpoint = pick.of(['_doc', '_doc', '_create', '_update']);
      const text = document(pick);
      const body = endpoint === '_update' ? `{"doc":${text},"doc_as_upsert":true}` : text;
      return posted('document', `/pool/${endpoint}/${pick.int(1, 20)}`, body);
    },
  },
  {
    name: 'cursors',
    weight: 1,
    make: (pick, cursors) => {
      const cursor = pick.chance(0.8) && cursors.length > 0 ? pick.of(cursors) : 'd:eyJhIjoiYiJ9';
      const path = pick.of([
        '/_plugins/_sql',
        '/_plugins/_sql/close',
        '/_search/scroll',
        '/_search/point_in_time',
      ]);
      const key = pick.of(['cursor', 'cursor', 'scroll_id', 'pit_id', 'query']);
      return posted('cursor', path, JSON.stringify({ [key]: mutated(pick, cursor) }));
    },
  },
  {
    name: 'paths',
    weight: 1,
    make: (pick) => {
      const path = mutated(pick, pick.of(PATHS)).replace(/[^\x21-\x7e]/gu, (char) =>
        encodeURIComponent(safe(char)),
      );
      const method = pick.of(['GET', 'GET', 'POST', 'PUT', 'HEAD', 'OPTIONS']);
      return { name: 'path', method, path: path.startsWith('/') ? path : `/${path}` };
    },
  },
];

/** A lone half of a surrogate pair has no percent form. */
function safe(char: string): string {
  return /^[\ud800-\udfff]$/.test(char) ? '\ufffd' : char;
}
