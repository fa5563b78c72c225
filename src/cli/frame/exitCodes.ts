/** With what a command ends; docs/command-line.md lists them. */
export const exitCodes = {
  done: { code: 0, doc: 'done' },
  failed: { code: 1, doc: 'the server refused it, or something failed' },
  usage: { code: 2, doc: 'the command line is wrong' },
  noServer: { code: 3, doc: 'no server answers there' },
  interrupted: { code: 130, doc: 'ended by Ctrl-C' },
} as const;

export type ExitReason = keyof typeof exitCodes;

/** The command ends with the exit code of a program that it ran. The message is one line; empty: all is said. */
export class ProgramEnded extends Error {
  readonly code: number;

  constructor(code: number, message = '') {
    super(message);
    this.name = 'ProgramEnded';
    this.code = code;
  }
}

/** What a command ends with when it does not succeed. The message is one line in plain words; empty: all is said. */
export class CommandError extends Error {
  readonly reason: ExitReason;

  constructor(reason: ExitReason, message = '') {
    super(message);
    this.name = 'CommandError';
    this.reason = reason;
  }
}
