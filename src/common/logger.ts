import type { Clock } from './clock.ts';

/** In ascending order of severity. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Values logged with a message. Never values from documents or statements. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface LogEntry {
  readonly timeMs: number;
  readonly level: LogLevel;
  /** Constant for each kind of event: what varies goes into the fields. */
  readonly message: string;
  readonly fields: LogFields;
}

/** Receives everything that a process logs. */
export interface Logger {
  /** Whether this level is logged; ask before collecting expensive fields. */
  hears(level: LogLevel): boolean;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface LoggerOptions {
  /** The source of timestamps. */
  readonly clock: Clock;
  /** The lowest level that is logged. */
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

/** Discards everything. */
export const silentLogger: Logger = {
  hears: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

interface LogForm {
  readonly doc: string;
  /** One entry, without a trailing newline. */
  readonly format: (entry: LogEntry) => string;
}

/** The output formats. */
export const logForms = {
  human: { doc: 'a line for people', format: humanLine },
  json: { doc: 'a JSON object a line: time, level, message, and the fields', format: jsonLine },
} as const satisfies Record<string, LogForm>;

export type LogFormName = keyof typeof logForms;

/** `2026-01-02T03:04:05Z WARN message name=value`; multi-line values follow below. */
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
  // The standard members come first, and fields of the same name do not overwrite them.
  const own = { time: new Date(timeMs).toISOString(), level, message };
  return JSON.stringify({ ...own, ...fields, ...own });
}
