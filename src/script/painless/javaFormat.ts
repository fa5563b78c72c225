import type { DateTime } from '../../common/index.ts';

/** Pattern letters that differ between Java and luxon. */
const JAVA_TO_LUXON: Readonly<Record<string, string>> = {
  u: 'y',
  Y: 'kkkk',
  D: 'o',
  E: 'ccc',
  EE: 'ccc',
  EEE: 'ccc',
  EEEE: 'cccc',
  e: 'c',
  w: 'W',
  ww: 'WW',
  X: 'ZZ',
  XX: 'ZZZ',
  XXX: 'ZZ',
  Z: 'ZZZ',
  VV: 'z',
  n: 'SSS',
};

/** Formats a time by a Java pattern (`yyyy-MM-dd'T'HH:mm:ss.SSS`). */
export function javaFormat(time: DateTime, pattern: string): string {
  let text = '';
  for (const [part] of pattern.matchAll(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+/g)) {
    if (part.startsWith("'")) text += part === "''" ? "'" : part.slice(1, -1).replaceAll("''", "'");
    else if (/[A-Za-z]/.test(part)) text += printField(time, part);
    else text += part;
  }
  return text;
}

function printField(time: DateTime, field: string): string {
  if (/^u+$/.test(field)) return time.toFormat('y'.repeat(field.length));
  if (field === 'y') return String(time.year);
  if (/^(X|XX|XXX)$/.test(field) && time.offset === 0) return 'Z';
  if (/^S+$/.test(field))
    return String(time.millisecond).padStart(3, '0').padEnd(9, '0').slice(0, field.length);
  return time.toFormat(JAVA_TO_LUXON[field] ?? field);
}
