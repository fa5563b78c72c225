import { illegalArgument, limits, OpenSearchError } from '../../../common/index.ts';
import type { LaboratoryEvent } from '../../../knn/index.ts';
import type { RestRequest } from '../../request.ts';
import { type EventStream, json, type RestResponse } from '../../response.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { eventJson } from './eventJson.ts';

const DEFAULT_SIZE = 1000;
const MAX_SIZE = 10_000;
/** A client that falls this far behind is disconnected. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

export const eventRoutes = [
  ...routes(
    ['GET /_rockpool/knn/events'],
    { parameters: ['since', 'size', 'node'], doc: 'what happened in the graph caches' },
    (request, services) => {
      const size = request.int('size', DEFAULT_SIZE);
      if (size < 1 || size > MAX_SIZE) throw illegalArgument(`[size] must be from 1 to ${MAX_SIZE}`);
      const page = services.laboratory.events({
        since: sinceOf(request),
        size,
        nodeIds: nodesOf(request, services),
      });
      return json({ events: page.events.map(eventJson), next: page.next, first: page.first });
    },
  ),
  ...routes(
    ['GET /_rockpool/knn/events/stream'],
    {
      parameters: ['since', 'node'],
      engine: 'watches',
      doc: 'the same as server-sent events, as they happen',
    },
    (request, services) => streamOf(sinceOf(request), nodesOf(request, services), services),
  ),
];

/** Ids of the nodes in `?node=`; `null` for all. */
export function nodesOf(request: RestRequest, { laboratory }: RestServices): ReadonlySet<string> | null {
  const filter = request.param('node');
  return filter === null ? null : laboratory.nodeIds(filter);
}

export function sinceOf(request: RestRequest): number {
  const since = request.long('since', 0) ?? 0;
  if (since < 0 || !Number.isSafeInteger(since)) throw illegalArgument('[since] must be 0 or more');
  return since;
}

/** With `since`, past events are sent first, then new ones; without it only new ones. */
function streamOf(
  since: number,
  nodeIds: ReadonlySet<string> | null,
  { laboratory }: RestServices,
): RestResponse {
  if (laboratory.watchers >= limits.eventStreams.value) {
    const reason = `there are ${limits.eventStreams.value} event streams open already`;
    throw new OpenSearchError('rejected_execution_exception', reason);
  }
  const start = (stream: EventStream): (() => void) => {
    const send = (event: LaboratoryEvent): void => {
      if (nodeIds !== null && event.nodeId !== '' && !nodeIds.has(event.nodeId)) return;
      if (stream.waitingBytes() > MAX_WAITING_BYTES) stream.close();
      else
        stream.write(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(eventJson(event))}\n\n`);
    };
    if (since > 0) {
      const { events } = laboratory.events({ since, size: limits.cacheEvents.value, nodeIds });
      for (const event of events) send(event);
    }
    return laboratory.onEvent(send);
  };
  return { status: 200, body: { kind: 'stream', contentType: 'text/event-stream', start } };
}
