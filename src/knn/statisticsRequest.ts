import { illegalArgument } from '../common/index.ts';
import { clusterStatistics, nodeStatistics } from './statistics.ts';

const VALID: ReadonlySet<string> = new Set([...clusterStatistics, ...nodeStatistics].map(({ name }) => name));

/**
 * `hit_count,miss_count` of a request's path → names; null: all. Throws illegal_argument in the original's words;
 * it suggests only names that stand in the same request.
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
    const listed = unknown.map((name) => `[${name}]${suggest(name, valid)}`).join(', ');
    const noun = unknown.length === 1 ? 'stat' : 'stats';
    throw illegalArgument(`request [${requestPath}] contains unrecognized ${noun}: ${listed}`);
  }
  return names;
}

function suggest(name: string, candidates: readonly string[]): string {
  const near = candidates
    .map((candidate) => ({ candidate, likeness: likeness(name, candidate) }))
    .filter(({ likeness }) => likeness > 0.5)
    .sort((a, b) => b.likeness - a.likeness || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
  if (near.length === 0) return '';
  return near.length === 1
    ? ` -> did you mean [${near[0]}]?`
    : ` -> did you mean any of [${near.join(', ')}]?`;
}

/** 1 − edit distance / length of the longer text. */
function likeness(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, previous[j] + 1, row[j - 1] + 1));
    }
    previous = row;
  }
  return 1 - previous[b.length] / Math.max(1, a.length, b.length);
}
