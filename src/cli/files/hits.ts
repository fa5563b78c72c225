import { type JsonObject, stringifyJson } from '../../common/index.ts';
import { rawElements, rawMembers, rawScalar } from '../../documents/index.ts';
import type { Server } from '../frame/server.ts';

/** A document as the server keeps it; the texts are JSON as it stood there. */
export interface RawHit {
  readonly id: string;
  readonly routing: string | null;
  readonly source: string;
}

export interface HitPage {
  readonly hits: readonly RawHit[];
  readonly total: number;
}

const PAGE = 5000;
const KEEP_ALIVE = '5m';

/**
 * All documents that match, as they were when the first page was asked for: a point in time, walked by index and id.
 * Throws CommandError.
 */
export async function* readHits(
  server: Server,
  index: string,
  query: JsonObject,
  signal: AbortSignal,
): AsyncGenerator<HitPage> {
  const path = `/${index.split(',').map(encodeURIComponent).join(',')}/_search/point_in_time`;
  const { pit_id } = await server.json<{ pit_id: string }>('POST', `${path}?keep_alive=${KEEP_ALIVE}`);
  let id = pit_id;
  let after: string | null = null;
  let total = 0;
  try {
    for (;;) {
      const body = searchBody(query, id, after);
      // Without filter_path, which writes sources anew: `1e3` would come as `1000.0`.
      const answer = rawMembers(await server.text('POST', '/_search', body, signal));
      id = rawScalar(answer.get('pit_id')) ?? id;
      const outer = rawMembers(answer.get('hits') ?? '');
      total = Number(rawMembers(outer.get('total') ?? '').get('value') ?? total);
      const members = rawElements(outer.get('hits') ?? '').map(rawMembers);
      if (members.length === 0) return;
      yield { hits: members.map(hitOf), total };
      if (members.length < PAGE) return;
      after = members.at(-1)?.get('sort') ?? null;
    }
  } finally {
    await server.call({
      method: 'DELETE',
      path: '/_search/point_in_time',
      body: stringifyJson({ pit_id: [id] }),
    });
  }
}

function searchBody(query: JsonObject, id: string, after: string | null): string {
  const body = {
    size: PAGE,
    query,
    track_total_hits: after === null,
    pit: { id, keep_alive: KEEP_ALIVE },
    sort: [{ _index: 'asc' }, { _id: 'asc' }],
  };
  const text = stringifyJson(body);
  return after === null ? text : `${text.slice(0, -1)},"search_after":${after}}`;
}

function hitOf(members: ReadonlyMap<string, string>): RawHit {
  return {
    id: rawScalar(members.get('_id')) ?? '',
    routing: rawScalar(members.get('_routing')),
    // One line: a source may have been written with line ends.
    source: (members.get('_source') ?? '{}').replaceAll(/\s*[\r\n]+\s*/g, ' '),
  };
}
