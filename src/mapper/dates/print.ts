import type { DateFields, Element } from './fields.ts';

/** All fields of a wall-clock time, for printing. */
export type FullFields = Required<Omit<DateFields, 'zoneId'>>;

export function fieldsOf(epochMs: number, nanos: number, offsetMs: number): FullFields {
  const date = new Date(epochMs + offsetMs);
  const year = date.getUTCFullYear();
  const hour = date.getUTCHours();
  const startOfYear = new Date(0);
  startOfYear.setUTCFullYear(year, 0, 1);
  const dayOfYear = Math.floor((date.getTime() - startOfYear.getTime()) / 86_400_000) + 1;
  const dayOfWeek = ((date.getUTCDay() + 6) % 7) + 1;
  const [weekYear, week] = isoWeek(year, dayOfYear, dayOfWeek);
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    dayOfYear,
    weekYear,
    week,
    dayOfWeek,
    hour,
    hourOfHalfDay: hour % 12 || 12,
    halfDay: hour < 12 ? 0 : 1,
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    nano: date.getUTCMilliseconds() * 1e6 + nanos,
    milliOfDay: (((epochMs + offsetMs) % 86_400_000) + 86_400_000) % 86_400_000,
    offsetMs,
  };
}

function isoWeek(year: number, dayOfYear: number, dayOfWeek: number): [number, number] {
  const week = Math.floor((dayOfYear - dayOfWeek + 10) / 7);
  if (week < 1) return [year - 1, weeksIn(year - 1)];
  return week > weeksIn(year) ? [year + 1, 1] : [year, week];
}

function weeksIn(year: number): number {
  const weekday = (y: number): number =>
    (y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)) % 7;
  return weekday(year) === 4 || weekday(year - 1) === 3 ? 53 : 52;
}

export function printElements(elements: readonly Element[], fields: FullFields): string {
  let out = '';
  for (const element of elements) out += printElement(element, fields);
  return out;
}

function printElement(element: Element, fields: FullFields): string {
  switch (element.kind) {
    case 'literal':
      return element.text;
    case 'number':
      return printNumber(element, fields[element.field]);
    case 'fraction':
      return printFraction(element, fields.nano);
    case 'text':
      return element.names[fields[element.field] - element.first];
    case 'offset':
      return printOffset(fields.offsetMs, element.colon, element.zulu, element.hoursOnly);
    case 'zone':
      return printOffset(fields.offsetMs, true, true);
    case 'optional':
      return printElements(element.elements, fields);
  }
}

function printNumber(element: Extract<Element, { kind: 'number' }>, value: number): string {
  const shown = element.add === 2000 ? value % 100 : value;
  const digits = String(Math.abs(shown)).padStart(element.minWidth, '0');
  if (shown < 0) return `-${digits}`;
  return element.sign === 'exceedsPad' && digits.length > element.minWidth ? `+${digits}` : digits;
}

function printFraction(element: Extract<Element, { kind: 'fraction' }>, nano: number): string {
  let digits = String(nano).padStart(9, '0').slice(0, element.maxWidth);
  while (digits.length > element.minWidth && digits.endsWith('0')) digits = digits.slice(0, -1);
  return digits === '' ? '' : element.point + digits;
}

/** `hoursOnly`: omits the minutes of whole hours. */
function printOffset(offsetMs: number, colon: boolean, zulu: boolean, hoursOnly = false): string {
  if (offsetMs === 0 && zulu) return 'Z';
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const [hh, mm] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  const sign = offsetMs < 0 ? '-' : '+';
  return hoursOnly && mm === '00' ? `${sign}${hh}` : `${sign}${hh}${colon ? ':' : ''}${mm}`;
}
