import type { Clock } from './clock.ts';
import { OpenSearchError } from './errors.ts';
import { limits } from './limits.ts';
import { formatSizeBytes } from './units.ts';

export type BreakerName = 'request' | 'fielddata' | 'in_flight_requests';

/** Bytes reserved from a breaker. `release` is idempotent. */
export interface Reservation {
  /** Reserves more. Throws circuit_breaking_exception (429). */
  grow(bytes: number): void;
  release(): void;
}

export interface BreakerFigures {
  readonly limitBytes: number;
  readonly usedBytes: number;
  readonly overhead: number;
  readonly tripped: number;
}

/** Used and maximum size of the JavaScript heap. */
export interface HeapFigures {
  readonly usedBytes: number;
  readonly maxBytes: number;
}

export interface BreakerOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** The parent breaker checks the actual heap usage, not reservations. */
  readonly heap: () => HeapFigures;
}

/** Reservations up to this size are small: what an ordinary client sends. */
const SMALL_BYTES = 64 * 1024;
/** Reserved for small requests, even while one large request exceeds the limit on its own. */
const SPARE_BYTES = 16 * 1024 * 1024;
/** Smaller reservations are not worth reading the heap statistics. */
const WORTH_A_LOOK_BYTES = 1024 * 1024;
/**
 * For this long after a refusal, the last remaining request does not count as being alone: garbage of the
 * others still fills the heap.
 */
const CALM_MS = 1000;

/**
 * Accounts for the memory of requests before it is allocated: incoming bodies (`in_flight_requests`),
 * outgoing answers (`request`), and both against the actual heap (`parent`). Throws the original's 429 error
 * when a limit is exceeded.
 */
export class CircuitBreakers {
  readonly #heap: () => HeapFigures;
  readonly #breakers: Readonly<Record<BreakerName, Breaker>>;
  #parentShare = limits.heapPercent.value / 100;
  #parentTripped = 0;

  constructor({ clock, heap }: BreakerOptions) {
    this.#heap = heap;
    this.#breakers = {
      request: new Breaker('request', limits.answerBytes.value, clock),
      fielddata: new Breaker('fielddata', Math.floor(heap().maxBytes * 0.4), clock),
      in_flight_requests: new Breaker('in_flight_requests', limits.inFlightBytes.value, clock),
    };
  }

  /** An empty reservation. `label` names its purpose in error messages. */
  open(name: BreakerName, label: string): Reservation {
    const breaker = this.#breakers[name];
    let held = 0;
    let open = true;
    let unlooked = 0;
    return {
      grow: (bytes) => {
        if (!open) return;
        breaker.check(bytes, held, label);
        unlooked += bytes;
        if (unlooked >= WORTH_A_LOOK_BYTES) {
          this.#checkParent(unlooked, label);
          unlooked = 0;
        }
        breaker.take(bytes, held);
        held += bytes;
      },
      release: () => {
        open = false;
        breaker.give(held);
        held = 0;
      },
    };
  }

  /** `null` restores Rockpool's default. */
  setLimit(name: BreakerName, limitBytes: number | null): void {
    this.#breakers[name].limitBytes = limitBytes ?? this.#breakers[name].defaultBytes;
  }

  /**
   * The factor applied to a reservation before it is compared with the limit; `null` restores Rockpool's
   * default, 1.
   */
  setOverhead(name: BreakerName, overhead: number | null): void {
    this.#breakers[name].overhead = overhead ?? 1;
  }

  /** The fraction of the heap, from 0 to 1. */
  setParentShare(share: number): void {
    this.#parentShare = share;
  }

  figures(): Readonly<Record<BreakerName | 'parent', BreakerFigures>> {
    const { request, fielddata, in_flight_requests } = this.#breakers;
    const { usedBytes, maxBytes } = this.#heap();
    const limitBytes = Math.floor(maxBytes * this.#parentShare);
    return {
      request: request.figures(),
      fielddata: fielddata.figures(),
      in_flight_requests: in_flight_requests.figures(),
      parent: { limitBytes, usedBytes, overhead: 1, tripped: this.#parentTripped },
    };
  }

  #checkParent(bytes: number, label: string): void {
    const { usedBytes, maxBytes } = this.#heap();
    const limitBytes = Math.floor(maxBytes * this.#parentShare);
    if (usedBytes + bytes <= limitBytes) return;
    this.#parentTripped++;
    const usages = Object.entries(this.#breakers).map(
      ([name, { usedBytes: used }]) => `${name}=${used}/${formatSizeBytes(used)}`,
    );
    const more =
      `, real usage: [${usedBytes}/${formatSizeBytes(usedBytes)}], new bytes reserved: ` +
      `[${bytes}/${formatSizeBytes(bytes)}], usages [${usages.join(', ')}]`;
    throw tooLarge('parent', label, usedBytes + bytes, limitBytes, more);
  }
}

class Breaker {
  readonly #name: BreakerName;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly defaultBytes: number;
  limitBytes: number;
  overhead = 1;
  usedBytes = 0;
  #smallBytes = 0;
  #tripped = 0;
  #crowdedAtMs = Number.NEGATIVE_INFINITY;

  constructor(name: BreakerName, defaultBytes: number, clock: Pick<Clock, 'nowMs'>) {
    this.#name = name;
    this.#clock = clock;
    this.defaultBytes = defaultBytes;
    this.limitBytes = defaultBytes;
  }

  /**
   * `held`: what this reservation already has. A default limit never refuses the only request, so that one
   * large body or answer passes where many together do not, nor small requests beside it. A configured limit
   * is always enforced.
   */
  check(bytes: number, held: number, label: string): void {
    const wanted = Math.floor((this.usedBytes + bytes) * this.overhead);
    if (wanted <= this.limitBytes) return;
    if (this.limitBytes === this.defaultBytes && this.#isSpared(bytes, held)) return;
    this.#tripped++;
    throw tooLarge(this.#name, label, wanted, this.limitBytes);
  }

  #isSpared(bytes: number, held: number): boolean {
    if (held + bytes <= SMALL_BYTES) return this.#smallBytes + bytes <= SPARE_BYTES;
    const nowMs = this.#clock.nowMs();
    if (this.usedBytes === held) return nowMs - this.#crowdedAtMs >= CALM_MS;
    this.#crowdedAtMs = nowMs;
    return false;
  }

  take(bytes: number, held: number): void {
    this.usedBytes += bytes;
    if (held + bytes <= SMALL_BYTES) this.#smallBytes += bytes;
    else if (held <= SMALL_BYTES) this.#smallBytes -= held;
  }

  give(bytes: number): void {
    this.usedBytes -= bytes;
    if (bytes <= SMALL_BYTES) this.#smallBytes -= bytes;
  }

  figures(): BreakerFigures {
    const { limitBytes, usedBytes, overhead } = this;
    return { limitBytes, usedBytes, overhead, tripped: this.#tripped };
  }
}

/** The error when `label` would take more memory than a breaker allows. */
export function tooLarge(
  breaker: string,
  label: string,
  wanted: number,
  limit: number,
  more = '',
): OpenSearchError {
  const reason =
    `[${breaker}] Data too large, data for [${label}] would be [${wanted}/${formatSizeBytes(wanted)}], ` +
    `which is larger than the limit of [${limit}/${formatSizeBytes(limit)}]${more}`;
  return new OpenSearchError('circuit_breaking_exception', reason, {
    metadata: { bytes_wanted: wanted, bytes_limit: limit, durability: 'TRANSIENT' },
  });
}
