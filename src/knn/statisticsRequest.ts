import { didYouMean, illegalArgument } from '../common/index.ts';
import { clusterStatistics, nodeStatistics } from './statistics.ts';

const VALID: ReadonlySet<string> = new Set([...clusterStatistics, ...nodeStatistics].map(({ name }) => name));

/**
 * The names in a request's path such as `hit_count,miss_count`; `null` for all. Throws illegal_argument in
 * the original's words, which only suggest names from the same request.
 */
export function parseStatisticNames(list: string | null, requestPath: string): ReadonlySet<string> | null {
  const names = new Set((list ?? '').split(',').filter((name) => name !== ''));
  if (names.size === 0 || (names.size === 1 && names.has('_all'))) return null;
  if (names.has('_all')) {
    throw illegalArgument(`Request ${requestPath} contains _all and individual stats`);
  }
  const valid = [...names].filter((name) => VALID.has(name));
  const unknown = [...names].filter((name) => !VALID.has(name)).sort();
  if (unknown.length > 0) {
    const listed = unknown.map((name) => `[${name}]${didYouMean(name, valid)}`).join(', ');
    const noun = unknown.length === 1 ? 'stat' : 'stats';
    throw illegalArgument(`request [${requestPath}] contains unrecognized ${noun}: ${listed}`);
  }
  return names;
}
