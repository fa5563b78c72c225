import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal (`tty.WriteStream`) or a file, a pipe, a test. */
export type Screen = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Knows NO_COLOR, FORCE_COLOR and TERM. */
  hasColors?(): boolean;
};

/** Where a command reads and speaks. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Screen;
  /** Errors, notes and progress, so that a pipe gets results only. */
  readonly errors: Screen;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function processTerminal(): Terminal {
  return {
    get input() {
      return process.stdin;
    },
    output: process.stdout,
    errors: process.stderr,
    environment: process.env,
  };
}
