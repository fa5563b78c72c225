/**
 * `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss[.SSS]Z` → epoch milliseconds; NaN for every other text, which then takes the
 * long way. Most dates of most documents have one of these forms.
 */
export function parseIsoFast(text: string): number {
  const length = text.length;
  if (length !== 10 && length !== 20 && length !== 24) return Number.NaN;
  const date = parseDay(text);
  if (length === 10 || Number.isNaN(date)) return date;
  if (text.charCodeAt(10) !== 0x54 || text.charCodeAt(length - 1) !== 0x5a) return Number.NaN;
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return Number.NaN;
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  let millis = 0;
  if (length === 24) {
    if (text.charCodeAt(19) !== 0x2e) return Number.NaN;
    millis = digits(text, 20, 3);
  }
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  return date + hour * 3_600_000 + minute * 60_000 + second * 1000 + millis;
}

function parseDay(text: string): number {
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return Number.NaN;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
  const ms = Date.UTC(year, month - 1, day);
  return day > 28 && new Date(ms).getUTCDate() !== day ? Number.NaN : ms;
}

/** The number in `count` digits from `at`; NaN when one of them is no digit. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
