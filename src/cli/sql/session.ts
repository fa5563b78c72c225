import type { JsonValue } from '../../common/index.ts';
import { counted, duration } from '../../figures/index.ts';
import { errorSpan, type LanguageName, languages } from '../../statement/index.ts';
import type { Target } from '../files/target.ts';
import type { Output } from '../frame/output.ts';
import { RefusedError, type Server } from '../frame/server.ts';
import type { TableLook } from '../text/table.ts';
import { widthOf } from '../text/width.ts';
import { type FormatName, formats } from './formats.ts';
import { closeCursor, nextPage, runQuery, type WarnedPage } from './queries.ts';

/** Whether more rows are wanted, of so many that are left. */
export type AskForMore = (left: number) => Promise<boolean>;

/** How many rows are shown before it is asked whether more are wanted. */
export interface Screen {
  readonly rows: number;
  readonly more: AskForMore;
}

export interface Statement {
  readonly text: string;
  readonly language: LanguageName;
}

/** Statements of one sitting, and how their results are printed. */
export class SqlSession {
  format: FormatName;
  isTiming = false;
  fetchSize: number | null;
  /** Of what is typed. */
  language: LanguageName;
  /** The last statement that ran; null: none has. */
  last: Statement | null = null;
  readonly output: Output;
  #server: Server;
  #target: Target | null = null;

  constructor(
    server: Server,
    output: Output,
    format: FormatName,
    fetchSize: number | null,
    language: LanguageName,
  ) {
    this.#server = server;
    this.output = output;
    this.format = format;
    this.fetchSize = fetchSize;
    this.language = language;
  }

  get server(): Server {
    return this.#server;
  }

  /** Talks to another server from now on. The one before is closed. */
  connect(server: Server): void {
    this.#server.close();
    this.#server = server;
  }

  /** Results go to this target from now on; to standard output for null. The one before is finished. */
  async divert(target: Target | null): Promise<void> {
    const before = this.#target;
    this.#target = target;
    await before?.finish();
  }

  /** Finishes what is diverted, and closes the server. */
  async close(): Promise<void> {
    await this.divert(null);
    this.#server.close();
  }

  /**
   * Runs a statement and prints its rows: all of them, or a screen of `rows` at a time while `more` wants them. The
   * cursor is closed behind it. Throws CommandError.
   */
  async run(
    statement: string,
    language: LanguageName,
    signal: AbortSignal,
    interactive: Screen | null,
  ): Promise<void> {
    const screen = this.#target ? null : interactive;
    const started = performance.now();
    this.last = { text: statement, language };
    let page = await runQuery(this.server, languages[language], statement, this.fetchSize, signal);
    const tookMs = performance.now() - started;
    for (const warning of page.warnings) this.output.hint(`warning: ${warning}`);
    try {
      let waiting: readonly (readonly JsonValue[])[] = page.rows;
      let printed = 0;
      for (;;) {
        const size = this.#portion(waiting.length, page, screen?.rows ?? null);
        if (size === null) {
          page = await nextPage(this.server, page, signal);
          waiting = [...waiting, ...page.rows];
          continue;
        }
        await this.#print(page, waiting.slice(0, size), printed);
        waiting = waiting.slice(size);
        printed += size;
        const isMore = waiting.length > 0 || page.cursor !== null;
        if (!isMore) break;
        if (screen && !(await screen.more(Math.max(page.total - printed, waiting.length)))) break;
      }
      this.#footer(printed, page.total, tookMs);
    } finally {
      if (page.cursor !== null) await closeCursor(this.server, page.cursor);
    }
  }

  /** How many of the waiting rows are printed next; null: first more are asked for. */
  #portion(waiting: number, { cursor }: WarnedPage, screenRows: number | null): number | null {
    const least = screenRows ?? (formats[this.format].isStreamed ? 1 : Number.POSITIVE_INFINITY);
    const isEnough = cursor === null || waiting >= least;
    if (!isEnough) return null;
    return screenRows === null ? waiting : Math.min(waiting, screenRows);
  }

  async #print(page: WarnedPage, rows: WarnedPage['rows'], from: number): Promise<void> {
    const lines = formats[this.format].lines({ ...page, rows }, from, this.#look());
    if (lines.length > 0) await (this.#target ?? this.output).write(`${lines.join('\n')}\n`);
  }

  /** In a file nothing is cut or coloured. */
  #look(): TableLook {
    if (this.#target) return { columns: Number.POSITIVE_INFINITY, style: (_look, text) => text };
    const { columns, style } = this.output;
    return { columns, style };
  }

  #footer(printed: number, total: number, tookMs: number): void {
    const { output } = this;
    if (!output.isTerminal || this.#target) {
      if (this.isTiming) output.note(`${counted(printed, 'row')}, ${duration(tookMs)}`);
      return;
    }
    const rows = printed < total ? `${printed} of ${counted(total, 'row')}` : counted(printed, 'row');
    output.line(output.style('dim', this.isTiming ? `(${rows}, ${duration(tookMs)})` : `(${rows})`));
  }
}

/** The line of a statement that a refusal speaks of, with the place underlined; empty where it names none. */
export function underlined(sql: string, error: unknown): readonly string[] {
  const span = error instanceof RefusedError ? errorSpan(sql, error.message, error.place) : null;
  if (span === null) return [];
  const start = sql.lastIndexOf('\n', span.from - 1) + 1;
  const end = sql.indexOf('\n', span.from);
  const line = sql.slice(start, end === -1 ? sql.length : end);
  const to = Math.min(span.to, start + line.length);
  const before = widthOf(sql.slice(start, span.from));
  const marks = '^'.repeat(Math.max(1, widthOf(sql.slice(span.from, to))));
  return [`  ${line}`, `  ${' '.repeat(before)}${marks}`];
}
