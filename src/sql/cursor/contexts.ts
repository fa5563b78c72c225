import { type Clock, limits, OpenSearchError, type Random, type Timer } from '../../common/index.ts';
import type { SchemaColumn } from '../types.ts';
import { BEYOND } from '../warnings.ts';
import { CursorTokens, invalidCursor } from './token.ts';

/** Where the pages after the first come from. */
export interface PageSource {
  /** Rows that wait in memory; none when the search engine keeps them. */
  readonly heldRows?: number;
  /** The next page's rows: `fetchSize` records, fewer at the end. */
  next(): Promise<readonly (readonly unknown[])[]>;
  /** Gives back what the search engine holds for it. */
  close(): Promise<void>;
}

export interface OpenCursor {
  readonly source: PageSource;
  readonly schema: readonly SchemaColumn[];
  /** Of the first page: they hold for every other. */
  readonly warnings: readonly string[];
  readonly fetchSize: number;
  readonly index: string;
  /** Records after the first page. */
  readonly rowsLeft: number;
  readonly keepAliveMs: number;
  /** Open cursors at most (`search.max_open_scroll_context`). */
  readonly maxOpen: number;
}

export interface Page {
  readonly rows: readonly (readonly unknown[])[];
  readonly schema: readonly SchemaColumn[];
  readonly warnings: readonly string[];
  /** Null on the last page: the context is gone. */
  readonly cursor: string | null;
}

/** Begins the ids of answers that the original refuses. */
const OWN = 'own-';

interface Context {
  readonly open: OpenCursor;
  readonly heldRows: number;
  rowsLeft: number;
  timer: Timer;
  /** Pages of one cursor are taken one after the other, however they are asked for. */
  turn: Promise<unknown>;
}

/** The server's side of all cursors: kept alive from page to page, dropped when done, closed or left alone too long. */
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
   * Registers what is left after a first page and gives its cursor. Throws illegal_argument_exception (400) past
   * `maxOpen` and limits.cursorRows.
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

  /** Throws verification_exception (400), search_phase_execution_exception (404) in the engine's shape. */
  async nextPage(cursor: string): Promise<Page> {
    const { id, context } = this.#find(cursor);
    const page = context.turn.then(() => this.#take(id, context));
    context.turn = page.catch(() => undefined);
    return page;
  }

  /** Throws as nextPage does, of a cursor that has no next page, and turns none. */
  check(cursor: string): void {
    this.#find(cursor);
  }

  /**
   * The warnings of the cursor. Idempotent: closing a closed cursor succeeds. Throws verification_exception (400) for
   * what is no cursor.
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

  /** What fails half-way has lost its place: the context goes with it. */
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

  /** What the search engine holds may be gone already (index deleted, its own expiry): that is as good. */
  async #drop(id: string): Promise<void> {
    const context = this.#contexts.get(id);
    if (context === undefined) return;
    this.#contexts.delete(id);
    this.#heldRows -= context.heldRows;
    context.timer.cancel();
    await context.open.source.close().catch(() => undefined);
  }

  /** The original never gave a cursor of what it refuses, and knows none. */
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
