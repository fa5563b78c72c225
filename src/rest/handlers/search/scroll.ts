import { validationFailed } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, parseTimeMs } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { withTotalAsInt } from './index.ts';

/** Scroll ids and keep-alive from the body, or else the URL. */
function scrollArguments(request: RestRequest): { ids: readonly string[]; keepAliveMs: number | null } {
  const body = request.json() ?? {};
  checkKeys(body);
  const own = body.scroll_id;
  const ids = own === undefined ? (request.list('scroll_id') ?? []) : [own].flat().map(String);
  const scroll = body.scroll === undefined ? request.param('scroll') : String(body.scroll);
  return { ids, keepAliveMs: scroll === null ? null : parseTimeMs(scroll, 'scroll') };
}

function checkKeys(body: JsonObject): void {
  for (const [key, value] of Object.entries(body)) {
    const simple = typeof value === 'string' || (key === 'scroll_id' && Array.isArray(value));
    if ((key === 'scroll_id' || key === 'scroll') && simple) continue;
    throw illegalArgument(
      `Unknown parameter [${key}] in request body or parameter is of the wrong type[${typeName(value)}] `,
    );
  }
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'START_ARRAY';
  return typeof value === 'object' ? 'START_OBJECT' : `VALUE_${(typeof value).toUpperCase()}`;
}

export const scrollRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_search/scroll', 'GET|POST /_search/scroll/{scroll_id}'],
    {
      body: 'json',
      parameters: ['scroll', 'scroll_id', 'rest_total_hits_as_int'],
      doc: 'the next page of a scroll',
    },
    async (request, { search }) => {
      const { ids, keepAliveMs } = scrollArguments(request);
      if (ids.length === 0) throw validationFailed(['scrollId is missing']);
      const response = await search.scroll(ids[0], keepAliveMs);
      return json(request.bool('rest_total_hits_as_int', false) ? withTotalAsInt(response) : response);
    },
  ),
  ...routes(
    ['DELETE /_search/scroll', 'DELETE /_search/scroll/{scroll_id}'],
    { body: 'json', parameters: ['scroll_id'], doc: 'end scrolls' },
    (request, { search }) => {
      const { ids } = scrollArguments(request);
      if (ids.length === 0) throw validationFailed(['no scroll ids specified']);
      const freed = search.clearScroll(ids.includes('_all') ? 'all' : ids);
      return json({ succeeded: true, num_freed: freed }, freed > 0 || ids.includes('_all') ? 200 : 404);
    },
  ),
];
