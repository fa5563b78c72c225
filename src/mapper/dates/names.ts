/** The English names of java.time's root locale. */
export const MONTHS_SHORT = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
export const MONTHS_LONG =
  'January February March April May June July August September October November December'.split(' ');
export const DAYS_SHORT = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ');
export const DAYS_LONG = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
export const HALF_DAYS = ['AM', 'PM'];
