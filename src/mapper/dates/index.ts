export { type DateMathOptions, parseDateMath } from './dateMath.ts';
export { type DateFormatter, type DateParseOptions, dateFormatter } from './formatter.ts';
export type { Instant } from './resolve.ts';
export { dateTime, hoursOutOfRange, localToEpochMs, parseZone, UTC, type Zone } from './zones.ts';
