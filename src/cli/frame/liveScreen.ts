import type { Screen } from './terminal.ts';

/** The other screen of a terminal, without cursor: what was there before comes back at the end. */
const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** Lines that are drawn over each other in place, without flicker. `close` gives the terminal back. */
export class LiveScreen {
  readonly #screen: Screen;
  readonly #leave = (): void => void this.#screen.write(LEAVE);

  constructor(screen: Screen) {
    this.#screen = screen;
    screen.write(ENTER);
    process.once('exit', this.#leave);
  }

  show(lines: readonly string[]): void {
    const shown = lines.slice(0, (this.#screen.rows ?? 40) - 1);
    this.#screen.write(`${HOME}${shown.map((line) => `${line}${CLEAR_LINE}\n`).join('')}${CLEAR_BELOW}`);
  }

  close(): void {
    process.off('exit', this.#leave);
    this.#leave();
  }
}
