/** The fields of a parsed date text, before they become an instant. Absent fields are undefined. */
export interface DateFields {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  weekYear?: number;
  week?: number;
  dayOfWeek?: number;
  hour?: number;
  /** 1–12 (`h`) or 0–11 (`K`), together with `halfDay`. */
  hourOfHalfDay?: number;
  halfDay?: number;
  minute?: number;
  second?: number;
  nano?: number;
  milliOfDay?: number;
  /** Milliseconds east of UTC. */
  offsetMs?: number;
  zoneId?: string;
}

export type NumberField = Exclude<keyof DateFields, 'zoneId'>;

export type SignStyle = 'normal' | 'never' | 'exceedsPad';

/** An element of a compiled pattern. */
export type Element =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'number';
      readonly field: NumberField;
      readonly minWidth: number;
      readonly maxWidth: number;
      readonly sign: SignStyle;
      /** Digits to leave for the adjacent fields that follow (`yyyyMMdd`). */
      readonly reserved: number;
      readonly add: number;
    }
  | {
      readonly kind: 'fraction';
      readonly minWidth: number;
      readonly maxWidth: number;
      readonly point: string;
    }
  | {
      readonly kind: 'text';
      readonly field: NumberField;
      readonly names: readonly string[];
      readonly first: number;
    }
  | { readonly kind: 'offset'; readonly colon: boolean; readonly zulu: boolean; readonly hoursOnly: boolean }
  /** `Z`, an offset in any common form, or a region (`Europe/Lisbon`). */
  | { readonly kind: 'zone' }
  | { readonly kind: 'optional'; readonly elements: readonly Element[] };

/**
 * Parses from `at`: returns the end of the match, or `~position` of the failure (negative), as java.time
 * reports it.
 */
export function parseElements(
  elements: readonly Element[],
  text: string,
  at: number,
  fields: DateFields,
): number {
  for (const element of elements) {
    at = parseElement(element, text, at, fields);
    if (at < 0) return at;
  }
  return at;
}

function parseElement(element: Element, text: string, at: number, fields: DateFields): number {
  switch (element.kind) {
    case 'literal':
      return text.startsWith(element.text, at) ? at + element.text.length : ~at;
    case 'number':
      return parseNumber(element, text, at, fields);
    case 'fraction':
      return parseFraction(element, text, at, fields);
    case 'text':
      return parseName(element, text, at, fields);
    case 'offset':
      return parseOffset(element, text, at, fields);
    case 'zone':
      return parseZone(text, at, fields);
    case 'optional': {
      const attempt = { ...fields };
      const end = parseElements(element.elements, text, at, attempt);
      if (end < 0) return at;
      Object.assign(fields, attempt);
      return end;
    }
  }
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function parseNumber(
  element: Extract<Element, { kind: 'number' }>,
  text: string,
  at: number,
  fields: DateFields,
): number {
  let start = at;
  const sign = text[at];
  const signed = element.sign !== 'never' && (sign === '-' || sign === '+');
  if (sign === '+' && element.sign === 'normal') return ~at;
  if (signed) start++;
  let end = start;
  while (end < text.length && end - start < element.maxWidth && isDigitAt(text, end)) end++;
  end = Math.max(Math.min(end, start + element.minWidth), end - element.reserved);
  const width = end - start;
  if (width < element.minWidth) return ~at;
  if (element.sign === 'exceedsPad') {
    if (signed && sign === '+' && width <= element.minWidth) return ~at;
    if (!signed && width > element.minWidth) return ~at;
  }
  const value = Number(text.slice(start, end)) * (signed && sign === '-' ? -1 : 1);
  fields[element.field] = value + element.add;
  return end;
}

function parseFraction(
  element: Extract<Element, { kind: 'fraction' }>,
  text: string,
  at: number,
  fields: DateFields,
): number {
  let start = at;
  if (element.point !== '') {
    if (!text.startsWith(element.point, at)) return element.minWidth === 0 ? at : ~at;
    start++;
  }
  let end = start;
  while (end < text.length && end - start < element.maxWidth && isDigitAt(text, end)) end++;
  if (end - start < Math.max(element.minWidth, element.point === '' ? 0 : 1)) return ~start;
  fields.nano = Number(text.slice(start, end).padEnd(9, '0'));
  return end;
}

function parseName(
  element: Extract<Element, { kind: 'text' }>,
  text: string,
  at: number,
  fields: DateFields,
): number {
  let found = -1;
  element.names.forEach((name, index) => {
    if (text.startsWith(name, at) && (found < 0 || name.length > element.names[found].length)) found = index;
  });
  if (found < 0) return ~at;
  fields[element.field] = found + element.first;
  return at + element.names[found].length;
}

const OFFSET = /([+-])(\d\d)(?:(:?)(\d\d)(?::?(\d\d))?)?/y;

function parseOffset(
  element: Extract<Element, { kind: 'offset' }>,
  text: string,
  at: number,
  fields: DateFields,
): number {
  if (element.zulu && text[at] === 'Z') {
    fields.offsetMs = 0;
    return at + 1;
  }
  OFFSET.lastIndex = at;
  const match = OFFSET.exec(text);
  if (match === null) return ~at;
  const minutesGiven = match[4] !== undefined;
  if (!minutesGiven && !element.hoursOnly) return ~at;
  if (minutesGiven && (match[3] === ':') !== element.colon)
    return element.hoursOnly ? hours(match, at, fields) : ~at;
  fields.offsetMs = offsetMs(match);
  return at + match[0].length;
}

function hours(match: RegExpExecArray, at: number, fields: DateFields): number {
  fields.offsetMs = (match[1] === '-' ? -1 : 1) * Number(match[2]) * 3_600_000;
  return at + 3;
}

function offsetMs(match: RegExpExecArray): number {
  const seconds = Number(match[2]) * 3600 + Number(match[4] ?? 0) * 60 + Number(match[5] ?? 0);
  return (match[1] === '-' ? -1000 : 1000) * seconds;
}

const REGION = /[A-Za-z][A-Za-z0-9~/._+-]+/y;

function parseZone(text: string, at: number, fields: DateFields): number {
  OFFSET.lastIndex = at;
  const offset = OFFSET.exec(text);
  if (offset !== null) {
    fields.offsetMs = offsetMs(offset);
    return at + offset[0].length;
  }
  REGION.lastIndex = at;
  const region = REGION.exec(text);
  if (region !== null && region[0].length > 2) {
    fields.zoneId = region[0];
    return at + region[0].length;
  }
  if (text[at] !== 'Z') return ~at;
  fields.offsetMs = 0;
  return at + 1;
}
