import { Settings } from 'luxon';

// The original's names of months and days are English on every machine. (Asking for the machine's language would also
// be what takes longest at the start of the server.)
Settings.defaultLocale = 'en-US';

export { DateTime, type DurationLikeObject, FixedOffsetZone, IANAZone } from 'luxon';
