import { didYouMean, illegalArgument, parseBoolean } from '../common/index.ts';
import type { ParameterName } from './parameterTable.ts';
import type { Route } from './route.ts';
import { ANY_PARAMETER, pathParameters } from './route.ts';

/** Parameters every route takes. */
export const commonParameters: readonly ParameterName[] = [
  'error_trace',
  'filter_path',
  'format',
  'human',
  'pretty',
  'source',
  'source_content_type',
];

const allowedNames = new WeakMap<Route, ReadonlySet<string>>();

function allowed(route: Route): ReadonlySet<string> {
  let names = allowedNames.get(route);
  if (!names) {
    names = new Set([...commonParameters, ...pathParameters(route.path), ...route.parameters]);
    allowedNames.set(route, names);
  }
  return names;
}

/** Throws illegal_argument for URL parameters that nobody reads, with suggestions, and for flags that are none. */
export function checkParameters(route: Route, path: string, params: ReadonlyMap<string, string>): void {
  for (const flag of ['pretty', 'human']) {
    const value = params.get(flag);
    if (value !== undefined && value !== '') parseBoolean(value);
  }
  const names = allowed(route);
  if (names.has(ANY_PARAMETER)) return;
  for (const name of params.keys()) if (!names.has(name)) throw unrecognized(route, path, params);
}

function unrecognized(route: Route, path: string, params: ReadonlyMap<string, string>): Error {
  const names = allowed(route);
  const unknown = [...params.keys()].filter((name) => !names.has(name)).sort();
  const candidates = [...params.keys(), ...route.parameters].filter((name) => names.has(name));
  return unrecognizedNames('parameter', path, unknown, candidates);
}

/** `request [/x] contains unrecognized parameter: [a] -> did you mean [b]?`, also for stats, metrics, … */
export function unrecognizedNames(
  what: string,
  path: string,
  names: readonly string[],
  candidates: readonly string[],
): Error {
  const list = [...names].sort().map((name) => `[${name}]${didYouMean(name, candidates)}`);
  const plural = names.length > 1 ? 's' : '';
  return illegalArgument(`request [${path}] contains unrecognized ${what}${plural}: ${list.join(', ')}`);
}
