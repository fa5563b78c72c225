import { Settings } from 'luxon';

// The original prints names of months and days in English on every machine. (Looking up the machine's language would also
// be the slowest step of the server's start.)
Settings.defaultLocale = 'en-US';

export { DateTime, type DurationLikeObject, FixedOffsetZone, IANAZone } from 'luxon';
