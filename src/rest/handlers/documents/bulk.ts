import { Pacer } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import { requestSourceFilter, sourceFilterJson, sourceParameters } from '../../sourceFilter.ts';
import { parseBulk } from './bulkParser.ts';
import { writeWaiting } from './writeParameters.ts';
import { bulkItems, refreshWritten } from './writeResponse.ts';

export const bulkRoutes: readonly Route[] = routes(
  ['POST|PUT /_bulk', 'POST|PUT /{index}/_bulk'],
  {
    body: 'ndjson',
    bodyRefusal: NO_BODY,
    parameters: [
      ...sourceParameters,
      'refresh',
      'routing',
      'timeout',
      'wait_for_active_shards',
      'require_alias',
      'pipeline',
    ],
    doc: 'many writes in one request',
  },
  async (request, { documents, clock }) => {
    const started = clock.nanoTime();
    const waiting = writeWaiting(request);
    const filter = requestSourceFilter(request);
    const defaults = {
      index: request.param('index'),
      routing: request.param('routing'),
      requireAlias: request.bool('require_alias', false),
      pipeline: request.param('pipeline'),
      fetchSource: filter === null ? undefined : sourceFilterJson(filter),
    };
    const pacer = new Pacer(clock);
    const items = await parseBulk(request.body, defaults, pacer);
    let ingest: { readonly ingest_took?: bigint } = {};
    const outcomes = await documents.bulk(items, waiting, (ingestTook) => {
      ingest = { ingest_took: ingestTook };
    });
    await refreshWritten(outcomes, waiting.refresh);
    const written = await bulkItems(outcomes, waiting.refresh === 'true', pacer);
    const tookMs = (clock.nanoTime() - started) / 1_000_000n;
    return json({ took: tookMs, ...ingest, errors: written.errors, items: written.items });
  },
);
