import type { SqlHttpRequest } from '../../sql/index.ts';
import type { RestRequest } from '../request.ts';
import type { RestResponse } from '../response.ts';
import { text } from '../response.ts';
import type { Route } from '../route.ts';
import { routes } from '../route.ts';
import type { RestServices } from '../services.ts';

const parameters = 'sql format sanitize flat separator newLine escape _id _score _type mode cursor'.split(
  ' ',
);

async function handle(
  operation: SqlHttpRequest['operation'],
  request: RestRequest,
  { sql }: RestServices,
): Promise<RestResponse> {
  const service = await sql.get();
  const answer = await service.handle({
    operation,
    sqlParameter: request.param('sql'),
    body: request.hasBody ? request.text() : null,
    parameters: request.params,
    contentType: request.contentType,
  });
  return {
    status: answer.status,
    body: { kind: 'text', text: answer.body, contentType: answer.contentType },
    warnings: answer.warnings,
  };
}

export const sqlRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_ext/_sql'],
    { body: 'json', parameters, doc: 'run a SQL statement, or fetch the next page' },
    (request, services) => handle('query', request, services),
  ),
  ...routes(
    ['POST /_ext/_sql/_explain'],
    { body: 'json', parameters: [...parameters, 'analyze'], doc: 'a statement as query DSL, or its plan' },
    (request, services) => handle('explain', request, services),
  ),
  ...routes(
    ['POST /_ext/_sql/close'],
    { body: 'json', parameters, doc: 'end a cursor' },
    (request, services) => handle('close', request, services),
  ),
  ...routes(
    ['GET|POST /_ext/_sql/stats'],
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
];
