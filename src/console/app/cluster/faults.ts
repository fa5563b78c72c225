import { call } from '../lib/api.ts';

/** Rules of faults, as the form makes them and the server takes them. */

export interface FaultTarget {
  readonly action: string;
  readonly index?: string;
  readonly node?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly delay?: string;
}

export interface FaultRule {
  readonly load?: FaultTarget;
  readonly request?: FaultTarget;
  readonly nth?: number | readonly number[];
  readonly every?: number;
  readonly probability?: number;
  readonly times?: number;
}

export interface ActiveRule extends FaultRule {
  readonly matched: number;
  readonly fired: number;
}

export interface FaultsAnswer {
  readonly seed: number;
  readonly rules: readonly ActiveRule[];
}

export interface FaultForm {
  readonly what: keyof typeof FAULTS;
  /** An index pattern of loads, a path of requests. */
  readonly where: string;
  readonly delay: string;
  readonly how: 'always' | 'nth' | 'every' | 'probability';
  readonly amount: string;
  readonly times: string;
}

/** What can go wrong. */
export const FAULTS = {
  loadFail: { name: 'a graph load fails', kind: 'load', target: { action: 'fail' } },
  loadDelay: { name: 'a graph load is slow', kind: 'load', target: { action: 'delay' } },
  loadCorrupt: { name: 'a graph file is damaged', kind: 'load', target: { action: 'corrupt' } },
  reject429: {
    name: 'a request is refused (429)',
    kind: 'request',
    target: { action: 'reject', status: 429 },
  },
  reject503: {
    name: 'a request is refused (503)',
    kind: 'request',
    target: { action: 'reject', status: 503 },
  },
  requestDelay: { name: 'a request is slow', kind: 'request', target: { action: 'delay' } },
} as const;

export function isDelay(what: FaultForm['what']): boolean {
  return FAULTS[what].target.action === 'delay';
}

export function ruleOf({ what, where, delay, how, amount, times }: FaultForm): FaultRule {
  const { kind, target } = FAULTS[what];
  const place = where.trim() === '' ? {} : kind === 'load' ? { index: where.trim() } : { path: where.trim() };
  const full = { ...target, ...place, ...(isDelay(what) ? { delay } : {}) };
  return {
    ...(kind === 'load' ? { load: full } : { request: full }),
    ...(how === 'always' ? {} : { [how]: Number(amount) }),
    ...(times.trim() === '' ? {} : { times: Number(times) }),
  };
}

/** `a graph load fails, of index a: the 2nd time`. */
export function describeRule({ load, request, nth, every, probability, times }: FaultRule): string {
  const target = load ?? request;
  if (!target) return '';
  const place = load
    ? `of ${target.index ?? 'any index'}`
    : `of ${target.method ?? ''} ${target.path ?? 'any path'}`;
  const counting =
    nth !== undefined
      ? `number ${[nth].flat().join(', ')}`
      : every !== undefined
        ? `every ${every}.`
        : probability !== undefined
          ? `with probability ${probability}`
          : 'always';
  const detail = target.delay ?? target.status ?? '';
  const most = times === undefined ? '' : `, ${times} times at most`;
  return `${load ? 'load' : 'request'} ${place}: ${target.action} ${detail}, ${counting}${most}`
    .replace(/ +/g, ' ')
    .replace(' ,', ',');
}

function sourceOf({ matched: _matched, fired: _fired, ...rule }: ActiveRule): FaultRule {
  return rule;
}

export function readFaults(signal?: AbortSignal): Promise<FaultsAnswer> {
  return call<FaultsAnswer>('GET', '/_rockpool/faults', undefined, { signal });
}

/** All rules start counting anew, the old ones too. */
export function putFaults(rules: readonly (FaultRule | ActiveRule)[], seed: number): Promise<unknown> {
  const plain = rules.map((rule) => ('matched' in rule ? sourceOf(rule) : rule));
  return plain.length === 0
    ? call('DELETE', '/_rockpool/faults')
    : call('PUT', '/_rockpool/faults', { seed, rules: plain });
}
