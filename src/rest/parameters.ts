import { didYouMean, illegalArgument, parseBoolean } from '../common/index.ts';
import type { ParameterName } from './parameterTable.ts';
import type { Route } from './route.ts';
import { ANY_PARAMETER, pathParameters } from './route.ts';
import { checkUnusedValue, rowWithoutEffect } from './withoutEffect.ts';

/** Parameters accepted by all routes. */
export const commonParameters: readonly ParameterName[] = [
  'error_trace',
  'filter_path',
  'format',
  'human',
  'pretty',
  'source',
  'source_content_type',
];

/** Parameters only read together with another; without it they count as unknown. */
const READ_BESIDE: ReadonlyMap<ParameterName, readonly ParameterName[]> = new Map([
  ['q', ['analyze_wildcard', 'analyzer', 'default_operator', 'df', 'lenient']],
  ['suggest_field', ['suggest_mode', 'suggest_size', 'suggest_text']],
]);

interface Taken {
  readonly names: ReadonlySet<string>;
  /** Each name with the one that it requires. */
  readonly beside: ReadonlyMap<string, ParameterName>;
  /** Parameters that have no effect. */
  readonly withoutEffect: ReadonlySet<ParameterName>;
}

const takenBy = new WeakMap<Route, Taken>();

function taken(route: Route): Taken {
  let known = takenBy.get(route);
  if (!known) {
    const names = new Set([...commonParameters, ...pathParameters(route.path), ...route.parameters]);
    const declared = route.parameters.filter((name) => name !== ANY_PARAMETER);
    const besides = [...READ_BESIDE].filter(([name]) => names.has(name));
    known = {
      names,
      beside: new Map(besides.flatMap(([name, others]) => others.map((other) => [other, name] as const))),
      withoutEffect: new Set(declared.filter((name) => rowWithoutEffect(route, name) !== null)),
    };
    takenBy.set(route, known);
  }
  return known;
}

/** Throws illegal_argument for unknown URL parameters, with suggestions, and for invalid flags. */
export function checkParameters(route: Route, path: string, params: ReadonlyMap<string, string>): void {
  for (const flag of ['pretty', 'human']) {
    const value = params.get(flag);
    if (value !== undefined && value !== '') parseBoolean(value);
  }
  const known = taken(route);
  if (known.names.has(ANY_PARAMETER)) return;
  for (const [name, value] of params) {
    if (!isTaken(known, name, params)) throw unrecognized(route, path, params);
    const row = name as ParameterName;
    if (known.withoutEffect.has(row)) checkUnusedValue(row, value);
  }
}

/** The original reports unknown parameters after reading the known ones, whose errors come first; except in _cat. */
function checkTaken(known: Taken, params: ReadonlyMap<string, string>): void {
  for (const [name, value] of params) {
    if (isTaken(known, name, params)) checkUnusedValue(name as ParameterName, value);
  }
}

function isTaken({ names, beside }: Taken, name: string, params: ReadonlyMap<string, string>): boolean {
  const other = beside.get(name);
  return names.has(name) && (other === undefined || params.has(other));
}

function unrecognized(route: Route, path: string, params: ReadonlyMap<string, string>): Error {
  const known = taken(route);
  if (!path.startsWith('/_cat')) checkTaken(known, params);
  const unknown = [...params.keys()].filter((name) => !isTaken(known, name, params)).sort();
  const candidates = [...params.keys(), ...route.parameters].filter((name) => isTaken(known, name, params));
  return unrecognizedNames('parameter', path, unknown, candidates);
}

/** `request [/x] contains unrecognized parameter: [a] -> did you mean [b]?`; also for stats, metrics, … */
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
