import { type Catalog, type Language, NO_LANGUAGE, tablesOf } from '../../statement/index.ts';
import type { Server } from '../frame/server.ts';

type Answers = Parameters<typeof tablesOf>;

/** What statements may name. A server that is no Rockpool tells no functions. Throws CommandError. */
export async function readCatalog(server: Server): Promise<Catalog> {
  const [mappings, aliases, language] = await Promise.all([
    server.json<Answers[0]>('GET', '/_mapping'),
    server.json<Answers[1]>('GET', '/_alias'),
    server.call({ method: 'GET', path: '/_rockpool/functions' }),
  ]);
  const known = language.status === 200 ? server.parsed<Partial<Language>>(language.text) : {};
  return { ...NO_LANGUAGE, ...known, tables: tablesOf(mappings, aliases) };
}
