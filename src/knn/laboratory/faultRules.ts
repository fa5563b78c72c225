import { type JsonObject, type Random, SeededRandom, wildcardMatches } from '../../common/index.ts';
import { type FaultEffect, type FaultRule, parseFaults } from './parseFaults.ts';

/** The effect of a fault on a load or request. */
export interface Fault extends FaultEffect {
  /** 1-based number of the rule. */
  readonly rule: number;
}

interface ActiveRule {
  readonly rule: FaultRule;
  matched: number;
  fired: number;
}

/**
 * Fault injection: rules that say which loads and requests fail or are delayed, with counters. The first rule
 * that fires wins.
 */
export class FaultRules {
  #rules: readonly ActiveRule[] = [];
  #random: Random = new SeededRandom(0);
  #seed = 0;

  /** Whether there are any rules; usually there are none. */
  get active(): boolean {
    return this.#rules.length > 0;
  }

  /**
   * Replaces all rules and resets counters. `nodesOf` resolves a node filter. Throws illegal_argument for
   * invalid rules, and keeps the old ones then.
   */
  put(body: JsonObject, nodesOf: (filter: string) => ReadonlySet<string>): void {
    const { seed, rules } = parseFaults(body, nodesOf);
    this.#seed = seed;
    this.#random = new SeededRandom(seed);
    this.#rules = rules.map((rule) => ({ rule, matched: 0, fired: 0 }));
  }

  clear(): void {
    this.#rules = [];
  }

  /** The rules as given, with their counters. */
  describe(): JsonObject {
    const rules = this.#rules.map(({ rule, matched, fired }) => ({ ...rule.source, matched, fired }));
    return { seed: this.#seed, rules };
  }

  load(indexName: string, nodeId: string): Fault | null {
    return this.#decide(({ target }) => {
      if (target.kind !== 'load') return false;
      return (target.nodes?.has(nodeId) ?? true) && wildcardMatches(target.index, indexName);
    });
  }

  request(method: string, path: string): Fault | null {
    return this.#decide(({ target }) => {
      if (target.kind !== 'request') return false;
      return (target.method === null || target.method === method) && wildcardMatches(target.path, path);
    });
  }

  #decide(matches: (rule: FaultRule) => boolean): Fault | null {
    for (const [i, active] of this.#rules.entries()) {
      const { rule } = active;
      if (!matches(rule)) continue;
      active.matched++;
      if (!this.#fires(active)) continue;
      active.fired++;
      const { action, delayMs, status } = rule.target;
      return { action, delayMs, status, rule: i + 1 };
    }
    return null;
  }

  #fires({ rule, matched, fired }: ActiveRule): boolean {
    if (rule.times !== null && fired >= rule.times) return false;
    if (rule.nth !== null) return rule.nth.has(matched);
    if (rule.every !== null) return matched % rule.every === 0;
    return rule.probability === null || this.#random.next() < rule.probability;
  }
}
