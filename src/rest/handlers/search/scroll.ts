import { validationFailed } from '../../../cluster/index.ts';
import { parseTimeMs } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { contextIds, unknownParameter } from './contextIds.ts';
import { withTotalAsInt } from './index.ts';

/** The scroll and its new keep-alive, from the body or else the URL. */
function scrollArguments(request: RestRequest): { id: string | null; keepAliveMs: number | null } {
  let scroll = request.param('scroll');
  let id = request.param('scroll_id');
  for (const [key, value] of Object.entries(request.json() ?? {})) {
    if (typeof value !== 'string' || (key !== 'scroll' && key !== 'scroll_id'))
      throw unknownParameter(key, value);
    if (key === 'scroll') scroll = value;
    else id = value;
  }
  return { id, keepAliveMs: scroll === null ? null : parseTimeMs(scroll, 'scroll') };
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
      const { id, keepAliveMs } = scrollArguments(request);
      if (id === null) throw validationFailed(['scrollId is missing']);
      const response = await search.scroll(id, keepAliveMs);
      return json(request.bool('rest_total_hits_as_int', false) ? withTotalAsInt(response) : response);
    },
  ),
  ...routes(
    ['DELETE /_search/scroll', 'DELETE /_search/scroll/{scroll_id}'],
    { body: 'json', parameters: ['scroll_id'], doc: 'end scrolls' },
    (request, { search }) => {
      const ids = contextIds(request, 'scroll_id') ?? request.list('scroll_id') ?? [];
      if (ids.length === 0) throw validationFailed(['no scroll ids specified']);
      const freed = search.clearScroll(ids.includes('_all') ? 'all' : ids);
      return json({ succeeded: true, num_freed: freed }, freed > 0 || ids.includes('_all') ? 200 : 404);
    },
  ),
];
