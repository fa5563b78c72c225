import { kilobytes, percent } from '../../lib/format.ts';
import type { CacheNode, GraphInfo } from '../types.ts';

/** Whether the graphs have room, in one word and one sentence. */

export type VerdictKind = 'empty' | 'fits' | 'tooSmall' | 'evicting' | 'thrashing';

export interface Verdict {
  readonly kind: VerdictKind;
  readonly sentence: string;
}

/** What happened of late, a second. */
export interface Pressure {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
}

interface NodeWeight {
  readonly name: string;
  readonly allKb: number;
  /** null: no limit. */
  readonly limitKb: number | null;
}

/** From this share of misses on, a cache that evicts does hardly anything else. */
const THRASHING = 0.5;

export function weightsOf(nodes: readonly CacheNode[], graphs: readonly GraphInfo[]): readonly NodeWeight[] {
  return nodes.map(({ id, name, limit_kb: limitKb }) => {
    const own = graphs.filter(({ node }) => node === id);
    return { name, allKb: own.reduce((sum, { kb }) => sum + kb, 0), limitKb };
  });
}

export function verdictOf(weights: readonly NodeWeight[], pressure: Pressure): Verdict {
  const allKb = weights.reduce((sum, weight) => sum + weight.allKb, 0);
  if (allKb === 0) return { kind: 'empty', sentence: 'There are no graphs yet.' };
  const tight = weights.filter((weight) => weight.limitKb !== null && weight.allKb > weight.limitKb);
  const room =
    tight.length === 0
      ? fitWords(weights, allKb)
      : tight.map((weight) => tightWords(weight, weights.length > 1)).join('. ');
  const accesses = pressure.hits + pressure.misses;
  const missed = accesses === 0 ? 0 : pressure.misses / accesses;
  if (pressure.evictions > 0 && missed >= THRASHING) {
    return {
      kind: 'thrashing',
      sentence: `${room}. ${missedWords(missed)}: each load pushes another graph out.`,
    };
  }
  if (pressure.evictions > 0) {
    return {
      kind: 'evicting',
      sentence: `${room}. ${missedWords(missed)}; the rest find their graph in memory.`,
    };
  }
  if (tight.length > 0) {
    return { kind: 'tooSmall', sentence: `${room}. Searches of all of it will evict what they need next.` };
  }
  return { kind: 'fits', sentence: `${room}. Nothing has to be evicted.` };
}

function fitWords(weights: readonly NodeWeight[], allKb: number): string {
  const [only] = weights;
  if (weights.length > 1) return `${kilobytes(allKb)} of graphs fit: each node has room for its own`;
  return only.limitKb === null
    ? `${kilobytes(allKb)} of graphs, and no limit`
    : `${kilobytes(allKb)} of graphs fit into ${kilobytes(only.limitKb)}`;
}

function tightWords({ name, allKb, limitKb }: NodeWeight, isOneOfMany: boolean): string {
  const where = isOneOfMany ? ` on ${name}` : '';
  return `${kilobytes(allKb)} of graphs do not fit into ${kilobytes(limitKb ?? 0)}${where}`;
}

function missedWords(share: number): string {
  return `Of late ${percent(Math.round(share * 100) / 100)} of the accesses had to load their graph`;
}
