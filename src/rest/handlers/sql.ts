import { flattenSettings } from '../../cluster/index.ts';
import { isJsonObject } from '../../common/index.ts';
import type { PplHttpRequest, SqlHttpRequest, SqlHttpResponse } from '../../sql/index.ts';
import type { ParameterName } from '../parameterTable.ts';
import type { RestRequest } from '../request.ts';
import type { RestResponse } from '../response.ts';
import { text } from '../response.ts';
import type { Route } from '../route.ts';
import { routes } from '../route.ts';
import type { RestServices } from '../services.ts';
import { changeSettings } from './cluster/settings.ts';

const parameters: readonly ParameterName[] = [
  'sql',
  'format',
  'sanitize',
  'flat',
  'separator',
  'newLine',
  'escape',
  '_id',
  '_score',
  '_type',
  'mode',
  'cursor',
];

/** `null` if the statement is in the URL. A POST without a body has an empty one. */
function bodyOf(request: RestRequest): string | null {
  if (request.hasBody) return request.text();
  return request.method === 'POST' && request.param('sql') === null ? '' : null;
}

async function handle(
  operation: SqlHttpRequest['operation'],
  request: RestRequest,
  { sql }: RestServices,
): Promise<RestResponse> {
  const service = await sql.get();
  const answer = await service.handle({
    operation,
    sqlParameter: request.param('sql'),
    body: bodyOf(request),
    parameters: request.params.all(),
    contentType: request.contentType,
    signal: request.signal,
  });
  return textAnswer(answer);
}

function textAnswer({ status, body, contentType, warnings, place }: SqlHttpResponse): RestResponse {
  return {
    status,
    body: { kind: 'text', text: body, contentType },
    warnings,
    ...(place && { headers: { [PLACE_HEADER]: `${place.start}-${place.end}` } }),
  };
}

async function pipeline(
  operation: PplHttpRequest['operation'],
  request: RestRequest,
  { sql }: RestServices,
): Promise<RestResponse> {
  const service = await sql.get();
  const { params, signal } = request;
  return textAnswer(
    await service.pipeline({ operation, body: request.text(), parameters: params.all(), signal }),
  );
}

/** Position of an error in the statement, for which the body has no member. */
const PLACE_HEADER = 'x-rockpool-place';

/** Keys with these prefixes are accepted, others ignored, as in the original. */
const SETTING_PREFIXES = ['plugins.sql.', 'plugins.ppl.', 'plugins.query.', 'rockpool.'] as const;

function ownSettings(given: unknown): ReadonlyMap<string, string | null> {
  const all = flattenSettings(isJsonObject(given) ? given : {});
  return new Map([...all].filter(([key]) => SETTING_PREFIXES.some((prefix) => key.startsWith(prefix))));
}

export const sqlRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_ext/_sql'],
    { body: 'json', parameters, doc: 'run a SQL statement, or fetch the next page' },
    (request, services) => handle('query', request, services),
  ),
  ...routes(
    ['GET|POST /_ext/_sql/_explain'],
    { body: 'json', parameters: [...parameters, 'analyze'], doc: 'a statement as query DSL, or its plan' },
    (request, services) => handle('explain', request, services),
  ),
  ...routes(
    ['POST /_ext/_sql/close'],
    { body: 'json', parameters, doc: 'end a cursor' },
    (request, services) => handle('close', request, services),
  ),
  ...routes(
    ['POST /_ext/_ppl'],
    { body: 'json', parameters: ['format', 'sanitize'], doc: 'run a pipeline of PPL' },
    (request, services) => pipeline('query', request, services),
  ),
  ...routes(
    ['POST /_ext/_ppl/_explain'],
    { body: 'json', parameters: ['format', 'sanitize'], doc: 'a pipeline of PPL as a plan' },
    (request, services) => pipeline('explain', request, services),
  ),
  ...routes(
    ['GET|POST /_ext/_sql/stats', 'GET|POST /_ext/_ppl/stats'],
    { body: 'json', parameters: [], doc: 'counters of the SQL plugin' },
    async (_request, { sql }) => ({
      ...text(''),
      body: {
        kind: 'text',
        text: JSON.stringify((await sql.get()).stats()),
        contentType: 'text/plain; charset=UTF-8',
      },
    }),
  ),
  ...routes(
    ['PUT /_ext/_query/settings', 'PUT /_ext/_sql/settings'],
    { body: 'json', parameters: ['flat_settings'], doc: 'change settings of the SQL plugin' },
    (request, { cluster }) => {
      const body = request.json() ?? {};
      const isFlat = request.bool('flat_settings', false);
      return changeSettings(cluster, ownSettings(body.persistent), ownSettings(body.transient), isFlat);
    },
  ),
];
