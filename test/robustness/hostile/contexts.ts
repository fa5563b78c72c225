import { bare, type HostileInput, withJson } from './input.ts';

/** Ids of scrolls, points in time and tasks that this server never gave out. */
const IDS: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['short', 'x'],
  ['base64', 'FGluY2x1ZGVfY29udGV4dF91dWlkDXF1ZXJ5QW5kRmV0Y2gBFmFiYw=='],
  ['not base64', '!!!'],
  ['NUL', 'a\u0000b'],
  ['prototype', '__proto__'],
  ['path', '../../etc/passwd'],
  ['a megabyte', 'A'.repeat(1_000_000)],
];

export const contexts: readonly HostileInput[] = [
  ...IDS.flatMap(([name, id]) => [
    withJson(`scroll: ${name}`, 'POST', '/_search/scroll', { scroll_id: id }),
    withJson(`clear scroll: ${name}`, 'DELETE', '/_search/scroll', { scroll_id: [id] }),
    withJson(`search in a point in time: ${name}`, 'POST', '/_search', { pit: { id } }),
    withJson(`delete a point in time: ${name}`, 'DELETE', '/_search/point_in_time', { pit_id: [id] }),
  ]),
  ...['x:1', 'x', 'node:x', ':', '__proto__:1', '%00:1', 'a:99999999999999999999'].flatMap((id) => [
    bare(`task ${id}`, 'GET', `/_tasks/${id}`),
    bare(`cancel task ${id}`, 'POST', `/_tasks/${id}/_cancel`),
  ]),
  bare('point in time without keep_alive', 'POST', '/pool/_search/point_in_time'),
  bare('point in time of a century', 'POST', '/pool/_search/point_in_time?keep_alive=36500d'),
  bare('warmup of nothing', 'GET', '/_plugins/_knn/warmup/nowhere'),
  bare('warmup of a plain index', 'GET', '/_plugins/_knn/warmup/keys'),
  bare('training', 'POST', '/_plugins/_knn/models/m/_train'),
  bare('model', 'GET', '/_plugins/_knn/models/m'),
];
