import { json } from '../../response.ts';
import { routes } from '../../route.ts';

export const openApiRoutes = routes(
  ['GET /_rockpool/openapi.json'],
  { doc: 'what is served here, as an OpenAPI 3.1 document' },
  (_request, { openApi }) => json(openApi()),
);
