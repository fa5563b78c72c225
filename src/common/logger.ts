import type { Clock } from './clock.ts';

/** From the finest to the gravest. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What is told beside a message. Values of documents and statements do not belong here. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface LogEntry {
  readonly timeMs: number;
  readonly level: LogLevel;
  /** Always the same words for the same event: what differs is in the fields. */
  readonly message: string;
  readonly fields: LogFields;
}

/** Where everything goes that a process says of itself. */
export interface Logger {
  /** Whether anybody hears this level: what is dear to gather is asked for first. */
  hears(level: LogLevel): boolean;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface LoggerOptions {
  /** What entries are dated by. */
  readonly clock: Clock;
  /** The finest level that is heard. */
  readonly level: LogLevel;
  readonly write: (entry: LogEntry) => void;
}

export function createLogger({ clock, level, write }: LoggerOptions): Logger {
  const least = logLevels.indexOf(level);
  const log = (of: LogLevel, message: string, fields: LogFields = {}): void => {
    if (logLevels.indexOf(of) >= least) write({ timeMs: clock.nowMs(), level: of, message, fields });
  };
  return {
    hears: (asked) => logLevels.indexOf(asked) >= least,
    debug: (message, fields) => log('debug', message, fields),
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, fields) => log('error', message, fields),
  };
}

/** Nobody hears it. */
export const silentLogger: Logger = {
  hears: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

interface LogForm {
  readonly doc: string;
  /** One entry, without the end of its last line. */
  readonly format: (entry: LogEntry) => string;
}

/** How entries are written. */
export const logForms = {
  human: { doc: 'a line for people', format: humanLine },
  json: { doc: 'a JSON object a line: time, level, message, and the fields', format: jsonLine },
} as const satisfies Record<string, LogForm>;

export type LogFormName = keyof typeof logForms;

/** `2026-01-02T03:04:05Z WARN message name=value`; texts of many lines stand below. */
function humanLine({ timeMs, level, message, fields }: LogEntry): string {
  const time = `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
  const short: string[] = [];
  const long: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.includes('\n')) long.push(`\n  ${value.replaceAll('\n', '\n  ')}`);
    else short.push(` ${name}=${typeof value === 'string' ? quoted(value) : value}`);
  }
  return `${time} ${level.toUpperCase()} ${message}${short.join('')}${long.join('')}`;
}

function quoted(text: string): string {
  return /^[\w.:/[\]*,-]+$/.test(text) ? text : JSON.stringify(text);
}

function jsonLine({ timeMs, level, message, fields }: LogEntry): string {
  // What every line has comes first and is not covered by a field of the same name.
  const own = { time: new Date(timeMs).toISOString(), level, message };
  return JSON.stringify({ ...own, ...fields, ...own });
}
