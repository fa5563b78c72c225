import { bug, OpenSearchError } from '../common/index.ts';

/**
 * The use of reserved memory. Loads and builds end on their own; a cached graph may stay for ever; a graph
 * growing with an index buffer can be dropped.
 */
export type MemoryUse = 'graph' | 'load' | 'build' | 'growth';

/** Closed graphs, of which the library keeps a constant part until their objects are garbage-collected. */
export interface Husks {
  bytes(): number;
  /** Runs the garbage collector; resolves when it has freed what it could. */
  collect(): Promise<void>;
}

export interface NativeBudgetOptions {
  /** Always available. */
  readonly shareBytes: number;
  /** Never exceeded, whatever the limits of the caches are. */
  readonly machineBytes: number;
  readonly husks: Husks;
}

export interface BudgetFigures {
  readonly totalBytes: number;
  readonly graphBytes: number;
  readonly loadBytes: number;
  readonly buildBytes: number;
  readonly huskBytes: number;
  /** Number of loads and builds waiting for memory. */
  readonly waiting: number;
}

interface Request {
  readonly member: BudgetMember;
  readonly bytes: number;
  readonly use: 'load' | 'build';
  /** Called with null if there is no memory and none can be expected. */
  readonly answer: (reservation: Reservation | null) => void;
  readonly reject: (error: Error) => void;
  collected: boolean;
}

/**
 * Limits the memory that this process allocates for graphs: cached ones, those being loaded or built, and
 * husks. There is one budget per process, independent of the limits and counters of the emulated caches.
 * Requests are granted in order of arrival; one that does not fit waits for the loads and builds in progress.
 */
export class NativeBudget {
  readonly #options: NativeBudgetOptions;
  readonly #limits = new Map<BudgetMember, number>();
  readonly #bytes: Record<MemoryUse, number> = { graph: 0, load: 0, build: 0, growth: 0 };
  readonly #queue: Request[] = [];
  /** Number of loads and builds in progress. */
  #running = 0;
  /** Callbacks that drop growing graphs when their memory is needed. */
  readonly #growths = new Map<Reservation, () => void>();
  #collecting = false;

  constructor(options: NativeBudgetOptions) {
    this.#options = options;
  }

  /** The share, or the largest of the cache limits if that is more, up to the machine's memory for graphs. */
  get totalBytes(): number {
    const { shareBytes, machineBytes } = this.#options;
    return Math.max(shareBytes, Math.min(machineBytes, Math.max(0, ...this.#limits.values())));
  }

  get figures(): BudgetFigures {
    const { graph, load, build, growth } = this.#bytes;
    return {
      totalBytes: this.totalBytes,
      graphBytes: graph,
      loadBytes: load,
      buildBytes: build + growth,
      huskBytes: this.#options.husks.bytes(),
      waiting: this.#queue.length,
    };
  }

  /** Adds a virtual node. */
  join(): BudgetMember {
    return new BudgetMember({
      admit: (member, bytes) => this.#admit(member, bytes),
      reserve: (member, bytes, use) => this.#reserve(member, bytes, use),
      take: (bytes, use, giveWay) => this.#take(bytes, use, giveWay),
      leave: (member) => this.#leave(member),
    });
  }

  #admit(member: BudgetMember, bytes: number): void {
    this.#limits.set(member, bytes);
    this.#serve();
  }

  #reserve(member: BudgetMember, bytes: number, use: 'load' | 'build'): Promise<Reservation | null> {
    return new Promise((answer, reject) => {
      this.#queue.push({ member, bytes, use, answer, reject, collected: false });
      this.#serve();
    });
  }

  #take(bytes: number, use: 'build' | 'growth', giveWay: () => void): Reservation | null {
    const { total, used } = this.#now();
    if (this.#queue.length > 0 || used + bytes > total) return null;
    const reservation = this.#granted(bytes, use);
    if (use === 'growth') this.#growths.set(reservation, giveWay);
    return reservation;
  }

  #leave(member: BudgetMember): void {
    this.#limits.delete(member);
    const left = this.#queue.filter((request) => request.member === member);
    for (const request of left) this.#queue.splice(this.#queue.indexOf(request), 1);
    for (const { reject } of left) reject(nodeClosed());
    this.#serve();
  }

  #serve(): void {
    for (let head = this.#queue[0]; head !== undefined; head = this.#queue[0]) {
      const { total, kept, used } = this.#now();
      if (used + head.bytes <= total) this.#grant(head);
      else if (this.#endGrowths()) return;
      else if (this.#collectFor(head)) return;
      // Cached graphs alone leave no room, so waiting for loads and builds to end does not help.
      else if (head.use === 'load' && kept + head.bytes > total) this.#answer(head, null);
      else if (this.#running > 0) return;
      // A build that does not fit runs alone.
      else this.#grant(head);
    }
  }

  #now(): { readonly total: number; readonly kept: number; readonly used: number } {
    const { graph, load, build, growth } = this.#bytes;
    const kept = graph + this.#options.husks.bytes();
    return { total: this.totalBytes, kept, used: kept + load + build + growth };
  }

  /** Asks all growing graphs to be dropped. Returns true while one of them still has memory. */
  #endGrowths(): boolean {
    for (const [reservation, giveWay] of this.#growths) {
      this.#growths.set(reservation, () => undefined);
      giveWay();
    }
    return this.#growths.size > 0;
  }

  /**
   * Runs the garbage collector, once per request that does not fit. Returns true while it must be waited for.
   */
  #collectFor(request: Request): boolean {
    if (this.#collecting) return true;
    const { husks } = this.#options;
    if (request.collected || husks.bytes() === 0) return false;
    request.collected = true;
    this.#collecting = true;
    const done = (): void => {
      this.#collecting = false;
      this.#serve();
    };
    husks.collect().then(done, done);
    return true;
  }

  #grant(request: Request): void {
    this.#answer(request, this.#granted(request.bytes, request.use));
  }

  #granted(bytes: number, use: Exclude<MemoryUse, 'graph'>): Reservation {
    this.#bytes[use] += bytes;
    if (use !== 'growth') this.#running++;
    const reservation: Reservation = new Reservation(bytes, use, (from, to) => {
      this.#growths.delete(reservation);
      this.#changed(bytes, from, to);
    });
    return reservation;
  }

  #answer(request: Request, reservation: Reservation | null): void {
    this.#queue.shift();
    request.answer(reservation);
  }

  #changed(bytes: number, from: MemoryUse, to: MemoryUse | null): void {
    this.#bytes[from] -= bytes;
    if (to !== null) this.#bytes[to] += bytes;
    if (from !== 'graph' && from !== 'growth') this.#running--;
    if (this.#bytes[from] < 0 || this.#running < 0) {
      throw bug(
        `native budget below zero after ${bytes} bytes of a ${from} became ${to ?? 'free'}: ` +
          `${JSON.stringify(this.#bytes)}, ${this.#running} running`,
      );
    }
    this.#serve();
  }
}

interface BudgetAccess {
  admit(member: BudgetMember, bytes: number): void;
  reserve(member: BudgetMember, bytes: number, use: 'load' | 'build'): Promise<Reservation | null>;
  take(bytes: number, use: 'build' | 'growth', giveWay: () => void): Reservation | null;
  leave(member: BudgetMember): void;
}

/** A virtual node's access to the budget. */
export class BudgetMember {
  readonly #budget: BudgetAccess;
  #left = false;

  constructor(budget: BudgetAccess) {
    this.#budget = budget;
  }

  /** Sets the limit of the node's cache; Infinity for none. */
  admit(bytes: number): void {
    if (!this.#left) this.#budget.admit(this, bytes);
  }

  /**
   * Reserves memory for loading a graph. Resolves to null if cached graphs leave none, and the graph must be
   * searched exactly. Throws node_closed_exception if the node closes meanwhile.
   */
  async reserveLoad(bytes: number): Promise<Reservation | null> {
    this.#checkOpen();
    return this.#budget.reserve(this, bytes, 'load');
  }

  /**
   * Reserves memory for a build; one that can never fit runs alone. Throws node_closed_exception if the node
   * closes.
   */
  async reserveBuild(bytes: number): Promise<Reservation> {
    this.#checkOpen();
    const reservation = await this.#budget.reserve(this, bytes, 'build');
    if (reservation === null) throw bug(`no answer to a build of ${bytes} bytes`);
    return reservation;
  }

  /** Reserves memory for a build if available now. */
  takeBuild(bytes: number): Reservation | null {
    return this.#left ? null : this.#budget.take(bytes, 'build', () => undefined);
  }

  /**
   * Reserves memory for a growing graph if available now. `giveWay` is called when the memory is needed
   * otherwise: it must then be released soon.
   */
  takeGrowth(bytes: number, giveWay: () => void): Reservation | null {
    return this.#left ? null : this.#budget.take(bytes, 'growth', giveWay);
  }

  /** The node closes: waiting requests are rejected. Granted reservations are released by their owners. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#budget.leave(this);
  }

  #checkOpen(): void {
    if (this.#left) throw nodeClosed();
  }
}

/** Granted memory, which the owner must release exactly once. */
export class Reservation {
  readonly bytes: number;
  readonly #changed: (from: MemoryUse, to: MemoryUse | null) => void;
  #use: MemoryUse | null;

  constructor(bytes: number, use: MemoryUse, changed: (from: MemoryUse, to: MemoryUse | null) => void) {
    this.bytes = bytes;
    this.#use = use;
    this.#changed = changed;
  }

  /** The loaded graph has entered a cache: the memory is used until it leaves. */
  keep(): void {
    this.#become('graph');
  }

  release(): void {
    this.#become(null);
  }

  #become(use: MemoryUse | null): void {
    const from = this.#use;
    if (from === null) throw bug(`a reservation of ${this.bytes} bytes is used after its release`);
    this.#use = use;
    this.#changed(from, use);
  }
}

function nodeClosed(): OpenSearchError {
  return new OpenSearchError('node_closed_exception', 'node closed');
}
