import { type DateTime, type DurationLikeObject, OpenSearchError } from '../../common/index.ts';
import type { DateFormatter } from './formatter.ts';
import type { Instant } from './resolve.ts';
import { dateTime, UTC, type Zone } from './zones.ts';

export interface DateMathOptions {
  readonly now: () => number;
  readonly roundUp: boolean;
  readonly zone: Zone | null;
}

/**
 * Evaluates `now-1d/d`, `2024-01-01||+1M/M`, or a plain date. With `roundUp`, rounding yields the last
 * millisecond of the unit. Throws parse_exception in the original's words.
 */
export function parseDateMath(text: string, formatter: DateFormatter, options: DateMathOptions): Instant {
  if (text.startsWith('now')) return applyMath(text.slice(3), { epochMs: options.now(), nanos: 0 }, options);
  const separator = text.indexOf('||');
  if (separator < 0) return parseDate(text, formatter, options.roundUp, options.zone);
  const start = parseDate(text.slice(0, separator), formatter, false, options.zone);
  return applyMath(text.slice(separator + 2), start, options);
}

function parseDate(text: string, formatter: DateFormatter, roundUp: boolean, zone: Zone | null): Instant {
  if (text === '') throw new OpenSearchError('parse_exception', 'cannot parse empty date');
  try {
    return formatter.parse(text, { roundUp, zone });
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const reason = `failed to parse date field [${text}] with format [${formatter.format}]: [${error.reason}]`;
    throw new OpenSearchError('parse_exception', reason, { causedBy: error });
  }
}

type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

const UNITS: Readonly<Record<string, Unit>> = {
  y: 'year',
  M: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  H: 'hour',
  m: 'minute',
  s: 'second',
};

interface Step {
  readonly round: boolean;
  readonly amount: number;
  readonly unit: Unit;
}

function applyMath(math: string, start: Instant, options: DateMathOptions): Instant {
  if (math === '') return start;
  let current = dateTime(start.epochMs, options.zone ?? UTC);
  for (const step of parseSteps(math)) current = applyStep(current, step, options.roundUp);
  return { epochMs: current.toMillis(), nanos: start.nanos };
}

function applyStep(current: DateTime, step: Step, roundUp: boolean): DateTime {
  const plus: DurationLikeObject = { [`${step.unit}s`]: step.round ? 1 : step.amount };
  if (!step.round) return current.plus(plus);
  const floor = current.startOf(step.unit);
  return roundUp ? floor.plus(plus).minus({ milliseconds: 1 }) : floor;
}

function parseSteps(math: string): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < math.length; ) {
    const operator = math[at++];
    if (operator !== '/' && operator !== '+' && operator !== '-') {
      throw mathError(`operator not supported for date math [${math}]`);
    }
    const digits = /^\d*/.exec(math.slice(at))?.[0] ?? '';
    at += digits.length;
    if (at >= math.length) throw mathError(`truncated date math [${math}]`);
    const number = digits === '' ? 1 : Number(digits);
    if (number > 2147483647)
      throw new OpenSearchError('number_format_exception', `For input string: "${digits}"`);
    const round = operator === '/';
    if (round && number !== 1) {
      throw mathError(`rounding \`/\` can only be used on single unit types [${math}]`);
    }
    const letter = math[at++];
    if (!Object.hasOwn(UNITS, letter)) {
      throw mathError(`unit [${letter}] not supported for date math [${math}]`);
    }
    steps.push({ round, amount: operator === '-' ? -number : number, unit: UNITS[letter] });
  }
  return steps;
}

function mathError(reason: string): OpenSearchError {
  return new OpenSearchError('parse_exception', reason);
}
