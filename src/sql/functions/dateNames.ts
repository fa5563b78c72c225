/** Starts with Monday. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export const MONTHS = [
  ...(['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'] as const),
  ...(['September', 'October', 'November', 'December'] as const),
] as const;
