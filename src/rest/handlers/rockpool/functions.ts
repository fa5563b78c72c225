import { json } from '../../response.ts';
import { routes } from '../../route.ts';

export const functionRoutes = routes(
  ['GET /_rockpool/functions'],
  { doc: 'what a SQL statement may be made of: functions with signatures and examples, keywords' },
  async (_request, { sql }) => json((await sql.get()).reference()),
);
