import type { ClientSearchResponse } from '../../client/index.ts';
import { appendAll, settled, type Turns } from '../../common/index.ts';
import type { FieldTable } from '../binder/index.ts';
import type { IndexScan, PhysicalPlan } from '../plan/physical.ts';
import type { Row } from '../values/index.ts';
import { BARE_WHERE } from '../warnings.ts';
import { collect } from './batches.ts';
import type { ExecutionContext } from './context.ts';
import { hitReader } from './hitReader.ts';
import { projector } from './projectRow.ts';
import { run } from './run.ts';
import { guarded, searchOnce } from './search.ts';
import { documentScan, scanBody } from './searchBodies.ts';

/** The source of the pages after the first. */
export interface RowSource {
  /** How many rows are waiting in memory. */
  readonly heldRows: number;
  /** The next page: `pageSize` rows, fewer at the end. */
  next(): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/**
 * A statement's rows in pages: the first page, the total number of rows, and the source of the remaining
 * pages.
 */
export interface RowPages {
  readonly first: readonly Row[];
  readonly total: number;
  /** Null when `first` contains all rows. */
  readonly rest: RowSource | null;
  /** The index that is read page by page; empty when all rows are held in memory. */
  readonly index: string;
}

export interface PageOptions {
  readonly pageSize: number;
  /** How long the search engine keeps its snapshot between pages: `1m`. */
  readonly keepAlive: string;
}

/**
 * Plain scans are read page by page from a snapshot of the search engine; the rows of all other plans are
 * held in memory.
 */
export function* openPages(
  plan: PhysicalPlan,
  context: ExecutionContext,
  options: PageOptions,
): Turns<RowPages> {
  const plain = plainScan(plan, context);
  if (plain !== null) return yield* openScan(plain, context, options);
  const rows = yield* settled(collect(run(plan, context, 'result'), context.budget.open()));
  const { pageSize } = options;
  const rest = rows.length > pageSize ? new HeldPages(rows, pageSize) : null;
  return { first: rows.slice(0, pageSize), total: rows.length, rest, index: '' };
}

/** The pages after the first, of rows that are all in memory. */
class HeldPages implements RowSource {
  readonly #pageSize: number;
  #rows: readonly Row[];
  #at: number;

  constructor(rows: readonly Row[], pageSize: number) {
    this.#rows = rows;
    this.#pageSize = pageSize;
    this.#at = pageSize;
  }

  get heldRows(): number {
    return this.#rows.length;
  }

  async next(): Promise<readonly Row[]> {
    const page = this.#rows.slice(this.#at, this.#at + this.#pageSize);
    this.#at += page.length;
    return page;
  }

  async close(): Promise<void> {
    this.#rows = [];
  }
}

/** A scan that returns one row per document the search finds. */
interface PlainScan {
  readonly scan: IndexScan;
  readonly rowOf: (hit: ClientSearchResponse['hits'][number], maxScore: number | null) => Row;
}

function plainScan(plan: PhysicalPlan, context: ExecutionContext): PlainScan | null {
  if (plan.kind === 'indexScan') {
    const { columns, index, residual } = plan.selection;
    const fields: FieldTable = context.fields.get(index) ?? new Map();
    return residual === null ? { scan: plan, rowOf: hitReader(columns, fields) } : null;
  }
  if (plan.kind !== 'project') return null;
  const below = plainScan(plan.input, context);
  if (below === null) return null;
  const projected = projector(plan, context);
  return { scan: below.scan, rowOf: (hit, maxScore) => projected(below.rowOf(hit, maxScore)) };
}

/** The first rows after the scan's offset, from a single search. */
function* firstRows(
  { scan, rowOf }: PlainScan,
  size: number,
  context: ExecutionContext,
): Turns<readonly Row[]> {
  const { client, pacer } = context;
  const { index } = scan.selection;
  const window = { from: scan.offset, size };
  const request = documentScan(scan);
  if (request !== null) {
    return yield* settled(guarded(() => client.take({ ...request, ...window }, (hit) => rowOf(hit, null))));
  }
  const { hits, maxScore } = yield* settled(searchOnce(client, index, { ...window, ...scanBody(scan) }));
  return yield* settled(pacer.map(hits, (hit) => rowOf(hit, maxScore)));
}

/** Results that fit into one page take a single search; only larger ones open a scroll. */
function* openScan(plain: PlainScan, context: ExecutionContext, options: PageOptions): Turns<RowPages> {
  const { client } = context;
  const { scan } = plain;
  const { index, ignoresWhere } = scan.selection;
  if (ignoresWhere) context.warnings.add(BARE_WHERE);
  const window = yield* settled(client.maxResultWindow(index));
  const wanted = Math.min(scan.limit ?? Number.POSITIVE_INFINITY, options.pageSize + 1);
  if (wanted === 0) return { first: [], total: 0, rest: null, index };
  if (scan.offset + wanted <= window) {
    const first = yield* firstRows(plain, wanted, context);
    if (first.length <= options.pageSize) return { first, total: first.length, rest: null, index };
  }
  const pages = new ScanPages(plain, context, options, window);
  try {
    const total = yield* settled(pages.open());
    const first = yield* settled(pages.next());
    if (total > options.pageSize) return { first, total, rest: pages, index };
    yield pages.close();
    return { first, total, rest: null, index };
  } catch (error) {
    yield pages.close();
    throw error;
  }
}

/** The rows of a scroll, which is read only as far as pages are requested. */
class ScanPages implements RowSource {
  readonly heldRows = 0;
  readonly #plain: PlainScan;
  readonly #context: ExecutionContext;
  readonly #options: PageOptions;
  readonly #scrollSize: number;
  #scrollId: string | null = null;
  #waiting: Row[] = [];
  #left = 0;
  #isRead = false;

  constructor(plain: PlainScan, context: ExecutionContext, options: PageOptions, window: number) {
    this.#plain = plain;
    this.#context = context;
    this.#options = options;
    this.#scrollSize = Math.min(options.pageSize, window);
  }

  /** Opens the scroll and skips the rows of OFFSET; returns the number of rows after them. */
  async open(): Promise<number> {
    const { scan } = this.#plain;
    const { keepAlive } = this.#options;
    const body = { ...scanBody(scan), size: this.#scrollSize, track_total_hits: true };
    const request = { index: scan.selection.index, body, scroll: keepAlive };
    const response = await guarded(() => this.#context.client.search(request));
    const total = Math.max(0, response.total - scan.offset);
    this.#left = Math.min(total, scan.limit ?? total);
    await this.#take(response);
    let skipped = 0;
    while (skipped + this.#waiting.length <= scan.offset && !this.#isRead) {
      skipped += this.#waiting.splice(0).length;
      await this.#read();
    }
    this.#waiting.splice(0, scan.offset - skipped);
    return this.#left;
  }

  async next(): Promise<Row[]> {
    const wanted = Math.min(this.#options.pageSize, this.#left);
    while (this.#waiting.length < wanted && !this.#isRead) await this.#read();
    this.#left -= wanted;
    return this.#waiting.splice(0, wanted);
  }

  async close(): Promise<void> {
    const scrollId = this.#scrollId;
    this.#scrollId = null;
    if (scrollId !== null) await this.#context.client.clearScroll(scrollId);
  }

  async #read(): Promise<void> {
    const scrollId = this.#scrollId;
    if (scrollId === null) {
      this.#isRead = true;
      return;
    }
    await this.#take(await this.#context.client.nextScrollPage(scrollId, this.#options.keepAlive));
  }

  async #take({ hits, maxScore, scrollId }: ClientSearchResponse): Promise<void> {
    this.#scrollId = scrollId ?? this.#scrollId;
    this.#isRead = hits.length < this.#scrollSize;
    const rows = await this.#context.pacer.map(hits, (hit) => this.#plain.rowOf(hit, maxScore));
    appendAll(this.#waiting, rows);
  }
}
