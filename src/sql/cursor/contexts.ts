import { type Clock, limits, OpenSearchError, type Random, type Timer } from '../../common/index.ts';
import type { SchemaColumn } from '../types.ts';
import { BEYOND } from '../warnings.ts';
import { CursorTokens, invalidCursor } from './token.ts';

/** The source of the pages after the first. */
export interface PageSource {
  /** Rows waiting in memory; none when the search engine keeps them. */
  readonly heldRows?: number;
  /** The next page: `fetchSize` rows, fewer at the end. */
  next(): Promise<readonly (readonly unknown[])[]>;
  /** Releases what the search engine holds for it. */
  close(): Promise<void>;
}

export interface OpenCursor {
  readonly source: PageSource;
  readonly schema: readonly SchemaColumn[];
  /** The warnings of the first page, which apply to every page. */
  readonly warnings: readonly string[];
  readonly fetchSize: number;
  readonly index: string;
  /** Rows after the first page. */
  readonly rowsLeft: number;
  readonly keepAliveMs: number;
  /** Maximum open cursors (`search.max_open_scroll_context`). */
  readonly maxOpen: number;
}

export interface Page {
  readonly rows: readonly (readonly unknown[])[];
  readonly schema: readonly SchemaColumn[];
  readonly warnings: readonly string[];
  /** Null on the last page, when the context is already released. */
  readonly cursor: string | null;
}

/** Prefix of context ids for statements that the original would reject. */
const OWN = 'own-';

interface Context {
  readonly open: OpenCursor;
  readonly heldRows: number;
  rowsLeft: number;
  timer: Timer;
  /** Serializes the pages of one cursor, even when they are requested concurrently. */
  turn: Promise<unknown>;
}

/**
 * The server-side state of all cursors: kept alive from page to page; dropped when finished, closed or
 * expired.
 */
export class CursorContexts {
  readonly #clock: Clock;
  readonly #tokens: CursorTokens;
  readonly #contexts = new Map<string, Context>();
  #missing = 0;
  #heldRows = 0;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#tokens = new CursorTokens(random);
  }

  /**
   * Registers what remains after a first page and returns its cursor. Throws illegal_argument_exception (400)
   * beyond `maxOpen` and limits.cursorRows.
   */
  async open(cursor: OpenCursor): Promise<string> {
    const refusal = this.#refusal(cursor);
    if (refusal !== null) {
      await cursor.source.close();
      throw new OpenSearchError('illegal_argument_exception', refusal);
    }
    const heldRows = cursor.source.heldRows ?? 0;
    this.#heldRows += heldRows;
    const id = (cursor.warnings.includes(BEYOND) ? OWN : '') + this.#tokens.newId();
    const context = {
      open: cursor,
      heldRows,
      rowsLeft: cursor.rowsLeft,
      timer: this.#expiry(id, cursor),
      turn: Promise.resolve(),
    };
    this.#contexts.set(id, context);
    return this.#write(id, context);
  }

  /** Throws verification_exception (400) or search_phase_execution_exception (404) in the engine's format. */
  async nextPage(cursor: string): Promise<Page> {
    const { id, context } = this.#find(cursor);
    const page = context.turn.then(() => this.#take(id, context));
    context.turn = page.catch(() => undefined);
    return page;
  }

  /** Throws like `nextPage` for a cursor without a next page, but does not fetch one. */
  check(cursor: string): void {
    this.#find(cursor);
  }

  /**
   * Returns the cursor's warnings. Idempotent: closing a closed cursor succeeds. Throws
   * verification_exception (400) for text that is not a cursor.
   */
  async close(cursor: string): Promise<readonly string[]> {
    const id = this.#tokens.read(cursor);
    const context = id === null ? undefined : this.#contexts.get(id);
    if (id !== null) await this.#drop(id);
    return context?.open.warnings ?? (id?.startsWith(OWN) ? [BEYOND] : []);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#contexts.keys()].map((id) => this.#drop(id)));
  }

  #find(cursor: string): { readonly id: string; readonly context: Context } {
    const id = this.#tokens.read(cursor);
    const context = id === null ? undefined : this.#contexts.get(id);
    if (id === null || context === undefined) throw this.#noContext(id);
    return { id, context };
  }

  #refusal({ source, maxOpen }: OpenCursor): string | null {
    if (this.#contexts.size >= maxOpen) {
      return (
        'Trying to create too many scroll contexts. Must be less than or equal to: ' +
        `[${maxOpen}]. This limit can be set by changing the [search.max_open_scroll_context] setting.`
      );
    }
    if (this.#heldRows + (source.heldRows ?? 0) <= limits.cursorRows.value) return null;
    return (
      `Open cursors would hold more than ${limits.cursorRows.value} rows in memory: ` +
      'close some, or narrow the statement by WHERE or LIMIT'
    );
  }

  async #take(id: string, context: Context): Promise<Page> {
    if (!this.#contexts.has(id)) throw this.#noContext(id);
    const { open } = context;
    context.timer.cancel();
    const { schema, warnings } = open;
    const rows = await this.#rowsOf(id, open);
    context.rowsLeft -= open.fetchSize;
    if (context.rowsLeft <= 0) {
      await this.#drop(id);
      return { rows, schema, warnings, cursor: null };
    }
    context.timer = this.#expiry(id, open);
    return { rows, schema, warnings, cursor: this.#write(id, context) };
  }

  /** A source that fails midway has lost its position, so its context is dropped. */
  async #rowsOf(id: string, { source }: OpenCursor): Promise<Page['rows']> {
    try {
      return await source.next();
    } catch (error) {
      await this.#drop(id);
      throw error;
    }
  }

  #expiry(id: string, { keepAliveMs }: OpenCursor): Timer {
    return this.#clock.schedule(keepAliveMs, () => {
      void this.#drop(id);
    });
  }

  #write(id: string, { open, rowsLeft }: Context): string {
    const { schema, fetchSize, index } = open;
    return this.#tokens.write({ id, schema, fetchSize, index, rowsLeft });
  }

  /** What the search engine holds may already be gone (index deleted, expired there), which is fine. */
  async #drop(id: string): Promise<void> {
    const context = this.#contexts.get(id);
    if (context === undefined) return;
    this.#contexts.delete(id);
    this.#heldRows -= context.heldRows;
    context.timer.cancel();
    await context.open.source.close().catch(() => undefined);
  }

  /**
   * The original never issued a cursor for a statement it rejects, so its error for an unknown cursor does
   * not apply.
   */
  #noContext(id: string | null): OpenSearchError {
    if (id?.startsWith(OWN)) return invalidCursor();
    const reason = `No search context found for id [${++this.#missing}]`;
    const missing = new OpenSearchError('search_context_missing_exception', reason);
    const failure = { shard: -1, index: null, reason: { type: missing.type, reason } };
    return new OpenSearchError('search_phase_execution_exception', 'all shards failed', {
      status: 404,
      metadata: { phase: 'query', grouped: true, failed_shards: [failure] },
      rootCauses: [missing],
      causedBy: missing,
    });
  }
}
