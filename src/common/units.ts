import { illegalArgument, OpenSearchError } from './errors.ts';

const TIME_UNITS_MS: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const SIZE_UNITS: Readonly<Record<string, number>> = {
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
  t: 1024 ** 4,
  tb: 1024 ** 4,
  p: 1024 ** 5,
  pb: 1024 ** 5,
};

/**
 * `5m`, `30s`, `500ms`, `0`, `-1` → milliseconds.
 * Throws illegal_argument_exception in the original's words; `settingName` is the name that they print.
 */
export function parseTimeMs(text: string, settingName: string): number {
  const trimmed = text.trim().toLowerCase();
  const [unit] = /(?:nanos|micros|ms|[smhd])$/.exec(trimmed) ?? [];
  // Minutes end in a lowercase m: in the original, M would mean months.
  if (unit === undefined || (unit === 'm' && !text.endsWith('m'))) {
    if (/^-0*1$/.test(trimmed)) return -1;
    if (/^0+$/.test(trimmed)) return 0;
    throw noTime(text, settingName, 'unit is missing or unrecognized');
  }
  const count = wholeTime(text, trimmed.slice(0, -unit.length).trim());
  if (count < -1) throw noTime(text, settingName, 'negative durations are not supported');
  return count * TIME_UNITS_MS[unit];
}

function noTime(text: string, settingName: string, problem: string): OpenSearchError {
  return illegalArgument(
    `failed to parse setting [${settingName}] with value [${text}] as a time value: ${problem}`,
  );
}

/** Reads the number before a unit. */
function wholeTime(text: string, digits: string): number {
  const count = Number(digits);
  if (/^[+-]?\d+$/.test(digits) && Number.isSafeInteger(count)) return count;
  const isFraction = digits !== '' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?[df]?$/.test(digits);
  const reason = `failed to parse [${text}]${isFraction ? ', fractional time values are not supported' : ''}`;
  const cause = new OpenSearchError('number_format_exception', `For input string: "${digits}"`);
  throw illegalArgument(reason, cause);
}

/**
 * `75/5m` → a rate; `null` for `use-context`, which is unlimited. Throws illegal_argument in the original's
 * words.
 */
export function parseCompilationRate(
  text: string,
): { readonly count: number; readonly windowMs: number } | null {
  if (text === 'use-context') return null;
  const match = /^(\d{1,9})\/(\d{1,9}(?:ms|s|m|h|d))$/.exec(text.trim());
  if (match === null) {
    throw illegalArgument(
      `parameter must contain a positive integer and a timevalue, i.e. 10/1m, but was [${text}]`,
    );
  }
  const windowMs = parseTimeMs(match[2], 'script.max_compilations_rate');
  if (windowMs < 1) throw illegalArgument(`time value [${match[2]}] must be greater than zero`);
  return { count: Number(match[1]), windowMs };
}

/** `50mb`, `1g`, `1024b`, `0` → bytes. Throws illegal_argument (caused by parse_exception) as the original. */
export function parseSizeBytes(text: string, settingName: string): number {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '0' || trimmed === '-1') return Number(trimmed);
  const match = /^(\d+(?:\.\d+)?)\s*(b|k|kb|m|mb|g|gb|t|tb|p|pb)$/.exec(trimmed);
  if (!match) {
    const reason = `failed to parse setting [${settingName}] with value [${text}] as a size in bytes: unit is missing or unrecognized`;
    throw new OpenSearchError('parse_exception', reason);
  }
  return Math.floor(Number(match[1]) * SIZE_UNITS[match[2]]);
}

/** `60%` of `wholeBytes`, or a size. Throws parse_exception as the original. */
export function parseMemoryBytes(text: string, settingName: string, wholeBytes: number): number {
  if (!text.endsWith('%')) return parseSizeBytes(text, settingName);
  const percent = Number(text.slice(0, -1));
  if (text.length > 1 && percent >= 0 && percent <= 100) return Math.floor((percent / 100) * wholeBytes);
  throw new OpenSearchError('parse_exception', `percentage should be in [0-100], got [${text.slice(0, -1)}]`);
}

/** Bytes as cat tables and stats print them: `4.9kb`, `208b`, `1.2mb`. */
export function formatSizeBytes(bytes: number): string {
  for (const [unit, size] of [
    ['pb', 1024 ** 5],
    ['tb', 1024 ** 4],
    ['gb', 1024 ** 3],
    ['mb', 1024 ** 2],
    ['kb', 1024],
  ] as const) {
    if (bytes >= size) return `${oneDecimal(bytes / size)}${unit}`;
  }
  return `${bytes}b`;
}

/** Milliseconds as the original prints them: `1.5s`, `2m`, `36ms`. */
export function formatTimeMs(ms: number): string {
  for (const [unit, size] of [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ] as const) {
    if (Math.abs(ms) >= size) return `${oneDecimal(ms / size)}${unit}`;
  }
  return `${ms}ms`;
}

function oneDecimal(value: number): string {
  const floored = Math.floor(value * 10) / 10;
  return String(floored);
}
