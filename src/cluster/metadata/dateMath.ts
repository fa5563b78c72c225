import { DateTime, OpenSearchError } from '../../common/index.ts';

/** `<logs-{now/d{yyyy.MM}}>` → `logs-2026.03`. Names without `<…>` are returned unchanged. */
export function resolveDateMath(name: string, nowMs: number): string {
  if (!name.startsWith('<') || !name.endsWith('>')) return name;
  const text = name.slice(1, -1);
  let resolved = '';
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '{') {
      resolved += text[at++];
      continue;
    }
    const end = closingBrace(text, at, name);
    resolved += evaluate(text.slice(at + 1, end), nowMs, name);
    at = end + 1;
  }
  return resolved;
}

function closingBrace(text: string, open: number, name: string): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  throw invalid(name, 'date math placeholder is open ended');
}

function evaluate(placeholder: string, nowMs: number, name: string): string {
  const brace = placeholder.indexOf('{');
  const math = brace === -1 ? placeholder : placeholder.slice(0, brace);
  const [format, zone = 'UTC'] = brace === -1 ? ['yyyy.MM.dd'] : placeholder.slice(brace + 1, -1).split('|');
  const { start, steps } = startOf(math, nowMs, zone, name);
  return applyMath(start, steps, name).toFormat(format.replace(/u/g, 'y'));
}

/** The base (`now`, or a date and `||`) and the text of the operations after it. */
function startOf(
  math: string,
  nowMs: number,
  zone: string,
  name: string,
): { readonly start: DateTime; readonly steps: string } {
  if (math.startsWith('now')) return { start: DateTime.fromMillis(nowMs, { zone }), steps: math.slice(3) };
  const bars = math.indexOf('||');
  const start = DateTime.fromISO(bars === -1 ? math : math.slice(0, bars), { zone });
  if (!start.isValid) throw invalid(name, `failed to parse date math [${math}]`);
  return { start, steps: bars === -1 ? '' : math.slice(bars + 2) };
}

const UNITS: Readonly<
  Record<string, 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds'>
> = {
  y: 'years',
  M: 'months',
  w: 'weeks',
  d: 'days',
  h: 'hours',
  H: 'hours',
  m: 'minutes',
  s: 'seconds',
};

function applyMath(start: DateTime, math: string, name: string): DateTime {
  let date = start;
  for (let at = 0; at < math.length; ) {
    const step = /^(?:([+-])(\d*)|\/)([yMwdhHms])/.exec(math.slice(at));
    if (!step) throw invalid(name, `failed to parse date math [now${math}]`);
    const [whole, sign, amount, unit] = step;
    const unitName = UNITS[unit];
    if (sign === undefined) date = date.startOf(unitName.slice(0, -1) as 'year');
    else date = date.plus({ [unitName]: Number(amount || '1') * (sign === '-' ? -1 : 1) });
    at += whole.length;
  }
  return date;
}

function invalid(name: string, reason: string): OpenSearchError {
  return new OpenSearchError('parse_exception', `invalid dynamic name expression [${name}]. ${reason}`);
}
