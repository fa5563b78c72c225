import { beforeAll, describe, expect, it } from 'vitest';
import {
  CircuitBreakers,
  type JsonObject,
  OpenSearchError,
  type Reservation,
  SeededRandom,
} from '../../../src/common/index.ts';
import { SteppingClock } from '../../support/turns.ts';
import { openServiceWith, type TestService } from './service.ts';

/** Aggregations that run at once share one breaker: each gives back what it took, however it ends. */

const LIMIT_BYTES = 1_500_000;
const ROUNDS = 6;
const SEARCHES = 8;
const LONGEST_WAIT = 6;

/** Tells the most that one of its reservations has held. */
class WatchedBreakers extends CircuitBreakers {
  mostBytes = 0;

  override open(...args: Parameters<CircuitBreakers['open']>): Reservation {
    const reservation = super.open(...args);
    let held = 0;
    return {
      ...reservation,
      grow: (bytes) => {
        reservation.grow(bytes);
        held += bytes;
        this.mostBytes = Math.max(this.mostBytes, held);
      },
    };
  }

  get usedBytes(): number {
    return this.figures().request.usedBytes;
  }
}

const terms = (field: string, size: number): JsonObject => ({ terms: { field, size } });
const failing = { terms: { script: "doc['n'].value == 1999 ? 1 / 0 : doc['n'].value", size: 2000 } };

const BODIES: Readonly<Record<string, JsonObject>> = {
  few: { a: terms('k', 10) },
  some: { a: terms('n', 1000) },
  many: { a: terms('n', 2000) },
  nested: { a: { ...terms('k', 50), aggs: { b: terms('n', 100) } } },
  failing: { a: failing },
  'too large': { a: { ...terms('n', 2000), aggs: { b: terms('n', 1), c: terms('k', 1), d: terms('n', 1) } } },
};
const NAMES = Object.keys(BODIES);

describe('the buckets of aggregations that run at once', () => {
  const clock = new SteppingClock();
  const breakers = new WatchedBreakers({ clock, heap: () => ({ usedBytes: 0, maxBytes: 1e9 }) });
  /** By name: what the search comes to when it is alone, and what it holds then. */
  const alone = new Map<string, { readonly outcome: string; readonly heldBytes: number }>();
  const endings = new Set<string>();
  let service: TestService;

  async function outcomeOf(name: string, signal: AbortSignal | null = null): Promise<string> {
    const body = { size: 0, aggs: BODIES[name] };
    try {
      const { aggregations } = await service.search('i', body, { signal, allowPartialSearchResults: false });
      return JSON.stringify(aggregations);
    } catch (error) {
      return `failed: ${reasonOf(error)}`;
    }
  }

  beforeAll(async () => {
    const documents = Array.from({ length: 2000 }, (_, n) => ({ n, k: `k${n % 50}` }));
    const mapping = { properties: { n: { type: 'long' }, k: { type: 'keyword' } } };
    const index = { name: 'i', mapping, shards: [{ documents, segments: [1200, 800] }] };
    service = await openServiceWith({ clock, random: new SeededRandom(7), breakers }, index);
    breakers.setLimit('request', LIMIT_BYTES);
    for (const name of NAMES) {
      breakers.mostBytes = 0;
      const outcome = await outcomeOf(name);
      alone.set(name, { outcome, heldBytes: breakers.mostBytes });
    }
  });

  it('fit or fail alone as they are meant to', () => {
    const failed = NAMES.filter((name) => alone.get(name)?.outcome.startsWith('failed'));
    expect(failed).toEqual(['failing', 'too large']);
    expect(alone.get('failing')?.outcome).not.toContain('circuit_breaking');
    expect(alone.get('too large')?.outcome).toContain('circuit_breaking');
    expect(alone.get('many')?.heldBytes).toBeGreaterThan(LIMIT_BYTES / 4);
  });

  it.each(Array.from({ length: ROUNDS }, (_, i) => i + 1))('are all given back, seed %i', async (seed) => {
    const random = new SeededRandom(seed);
    const below = (count: number): number => Math.floor(random.next() * count);
    const chosen = Array.from({ length: SEARCHES }, () => ({
      name: NAMES[below(NAMES.length)],
      wait: below(LONGEST_WAIT),
      cancelAfter: below(3) === 0 ? below(LONGEST_WAIT) : null,
    }));
    const outcomes = await Promise.all(
      chosen.map(async ({ name, wait, cancelAfter }) => {
        await turns(wait);
        const controller = new AbortController();
        if (cancelAfter !== null) void turns(cancelAfter).then(() => controller.abort());
        return outcomeOf(name, controller.signal);
      }),
    );
    expect(breakers.usedBytes).toBe(0);
    const wanted = chosen.reduce((sum, { name }) => sum + (alone.get(name)?.heldBytes ?? 0), 0);
    chosen.forEach(({ name, cancelAfter }, i) => {
      const others = ['circuit_breaking_exception', ...(cancelAfter === null ? [] : ['task_cancelled'])];
      const allowed = others.slice(wanted <= LIMIT_BYTES && !hasTooLarge(chosen) ? 1 : 0);
      if (!allowed.some((type) => outcomes[i].includes(type)))
        expect(outcomes[i]).toBe(alone.get(name)?.outcome);
    });
    for (const outcome of outcomes)
      endings.add(/task_cancelled|circuit_breaking/.exec(outcome)?.[0] ?? 'other');
    for (const { name } of chosen.filter((_, i) => outcomes[i].includes('circuit_breaking'))) {
      expect(await outcomeOf(name)).toBe(alone.get(name)?.outcome);
    }
    expect(breakers.usedBytes).toBe(0);
  });

  it('end in all ways', () => {
    expect([...endings].sort()).toEqual(['circuit_breaking', 'other', 'task_cancelled']);
  });
});

function hasTooLarge(chosen: readonly { readonly name: string }[]): boolean {
  return chosen.some(({ name }) => name === 'too large');
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** The types of all causes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof OpenSearchError)) throw error;
  return JSON.stringify([
    error.type,
    error.message,
    error.metadata,
    error.cause instanceof OpenSearchError && error.cause.type,
  ]);
}
