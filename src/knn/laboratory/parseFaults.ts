import { BodyReader, illegalArgument, type JsonObject, type JsonValue, limits } from '../../common/index.ts';

export interface FaultEffect {
  readonly action: 'fail' | 'delay' | 'corrupt' | 'reject';
  readonly delayMs: number;
  /** For rejected requests. */
  readonly status: 429 | 503;
}

type Target = FaultEffect &
  (
    | { readonly kind: 'load'; readonly index: string; readonly nodes: ReadonlySet<string> | null }
    | { readonly kind: 'request'; readonly method: string | null; readonly path: string }
  );

/** Selects loads or requests (the target), and which of them fail: by one way of counting, or all. */
export interface FaultRule {
  readonly target: Target;
  readonly nth: ReadonlySet<number> | null;
  readonly every: number | null;
  readonly probability: number | null;
  /** Maximum number of times. */
  readonly times: number | null;
  /** The rule as given. */
  readonly source: JsonObject;
}

const MAX_COUNT = 2 ** 31;
const MAX_DELAY_MS = 3_600_000;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

type NodesOf = (filter: string) => ReadonlySet<string>;

/** `{"seed":1,"rules":[{"load":{…},"nth":3},{"request":{…},"probability":0.1}]}`. Throws illegal_argument. */
export function parseFaults(
  body: JsonObject,
  nodesOf: NodesOf,
): { readonly seed: number; readonly rules: readonly FaultRule[] } {
  const reader = new BodyReader('faults', body);
  const seed = reader.whole('seed', 0, MAX_COUNT) ?? 0;
  const list = reader.list('rules', limits.faultRules.value);
  if (list === null) throw reader.wrong('rules', 'an array');
  reader.end();
  return { seed, rules: list.map((item, i) => parseRule(item, `rules[${i}]`, nodesOf)) };
}

function parseRule(item: JsonValue, where: string, nodesOf: NodesOf): FaultRule {
  const reader = new BodyReader(where, item);
  const load = reader.object('load');
  const request = reader.object('request');
  if ((load === null) === (request === null)) {
    throw illegalArgument(`[${where}] must have either [load] or [request]`);
  }
  const target = load ? loadTarget(load, nodesOf) : requestTarget(request as BodyReader);
  const nth = parseNth(reader);
  const every = reader.whole('every', 1, MAX_COUNT);
  const probability = reader.fraction('probability');
  if ([nth, every, probability].filter((way) => way !== null).length > 1) {
    throw illegalArgument(`[${where}] must have at most one of [nth], [every] and [probability]`);
  }
  const times = reader.whole('times', 1, MAX_COUNT);
  reader.end();
  return { target, nth, every, probability, times, source: item as JsonObject };
}

function loadTarget(reader: BodyReader, nodesOf: NodesOf): Target {
  const action = reader.word('action', ['fail', 'delay', 'corrupt']);
  if (action === null) throw reader.wrong('action', 'one of [fail, delay, corrupt]');
  const index = reader.text('index') ?? '*';
  const filter = reader.text('node');
  const nodes = filter === null ? null : nodesOf(filter);
  if (nodes?.size === 0) throw reader.wrong('node', 'a filter of nodes that finds one');
  const delayMs = parseDelay(reader, action === 'delay');
  reader.end();
  return { kind: 'load', action, index, nodes, delayMs, status: 503 };
}

function requestTarget(reader: BodyReader): Target {
  const action = reader.word('action', ['reject', 'delay']);
  if (action === null) throw reader.wrong('action', 'one of [reject, delay]');
  const method = reader.word('method', METHODS);
  const path = reader.text('path') ?? '*';
  const status = reader.value('status') ?? 503;
  if (status !== 429 && status !== 503) throw reader.wrong('status', '429 or 503');
  const delayMs = parseDelay(reader, action === 'delay');
  reader.end();
  return { kind: 'request', action, method, path, delayMs, status };
}

function parseDelay(reader: BodyReader, required: boolean): number {
  const delayMs = reader.timeMs('delay', MAX_DELAY_MS);
  if ((delayMs !== null) !== required) {
    throw reader.wrong('delay', required ? 'given with this action' : 'left out with this action');
  }
  return delayMs ?? 0;
}

function parseNth(reader: BodyReader): ReadonlySet<number> | null {
  const value = reader.value('nth');
  if (value === undefined) return null;
  const list = Array.isArray(value) ? value : [value];
  const numbers = list.filter((item): item is number => Number.isInteger(item) && Number(item) >= 1);
  if (numbers.length === list.length && list.length > 0 && list.length <= limits.faultRules.value) {
    return new Set(numbers);
  }
  throw reader.wrong('nth', 'a number from 1, or an array of such');
}
