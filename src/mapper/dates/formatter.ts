import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import { type DateFields, type Element, parseElements } from './fields.ts';
import { parseIsoFast } from './isoFast.ts';
import { namedFormats } from './named.ts';
import { compilePattern } from './pattern.ts';
import { fieldsOf, printElements } from './print.ts';
import { type Instant, InvalidDateError, resolveFields } from './resolve.ts';
import { localToEpochMs, UTC, type Zone } from './zones.ts';

export interface DateParseOptions {
  readonly roundUp?: boolean;
  /** The zone for texts without one. */
  readonly zone?: Zone | null;
}

/** One alternative of a format (`a||b`): returns an instant, or the reason for not matching. */
interface Alternative {
  parse(text: string, options: DateParseOptions): Instant | Misfit;
  print(epochMs: number, nanos: number, zone: Zone): string;
  /** The original uses several parsers for this name, which shows in the error when all fail. */
  readonly compound: boolean;
}

class Misfit {
  readonly reason: string;
  readonly cause: string | null;
  constructor(reason: string, cause: string | null) {
    this.reason = reason;
    this.cause = cause;
  }
}

/**
 * A date format of a mapping or request: named formats and java.time patterns separated by `||`. Immutable.
 */
export class DateFormatter {
  readonly format: string;
  readonly #alternatives: readonly Alternative[];
  readonly #isoFirst: boolean;

  constructor(format: string) {
    this.format = format;
    const names = format.split('||');
    this.#alternatives = names.map(alternative);
    this.#isoFirst = names[0] === 'strict_date_optional_time';
  }

  /** Throws illegal_argument_exception caused by date_time_parse_exception, in the original's words. */
  parse(text: string, options: DateParseOptions = {}): Instant {
    const found = this.tryParse(text, options);
    if (found !== null) return found;
    throw this.#failure(text, options);
  }

  /** Epoch milliseconds; on the hot path of indexing. */
  parseMs(text: string): number {
    if (this.#isoFirst) {
      const ms = parseIsoFast(text);
      if (!Number.isNaN(ms)) return ms;
    }
    return this.parse(text).epochMs;
  }

  tryParse(text: string, options: DateParseOptions = {}): Instant | null {
    for (const candidate of this.#alternatives) {
      const found = candidate.parse(text, options);
      if (!(found instanceof Misfit)) return found;
    }
    return null;
  }

  print(epochMs: number, nanos = 0, zone: Zone = UTC): string {
    return this.#alternatives[0].print(epochMs, nanos, zone);
  }

  #failure(text: string, options: DateParseOptions): OpenSearchError {
    if (text === '') return illegalArgument('cannot parse empty date');
    const reason = `failed to parse date field [${text}] with format [${this.format}]`;
    const [first] = this.#alternatives;
    const single = this.#alternatives.length === 1 && !first.compound;
    const misfit = single ? first.parse(text, options) : null;
    if (!(misfit instanceof Misfit)) {
      const cause = new OpenSearchError(
        'date_time_parse_exception',
        'Failed to parse with all enclosed parsers',
      );
      return illegalArgument(reason, cause);
    }
    const inner =
      misfit.cause === null ? undefined : new OpenSearchError('date_time_exception', misfit.cause);
    const cause = new OpenSearchError('date_time_parse_exception', misfit.reason, { causedBy: inner });
    return illegalArgument(reason, cause);
  }
}

const formatters = new Map<string, DateFormatter>();

/** Throws illegal_argument_exception `Invalid format: [x]: …`. */
export function dateFormatter(format: string): DateFormatter {
  let formatter = formatters.get(format);
  if (formatter === undefined) {
    formatter = new DateFormatter(format);
    if (formatters.size >= 1000) formatters.clear();
    formatters.set(format, formatter);
  }
  return formatter;
}

function alternative(name: string): Alternative {
  if (name.trim() === '') throw illegalArgument('No date pattern provided');
  const key = /^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(name) ? camelToSnake(name) : name;
  if (key === 'epoch_millis') return epoch(1);
  if (key === 'epoch_second') return epoch(1000);
  const named = namedFormats.get(key);
  if (named !== undefined) {
    const parsers = named.patterns.map((pattern) => compilePattern(pattern, named.lenient));
    // The original has two parsers for a required zone: `+01:00` and `+0100`.
    const compound = parsers.length > 1 || named.patterns[0].endsWith('{zone}');
    return { ...patternAlternative(parsers, compilePattern(named.print), true), compound };
  }
  try {
    const compiled = compilePattern(name);
    return patternAlternative([compiled], compiled, false);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw illegalArgument(`Invalid format: [${name}]: ${error.reason}`, error);
  }
}

/** `dateOptionalTime` → `date_optional_time`, if that is a named format. */
function camelToSnake(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return namedFormats.has(snake) ? snake : name;
}

function patternAlternative(
  parsers: readonly (readonly Element[])[],
  printer: readonly Element[],
  strict: boolean,
): Alternative {
  return {
    compound: false,
    parse: (text, options) => {
      let misfit: Misfit | null = null;
      for (const elements of parsers) {
        const found = parseWith(elements, text, options, strict);
        if (!(found instanceof Misfit)) return found;
        misfit ??= found;
      }
      return misfit ?? new Misfit('', null);
    },
    print: (epochMs, nanos, zone) => printElements(printer, fieldsOf(epochMs, nanos, zone.offsetMs(epochMs))),
  };
}

function parseWith(
  elements: readonly Element[],
  text: string,
  options: DateParseOptions,
  strict: boolean,
): Instant | Misfit {
  const fields: DateFields = {};
  const end = parseElements(elements, text, 0, fields);
  const shown = text.length > 64 ? `${text.slice(0, 64)}...` : text;
  if (end < 0) return new Misfit(`Text '${shown}' could not be parsed at index ${~end}`, null);
  if (end < text.length) {
    return new Misfit(`Text '${shown}' could not be parsed, unparsed text found at index ${end}`, null);
  }
  try {
    const { roundUp = false, zone = null } = options;
    // The original's round-up parsers are lenient: the 31st of a shorter month becomes its last day.
    return resolveFields(fields, { roundUp, zone, strict: strict && !roundUp });
  } catch (error) {
    if (!(error instanceof InvalidDateError || error instanceof OpenSearchError)) throw error;
    return new Misfit(`Text '${shown}' could not be parsed: ${error.message}`, error.message);
  }
}

const EPOCH_TEXT = /^(-?\d{1,19})(?:\.(\d{1,9})?)?$/;

/** `epoch_millis` and `epoch_second`, possibly with a fraction. */
function epoch(unitMs: number): Alternative {
  return {
    compound: true,
    parse: (text, { zone = null, roundUp = false }) => {
      const match = EPOCH_TEXT.exec(text);
      if (match === null) return new Misfit('', null);
      // Rounding up fills the missing fraction of a millisecond, which leads away from 0.
      const isFilled = roundUp && unitMs === 1 && match[2] === undefined;
      const fraction = isFilled ? 999_999 : Math.round(Number(`0.${match[2] ?? '0'}`) * unitMs * 1e6);
      const whole = Number(match[1]) * unitMs;
      const nanos = whole < 0 || match[1].startsWith('-') ? -fraction : fraction;
      const carry = Math.floor(nanos / 1e6);
      // The original takes what it reads for a local time, of a number, too.
      const epochMs = zone === null ? whole + carry : localToEpochMs(whole + carry, zone);
      return { epochMs, nanos: nanos - carry * 1e6 };
    },
    print: (epochMs, nanos) => {
      const whole = Math.floor(epochMs / unitMs);
      const rest = (epochMs - whole * unitMs) * 1e6 + nanos;
      if (rest === 0) return String(whole);
      return `${whole}.${String(rest)
        .padStart(unitMs === 1 ? 6 : 9, '0')
        .replace(/0+$/, '')}`;
    },
  };
}
