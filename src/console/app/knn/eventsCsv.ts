import { csvLine } from '../../../answers/index.ts';
import { call } from '../lib/api.ts';
import { printJson } from '../lib/json.ts';
import type { CacheEvent } from './types.ts';

const PAGE = 10_000;
const COLUMNS = [
  'seq',
  'time',
  'node',
  'type',
  'index',
  'shard',
  'segment',
  'field',
  'kb',
  'load_ns',
  'reason',
  'limit_kb',
] as const satisfies readonly (keyof CacheEvent)[];

/** Every event that the server has kept, not only those that are shown. */
export async function eventsCsv(node: string): Promise<string> {
  const lines = [csvLine(COLUMNS, printJson)];
  const ofNode = node === '' ? '' : `&node=${node}`;
  for (let since = 0; ; ) {
    type Page = { readonly events: readonly CacheEvent[]; readonly next: number };
    const path = `/_rockpool/knn/events?since=${since}&size=${PAGE}${ofNode}`;
    const { events, next } = await call<Page>('GET', path);
    for (const event of events)
      lines.push(
        csvLine(
          COLUMNS.map((column) => event[column]),
          printJson,
        ),
      );
    if (events.length < PAGE) return lines.join('');
    since = next;
  }
}
