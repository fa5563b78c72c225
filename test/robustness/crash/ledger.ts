/**
 * What was asked and what was acknowledged, per document, in order. After a crash a document must be as its last
 * acknowledged operation left it, or as one of those after it, which were asked but never answered.
 */
export interface LedgerEntry {
  readonly id: string;
  /** What the operation leaves behind; null: a deletion. */
  readonly content: string | null;
  acknowledged: boolean;
}

/** A document as it is found again; null: there is none. */
export type Found = string | null;

export class Ledger {
  readonly #entries = new Map<string, LedgerEntry[]>();

  /** To be called before the operation is sent. */
  ask(id: string, content: string | null): LedgerEntry {
    const entry = { id, content, acknowledged: false };
    const entries = this.#entries.get(id);
    if (entries) entries.push(entry);
    else this.#entries.set(id, [entry]);
    return entry;
  }

  /** As it is now; what is acknowledged later the copy does not know. */
  copy(): Ledger {
    const copy = new Ledger();
    for (const [id, entries] of this.#entries) {
      copy.#entries.set(
        id,
        entries.map((entry) => ({ ...entry })),
      );
    }
    return copy;
  }

  get ids(): readonly string[] {
    return [...this.#entries.keys()];
  }

  get acknowledged(): number {
    let count = 0;
    for (const entries of this.#entries.values())
      count += entries.filter((entry) => entry.acknowledged).length;
    return count;
  }

  /** What is wrong with what was found; empty: nothing acknowledged was lost, nothing was made up. */
  violations(found: ReadonlyMap<string, Found>): string[] {
    const wrong: string[] = [];
    for (const id of new Set([...this.#entries.keys(), ...found.keys()])) {
      const allowed = this.#allowed(id);
      const content = found.get(id) ?? null;
      if (!allowed.includes(content)) wrong.push(`${id}: found ${content}, allowed ${allowed.join(' | ')}`);
    }
    return wrong;
  }

  /** After a restart: what was found counts, the past is forgotten. */
  settle(found: ReadonlyMap<string, Found>): void {
    this.#entries.clear();
    for (const [id, content] of found) this.ask(id, content).acknowledged = true;
  }

  #allowed(id: string): Found[] {
    const entries = this.#entries.get(id) ?? [];
    const last = entries.findLastIndex((entry) => entry.acknowledged);
    const since = entries.slice(Math.max(last, 0)).map((entry) => entry.content);
    return last === -1 ? [null, ...since] : since;
  }
}
