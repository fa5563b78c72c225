import type { IndexShard, WriteResult } from '../../../src/shard/index.ts';

/** What a document was after one operation. `content` null: deleted. */
interface Change {
  readonly id: string;
  readonly content: string | null;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
}

type Seen = Change & { readonly content: string };

interface Search {
  readonly found: readonly Seen[];
  /** Writes acknowledged with a refresh before the search began: at least so far it must see. */
  readonly atLeast: number;
}

/**
 * What several clients of one shard did and saw. Every search must have seen one moment: the newest version of each
 * document that the operations up to some sequence number have left, once each; and a later search no earlier moment.
 */
export class History {
  readonly #changes: Change[] = [];
  readonly #searches: Search[] = [];
  readonly #problems: string[] = [];
  /** What each (term, number) stood for. */
  readonly #numbered = new Map<string, string>();
  /** Documents of deletions that were not answered with success, one entry each. */
  readonly #perhapsDeleted: string[] = [];
  #refreshedTo = -1;

  /** To be called before a write is sent. */
  ask(id: string, content: string | null): void {
    if (content === null) this.#perhapsDeleted.push(id);
  }

  wrote(id: string, content: string | null, result: WriteResult): void {
    const { seqNo, primaryTerm, version } = result;
    const change = { id, content, seqNo, primaryTerm, version };
    this.#changes.push(change);
    if (content === null) this.#perhapsDeleted.splice(this.#perhapsDeleted.indexOf(id), 1);
    this.#number(change);
  }

  /** A write that is acknowledged with a refresh. */
  refreshed(seqNo: number): void {
    this.#refreshedTo = Math.max(this.#refreshedTo, seqNo);
  }

  /** Searches for every document. */
  search(shard: IndexShard): void {
    const atLeast = this.#refreshedTo;
    const searcher = shard.acquireSearcher();
    const found: Seen[] = [];
    for (const leaf of searcher.leaves) {
      for (let doc = 0; doc < leaf.maxDoc; doc++) {
        if (leaf.liveDocs && !leaf.liveDocs.has(doc)) continue;
        const { t: content } = JSON.parse(Buffer.from(leaf.source(doc)).toString());
        const [seqNo, primaryTerm, version] = [leaf.seqNo(doc), leaf.primaryTerm(doc), leaf.version(doc)];
        found.push({ id: leaf.id(doc), content, seqNo, primaryTerm, version });
      }
    }
    searcher.close();
    for (const seen of found) this.#number(seen);
    this.#searches.push({ found, atLeast });
  }

  /** Gets a document in realtime, durable or not. */
  async get(shard: IndexShard, id: string): Promise<void> {
    const result = await shard.get(id, true);
    if (result === null) return;
    const { seqNo, primaryTerm, version } = result;
    const { t: content } = JSON.parse(Buffer.from(result.source).toString());
    this.#number({ id, content, seqNo, primaryTerm, version });
  }

  /** After a crash: every document is as the last acknowledged write left it, or a later one. */
  async checkSurvival(shard: IndexShard): Promise<void> {
    const newest = new Map<string, Change>();
    for (const change of this.#changes) {
      const known = newest.get(change.id);
      if (known === undefined || isLater(change, known)) newest.set(change.id, change);
    }
    for (const [id, last] of newest) {
      const result = await shard.get(id, true);
      await this.get(shard, id);
      const isLost =
        result === null
          ? last.content !== null && !this.#perhapsDeleted.includes(id)
          : isLater(last, result) || (last.content === null && last.seqNo === result.seqNo);
      const at = result === null ? 'nothing' : `${result.primaryTerm}:${result.seqNo}`;
      if (isLost) this.#problems.push(`${id}: ${last.primaryTerm}:${last.seqNo} is lost, found ${at}`);
    }
  }

  /** What is wrong; empty: nothing. To be asked when every write was answered. */
  problems(): readonly string[] {
    return [...this.#problems, ...this.#viewProblems()];
  }

  #viewProblems(): string[] {
    const problems: string[] = [];
    const changes = [...this.#changes].sort((a, b) => a.seqNo - b.seqNo);
    let from = -1;
    for (const [i, { found, atLeast }] of this.#searches.entries()) {
      from = Math.max(from, atLeast);
      const moment = momentOf(found, changes, from);
      if (moment === null) {
        const ids = found.map(({ id, seqNo }) => `${id}@${seqNo}`).join(' ');
        problems.push(`search ${i} sees no moment from ${from} on: ${ids}`);
      } else from = moment;
    }
    return problems;
  }

  #number({ id, content, seqNo, primaryTerm, version }: Change): void {
    const key = `${primaryTerm}:${seqNo}`;
    const value = `${id} v${version} ${content}`;
    const known = this.#numbered.get(key) ?? value;
    if (known !== value) this.#problems.push(`(term:number) ${key} is ${known} and ${value}`);
    this.#numbered.set(key, value);
  }
}

/** The first moment from `from` on that looks like what was found; null: there is none. */
function momentOf(found: readonly Seen[], changes: readonly Change[], from: number): number | null {
  const seen = found.map(keyOf).sort().join();
  const state = new Map<string, Change>();
  const matches = (): boolean =>
    [...state.values()]
      .filter(({ content }) => content !== null)
      .map(keyOf)
      .sort()
      .join() === seen;
  if (from === -1 && seen === '') return -1;
  for (const change of changes) {
    state.set(change.id, change);
    if (change.seqNo >= from && matches()) return change.seqNo;
  }
  return null;
}

type Numbered = Pick<Change, 'primaryTerm' | 'seqNo'>;

function isLater(a: Numbered, b: Numbered): boolean {
  return a.primaryTerm !== b.primaryTerm ? a.primaryTerm > b.primaryTerm : a.seqNo > b.seqNo;
}

function keyOf({ id, seqNo }: Change): string {
  return `${id}@${seqNo}`;
}
