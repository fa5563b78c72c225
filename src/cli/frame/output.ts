import { stringifyJson } from '../../common/index.ts';
import { type Style, styled } from '../text/style.ts';
import { type Column, fittedTable } from '../text/table.ts';
import type { Screen, Terminal } from './terminal.ts';

/** What a command prints: results on standard output; the rest beside it, and only for people. */
export class Output {
  readonly isJson: boolean;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal, isJson: boolean) {
    this.#terminal = terminal;
    this.isJson = isJson;
  }

  /** Whether a person looks at the results. */
  get isTerminal(): boolean {
    return this.#terminal.output.isTTY ?? false;
  }

  /** Of the terminal; without one there is no end of a line. */
  get columns(): number {
    return this.isTerminal ? (this.#terminal.output.columns ?? 80) : Number.POSITIVE_INFINITY;
  }

  line(text = ''): void {
    this.#terminal.output.write(`${text}\n`);
  }

  write(text: string): Promise<void> {
    return written(this.#terminal.output, text);
  }

  json(value: unknown): void {
    this.line(stringifyJson(value));
  }

  /** Fits the terminal, where there is one. */
  table(columns: readonly Column[], rows: readonly (readonly unknown[])[]): void {
    for (const line of fittedTable(columns, rows, { columns: this.columns, style: this.style }))
      this.line(line);
  }

  /** Words beside the results, on standard error. */
  note(text: string): void {
    this.#terminal.errors.write(`${text}\n`);
  }

  /** The same, for people only. */
  hint(text: string): void {
    if (this.#terminal.errors.isTTY) this.note(text);
  }

  get style(): Style {
    return styled(this.#terminal.output);
  }
}

/** Waits where the reader is slow. */
export function written(screen: Screen, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    screen.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
