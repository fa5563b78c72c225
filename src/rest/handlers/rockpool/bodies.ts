import { json } from '../../response.ts';
import { routes } from '../../route.ts';

export const bodyRoutes = routes(
  ['GET /_rockpool/bodies'],
  { doc: 'what bodies of requests may be made of: queries, aggregations, mappings, for completion' },
  // Loaded on demand.
  async () => json({ ...(await import('../../bodies/bodies.ts')).requestBodies }),
);
