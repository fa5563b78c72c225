/** Classes available to scripts, with superclasses, members and signatures; parsed by `types.ts`. */
export const timeClasses = `
class java.time.Clock
  ~fixed(Instant,ZoneId)Clock ~offset(Clock,Duration)Clock ~tick(Clock,Duration)Clock getZone()ZoneId
  instant()Instant millis()long
class java.time.DateTimeException < RuntimeException
  new(String)
class java.time.DayOfWeek < Enum TemporalAccessor TemporalAdjuster
  ~from(TemporalAccessor)DayOfWeek ~of(int)DayOfWeek ~valueOf(String)DayOfWeek ~values()DayOfWeek[]
  getDisplayName(TextStyle,Locale)String getValue()int minus(long)DayOfWeek plus(long)DayOfWeek
  ~FRIDAY:DayOfWeek ~MONDAY:DayOfWeek ~SATURDAY:DayOfWeek ~SUNDAY:DayOfWeek ~THURSDAY:DayOfWeek
  ~TUESDAY:DayOfWeek ~WEDNESDAY:DayOfWeek
class java.time.Duration < TemporalAmount Comparable
  ~between(Temporal,Temporal)Duration ~from(TemporalAmount)Duration ~of(long,TemporalUnit)Duration
  ~ofDays(long)Duration ~ofHours(long)Duration ~ofMillis(long)Duration ~ofMinutes(long)Duration
  ~ofNanos(long)Duration ~ofSeconds(long)Duration ~ofSeconds(long,long)Duration
  ~parse(CharSequence)Duration abs()Duration compareTo(Duration)int dividedBy(long)Duration getNano()int
  getSeconds()long isNegative()boolean isZero()boolean minus(Duration)Duration
  minus(long,TemporalUnit)Duration minusDays(long)Duration minusHours(long)Duration
  minusMillis(long)Duration minusMinutes(long)Duration minusNanos(long)Duration
  minusSeconds(long)Duration multipliedBy(long)Duration negated()Duration plus(Duration)Duration
  plus(long,TemporalUnit)Duration plusDays(long)Duration plusHours(long)Duration
  plusMillis(long)Duration plusMinutes(long)Duration plusNanos(long)Duration plusSeconds(long)Duration
  toDays()long toHours()long toMillis()long toMinutes()long toNanos()long withNanos(int)Duration
  withSeconds(long)Duration ~ZERO:Duration
class java.time.Instant < Temporal TemporalAdjuster Comparable
  ~from(TemporalAccessor)Instant ~ofEpochMilli(long)Instant ~ofEpochSecond(long)Instant
  ~ofEpochSecond(long,long)Instant ~parse(CharSequence)Instant atOffset(ZoneOffset)OffsetDateTime
  atZone(ZoneId)ZonedDateTime compareTo(Instant)int getEpochSecond()long getNano()int
  isAfter(Instant)boolean isBefore(Instant)boolean minus(TemporalAmount)Instant
  minus(long,TemporalUnit)Instant minusMillis(long)Instant minusNanos(long)Instant
  minusSeconds(long)Instant plus(TemporalAmount)Instant plus(long,TemporalUnit)Instant
  plusMillis(long)Instant plusNanos(long)Instant plusSeconds(long)Instant toEpochMilli()long
  truncatedTo(TemporalUnit)Instant with(TemporalAdjuster)Instant with(TemporalField,long)Instant
  ~EPOCH:Instant ~MAX:Instant ~MIN:Instant
class java.time.LocalDate < Temporal TemporalAdjuster ChronoLocalDate
  ~from(TemporalAccessor)LocalDate ~of(int,int,int)LocalDate ~ofEpochDay(long)LocalDate
  ~ofYearDay(int,int)LocalDate ~parse(CharSequence)LocalDate
  ~parse(CharSequence,DateTimeFormatter)LocalDate atStartOfDay()LocalDateTime
  atStartOfDay(ZoneId)ZonedDateTime atTime(LocalTime)LocalDateTime atTime(int,int)LocalDateTime
  atTime(int,int,int)LocalDateTime atTime(int,int,int,int)LocalDateTime getChronology()IsoChronology
  getDayOfMonth()int getDayOfWeek()DayOfWeek getDayOfYear()int getMonth()Month getMonthValue()int
  getYear()int minus(TemporalAmount)LocalDate minus(long,TemporalUnit)LocalDate minusDays(long)LocalDate
  minusMonths(long)LocalDate minusWeeks(long)LocalDate minusYears(long)LocalDate
  plus(TemporalAmount)LocalDate plus(long,TemporalUnit)LocalDate plusDays(long)LocalDate
  plusMonths(long)LocalDate plusWeeks(long)LocalDate plusYears(long)LocalDate
  until(ChronoLocalDate)Period with(TemporalAdjuster)LocalDate with(TemporalField,long)LocalDate
  withDayOfMonth(int)LocalDate withDayOfYear(int)LocalDate withMonth(int)LocalDate
  withYear(int)LocalDate ~MAX:LocalDate ~MIN:LocalDate
class java.time.LocalDateTime < Temporal TemporalAdjuster ChronoLocalDateTime
  ~from(TemporalAccessor)LocalDateTime ~of(LocalDate,LocalTime)LocalDateTime
  ~of(int,int,int,int,int)LocalDateTime ~of(int,int,int,int,int,int)LocalDateTime
  ~of(int,int,int,int,int,int,int)LocalDateTime ~ofEpochSecond(long,int,ZoneOffset)LocalDateTime
  ~ofInstant(Instant,ZoneId)LocalDateTime ~parse(CharSequence)LocalDateTime
  ~parse(CharSequence,DateTimeFormatter)LocalDateTime atOffset(ZoneOffset)OffsetDateTime
  atZone(ZoneId)ZonedDateTime getDayOfMonth()int getDayOfWeek()DayOfWeek getDayOfYear()int getHour()int
  getMinute()int getMonth()Month getMonthValue()int getNano()int getSecond()int getYear()int
  minus(TemporalAmount)LocalDateTime minus(long,TemporalUnit)LocalDateTime minusDays(long)LocalDateTime
  minusHours(long)LocalDateTime minusMinutes(long)LocalDateTime minusMonths(long)LocalDateTime
  minusNanos(long)LocalDateTime minusSeconds(long)LocalDateTime minusWeeks(long)LocalDateTime
  minusYears(long)LocalDateTime plus(TemporalAmount)LocalDateTime plus(long,TemporalUnit)LocalDateTime
  plusDays(long)LocalDateTime plusHours(long)LocalDateTime plusMinutes(long)LocalDateTime
  plusMonths(long)LocalDateTime plusNanos(long)LocalDateTime plusSeconds(long)LocalDateTime
  plusWeeks(long)LocalDateTime plusYears(long)LocalDateTime toLocalDate()LocalDate
  truncatedTo(TemporalUnit)LocalDateTime with(TemporalAdjuster)LocalDateTime
  with(TemporalField,long)LocalDateTime withDayOfMonth(int)LocalDateTime withDayOfYear(int)LocalDateTime
  withHour(int)LocalDateTime withMinute(int)LocalDateTime withMonth(int)LocalDateTime
  withSecond(int)LocalDateTime withYear(int)LocalDateTime ~MAX:LocalDateTime ~MIN:LocalDateTime
class java.time.LocalTime < Temporal TemporalAdjuster Comparable
  ~from(TemporalAccessor)LocalTime ~of(int,int)LocalTime ~of(int,int,int)LocalTime
  ~of(int,int,int,int)LocalTime ~ofNanoOfDay(long)LocalTime ~ofSecondOfDay(long)LocalTime
  ~parse(CharSequence)LocalTime ~parse(CharSequence,DateTimeFormatter)LocalTime
  atDate(LocalDate)LocalDateTime atOffset(ZoneOffset)OffsetTime compareTo(LocalTime)int
  format(DateTimeFormatter)String getHour()int getMinute()int getNano()int getSecond()int
  isAfter(LocalTime)boolean isBefore(LocalTime)boolean minus(TemporalAmount)LocalTime
  minus(long,TemporalUnit)LocalTime minusHours(long)LocalTime minusMinutes(long)LocalTime
  minusNanos(long)LocalTime minusSeconds(long)LocalTime plus(TemporalAmount)LocalTime
  plus(long,TemporalUnit)LocalTime plusHours(long)LocalTime plusMinutes(long)LocalTime
  plusNanos(long)LocalTime plusSeconds(long)LocalTime toNanoOfDay()long toSecondOfDay()int
  truncatedTo(TemporalUnit)LocalTime with(TemporalAdjuster)LocalTime with(TemporalField,long)LocalTime
  withHour(int)LocalTime withMinute(int)LocalTime withNano(int)LocalTime withSecond(int)LocalTime
  ~MAX:LocalTime ~MIDNIGHT:LocalTime ~MIN:LocalTime ~NOON:LocalTime
class java.time.Month < Enum TemporalAccessor TemporalAdjuster
  ~from(TemporalAccessor)Month ~of(int)Month ~valueOf(String)Month ~values()Month[]
  firstDayOfYear(boolean)int firstMonthOfQuarter()Month getDisplayName(TextStyle,Locale)String
  getValue()int length(boolean)int maxLength()int minLength()int minus(long)Month plus(long)Month
  ~APRIL:Month ~AUGUST:Month ~DECEMBER:Month ~FEBRUARY:Month ~JANUARY:Month ~JULY:Month ~JUNE:Month
  ~MARCH:Month ~MAY:Month ~NOVEMBER:Month ~OCTOBER:Month ~SEPTEMBER:Month
class java.time.MonthDay < TemporalAccessor TemporalAdjuster Comparable
  ~from(TemporalAccessor)MonthDay ~of(int,int)MonthDay ~parse(CharSequence)MonthDay
  ~parse(CharSequence,DateTimeFormatter)MonthDay atYear(int)LocalDate compareTo(MonthDay)int
  format(DateTimeFormatter)String getDayOfMonth()int getMonth()Month getMonthValue()int
  isAfter(MonthDay)boolean isBefore(MonthDay)boolean isValidYear(int)boolean with(Month)MonthDay
  withDayOfMonth(int)MonthDay withMonth(int)MonthDay
class java.time.OffsetDateTime < Temporal TemporalAdjuster Comparable
  ~from(TemporalAccessor)OffsetDateTime ~of(LocalDateTime,ZoneOffset)OffsetDateTime
  ~of(LocalDate,LocalTime,ZoneOffset)OffsetDateTime
  ~of(int,int,int,int,int,int,int,ZoneOffset)OffsetDateTime ~ofInstant(Instant,ZoneId)OffsetDateTime
  ~parse(CharSequence)OffsetDateTime ~parse(CharSequence,DateTimeFormatter)OffsetDateTime
  ~timeLineOrder()Comparator atZoneSameInstant(ZoneId)ZonedDateTime
  atZoneSimilarLocal(ZoneId)ZonedDateTime compareTo(OffsetDateTime)int format(DateTimeFormatter)String
  getDayOfMonth()int getDayOfWeek()DayOfWeek getDayOfYear()int getHour()int getMinute()int
  getMonth()Month getMonthValue()int getNano()int getOffset()ZoneOffset getSecond()int getYear()int
  isAfter(OffsetDateTime)boolean isBefore(OffsetDateTime)boolean isEqual(OffsetDateTime)boolean
  minus(TemporalAmount)OffsetDateTime minus(long,TemporalUnit)OffsetDateTime
  minusDays(long)OffsetDateTime minusHours(long)OffsetDateTime minusMinutes(long)OffsetDateTime
  minusMonths(long)OffsetDateTime minusNanos(long)OffsetDateTime minusSeconds(long)OffsetDateTime
  minusWeeks(long)OffsetDateTime minusYears(long)OffsetDateTime plus(TemporalAmount)OffsetDateTime
  plus(long,TemporalUnit)OffsetDateTime plusDays(long)OffsetDateTime plusHours(long)OffsetDateTime
  plusMinutes(long)OffsetDateTime plusMonths(long)OffsetDateTime plusNanos(long)OffsetDateTime
  plusSeconds(long)OffsetDateTime plusWeeks(long)OffsetDateTime plusYears(long)OffsetDateTime
  toEpochSecond()long toInstant()Instant toLocalDate()LocalDate toLocalDateTime()LocalDateTime
  toLocalTime()LocalTime toOffsetTime()OffsetTime toZonedDateTime()ZonedDateTime
  truncatedTo(TemporalUnit)OffsetDateTime with(TemporalAdjuster)OffsetDateTime
  with(TemporalField,long)OffsetDateTime withDayOfMonth(int)OffsetDateTime
  withDayOfYear(int)OffsetDateTime withHour(int)OffsetDateTime withMinute(int)OffsetDateTime
  withMonth(int)OffsetDateTime withNano(int)OffsetDateTime
  withOffsetSameInstant(ZoneOffset)OffsetDateTime withOffsetSameLocal(ZoneOffset)OffsetDateTime
  withSecond(int)OffsetDateTime withYear(int)OffsetDateTime ~MAX:OffsetDateTime ~MIN:OffsetDateTime
class java.time.OffsetTime < Temporal TemporalAdjuster Comparable
  ~from(TemporalAccessor)OffsetTime ~of(LocalTime,ZoneOffset)OffsetTime
  ~of(int,int,int,int,ZoneOffset)OffsetTime ~ofInstant(Instant,ZoneId)OffsetTime
  ~parse(CharSequence)OffsetTime ~parse(CharSequence,DateTimeFormatter)OffsetTime
  compareTo(OffsetTime)int format(DateTimeFormatter)String getHour()int getMinute()int getNano()int
  getOffset()ZoneOffset getSecond()int isAfter(OffsetTime)boolean isBefore(OffsetTime)boolean
  isEqual(OffsetTime)boolean minus(TemporalAmount)OffsetTime minus(long,TemporalUnit)OffsetTime
  minusHours(long)OffsetTime minusMinutes(long)OffsetTime minusNanos(long)OffsetTime
  minusSeconds(long)OffsetTime plus(TemporalAmount)OffsetTime plus(long,TemporalUnit)OffsetTime
  plusHours(long)OffsetTime plusMinutes(long)OffsetTime plusNanos(long)OffsetTime
  plusSeconds(long)OffsetTime toLocalTime()LocalTime truncatedTo(TemporalUnit)OffsetTime
  with(TemporalAdjuster)OffsetTime with(TemporalField,long)OffsetTime withHour(int)OffsetTime
  withMinute(int)OffsetTime withNano(int)OffsetTime withOffsetSameInstant(ZoneOffset)OffsetTime
  withOffsetSameLocal(ZoneOffset)OffsetTime withSecond(int)OffsetTime ~MAX:OffsetTime ~MIN:OffsetTime
class java.time.Period < ChronoPeriod
  ~between(LocalDate,LocalDate)Period ~from(TemporalAmount)Period ~of(int,int,int)Period
  ~ofDays(int)Period ~ofMonths(int)Period ~ofWeeks(int)Period ~ofYears(int)Period
  ~parse(CharSequence)Period getChronology()IsoChronology getDays()int getMonths()int getYears()int
  minus(TemporalAmount)Period minusDays(long)Period minusMonths(long)Period minusYears(long)Period
  multipliedBy(int)Period negated()Period normalized()Period plus(TemporalAmount)Period
  plusDays(long)Period plusMonths(long)Period plusYears(long)Period toTotalMonths()long
  withDays(int)Period withMonths(int)Period withYears(int)Period ~ZERO:Period
class java.time.Year < Temporal TemporalAdjuster Comparable
  ~from(TemporalAccessor)Year ~isLeap(long)boolean ~of(int)Year ~parse(CharSequence)Year
  ~parse(CharSequence,DateTimeFormatter)Year atDay(int)LocalDate atMonth(int)YearMonth
  atMonthDay(MonthDay)LocalDate compareTo(Year)int format(DateTimeFormatter)String getValue()int
  isAfter(Year)boolean isLeap()boolean isValidMonthDay(MonthDay)boolean length()int
  minus(TemporalAmount)Year minus(long,TemporalUnit)Year minusYears(long)Year plus(TemporalAmount)Year
  plus(long,TemporalUnit)Year plusYears(long)Year with(TemporalAdjuster)Year
  with(TemporalField,long)Year ~MAX_VALUE:int ~MIN_VALUE:int
class java.time.YearMonth < Temporal TemporalAdjuster Comparable
  ~from(TemporalAccessor)YearMonth ~of(int,int)YearMonth ~parse(CharSequence)YearMonth
  ~parse(CharSequence,DateTimeFormatter)YearMonth atDay(int)LocalDate atEndOfMonth()LocalDate
  compareTo(YearMonth)int format(DateTimeFormatter)String getMonth()Month getMonthValue()int
  getYear()int isAfter(YearMonth)boolean isBefore(YearMonth)boolean isLeapYear()boolean
  isValidDay(int)boolean lengthOfMonth()int lengthOfYear()int minus(TemporalAmount)YearMonth
  minus(long,TemporalUnit)YearMonth minusMonths(long)YearMonth minusYears(long)YearMonth
  plus(TemporalAmount)YearMonth plus(long,TemporalUnit)YearMonth plusMonths(long)YearMonth
  plusYears(long)YearMonth with(TemporalAdjuster)YearMonth with(TemporalField,long)YearMonth
  withMonth(int)YearMonth withYear(int)YearMonth
class java.time.ZoneId
  ~from(TemporalAccessor)ZoneId ~getAvailableZoneIds()Set ~of(String)ZoneId ~of(String,Map)ZoneId
  ~ofOffset(String,ZoneOffset)ZoneId ~systemDefault()ZoneId getDisplayName(TextStyle,Locale)String
  getId()String getRules()ZoneRules normalized()ZoneId ~SHORT_IDS:Map
class java.time.ZoneOffset < ZoneId TemporalAccessor TemporalAdjuster Comparable
  ~from(TemporalAccessor)ZoneOffset ~of(String)ZoneOffset ~ofHours(int)ZoneOffset
  ~ofHoursMinutes(int,int)ZoneOffset ~ofHoursMinutesSeconds(int,int,int)ZoneOffset
  ~ofTotalSeconds(int)ZoneOffset getTotalSeconds()int ~MAX:ZoneOffset ~MIN:ZoneOffset ~UTC:ZoneOffset
class java.time.ZonedDateTime < Temporal ChronoZonedDateTime
  ~from(TemporalAccessor)ZonedDateTime ~of(LocalDateTime,ZoneId)ZonedDateTime
  ~of(LocalDate,LocalTime,ZoneId)ZonedDateTime ~of(int,int,int,int,int,int,int,ZoneId)ZonedDateTime
  ~ofInstant(Instant,ZoneId)ZonedDateTime ~ofInstant(LocalDateTime,ZoneOffset,ZoneId)ZonedDateTime
  ~ofLocal(LocalDateTime,ZoneId,ZoneOffset)ZonedDateTime
  ~ofStrict(LocalDateTime,ZoneOffset,ZoneId)ZonedDateTime ~parse(CharSequence)ZonedDateTime
  ~parse(CharSequence,DateTimeFormatter)ZonedDateTime getDayOfMonth()int getDayOfWeek()DayOfWeek
  getDayOfYear()int getHour()int getMinute()int getMonth()Month getMonthValue()int getNano()int
  getSecond()int getYear()int minus(TemporalAmount)ZonedDateTime minus(long,TemporalUnit)ZonedDateTime
  minusDays(long)ZonedDateTime minusHours(long)ZonedDateTime minusMinutes(long)ZonedDateTime
  minusMonths(long)ZonedDateTime minusNanos(long)ZonedDateTime minusSeconds(long)ZonedDateTime
  minusWeeks(long)ZonedDateTime minusYears(long)ZonedDateTime plus(TemporalAmount)ZonedDateTime
  plus(long,TemporalUnit)ZonedDateTime plusDays(long)ZonedDateTime plusHours(long)ZonedDateTime
  plusMinutes(long)ZonedDateTime plusMonths(long)ZonedDateTime plusNanos(long)ZonedDateTime
  plusSeconds(long)ZonedDateTime plusWeeks(long)ZonedDateTime plusYears(long)ZonedDateTime
  toLocalDate()LocalDate toLocalDateTime()LocalDateTime toOffsetDateTime()OffsetDateTime
  truncatedTo(TemporalUnit)ZonedDateTime with(TemporalAdjuster)ZonedDateTime
  with(TemporalField,long)ZonedDateTime withDayOfMonth(int)ZonedDateTime withDayOfYear(int)ZonedDateTime
  withEarlierOffsetAtOverlap()ZonedDateTime withFixedOffsetZone()ZonedDateTime
  withHour(int)ZonedDateTime withLaterOffsetAtOverlap()ZonedDateTime withMinute(int)ZonedDateTime
  withMonth(int)ZonedDateTime withNano(int)ZonedDateTime withSecond(int)ZonedDateTime
  withYear(int)ZonedDateTime withZoneSameInstant(ZoneId)ZonedDateTime
  withZoneSameLocal(ZoneId)ZonedDateTime
interface java.time.chrono.ChronoLocalDate < Temporal TemporalAdjuster Comparable
  ~from(TemporalAccessor)ChronoLocalDate ~timeLineOrder()Comparator atTime(LocalTime)ChronoLocalDateTime
  compareTo(ChronoLocalDate)int format(DateTimeFormatter)String getChronology()Chronology getEra()Era
  isAfter(ChronoLocalDate)boolean isBefore(ChronoLocalDate)boolean isEqual(ChronoLocalDate)boolean
  isLeapYear()boolean lengthOfMonth()int lengthOfYear()int minus(TemporalAmount)ChronoLocalDate
  minus(long,TemporalUnit)ChronoLocalDate plus(TemporalAmount)ChronoLocalDate
  plus(long,TemporalUnit)ChronoLocalDate toEpochDay()long until(ChronoLocalDate)ChronoPeriod
  with(TemporalAdjuster)ChronoLocalDate with(TemporalField,long)ChronoLocalDate
interface java.time.chrono.ChronoLocalDateTime < Temporal TemporalAdjuster Comparable
  ~from(TemporalAccessor)ChronoLocalDateTime ~timeLineOrder()Comparator
  atZone(ZoneId)ChronoZonedDateTime compareTo(ChronoLocalDateTime)int format(DateTimeFormatter)String
  getChronology()Chronology isAfter(ChronoLocalDateTime)boolean isBefore(ChronoLocalDateTime)boolean
  isEqual(ChronoLocalDateTime)boolean minus(TemporalAmount)ChronoLocalDateTime
  minus(long,TemporalUnit)ChronoLocalDateTime plus(TemporalAmount)ChronoLocalDateTime
  plus(long,TemporalUnit)ChronoLocalDateTime toEpochSecond(ZoneOffset)long toInstant(ZoneOffset)Instant
  toLocalDate()ChronoLocalDate toLocalTime()LocalTime with(TemporalAdjuster)ChronoLocalDateTime
  with(TemporalField,long)ChronoLocalDateTime
interface java.time.chrono.ChronoPeriod < TemporalAmount
  ~between(ChronoLocalDate,ChronoLocalDate)ChronoPeriod getChronology()Chronology isNegative()boolean
  isZero()boolean minus(TemporalAmount)ChronoPeriod multipliedBy(int)ChronoPeriod negated()ChronoPeriod
  normalized()ChronoPeriod plus(TemporalAmount)ChronoPeriod
interface java.time.chrono.ChronoZonedDateTime < Temporal Comparable
  ~from(TemporalAccessor)ChronoZonedDateTime ~timeLineOrder()Comparator
  compareTo(ChronoZonedDateTime)int format(DateTimeFormatter)String getChronology()Chronology
  getOffset()ZoneOffset getZone()ZoneId isAfter(ChronoZonedDateTime)boolean
  isBefore(ChronoZonedDateTime)boolean isEqual(ChronoZonedDateTime)boolean
  minus(TemporalAmount)ChronoZonedDateTime minus(long,TemporalUnit)ChronoZonedDateTime
  plus(TemporalAmount)ChronoZonedDateTime plus(long,TemporalUnit)ChronoZonedDateTime toEpochSecond()long
  toInstant()Instant toLocalDate()ChronoLocalDate toLocalDateTime()ChronoLocalDateTime
  toLocalTime()LocalTime with(TemporalAdjuster)ChronoZonedDateTime
  with(TemporalField,long)ChronoZonedDateTime withEarlierOffsetAtOverlap()ChronoZonedDateTime
  withLaterOffsetAtOverlap()ChronoZonedDateTime withZoneSameInstant(ZoneId)ChronoZonedDateTime
  withZoneSameLocal(ZoneId)ChronoZonedDateTime
interface java.time.chrono.Chronology < Comparable
  ~from(TemporalAccessor)Chronology ~getAvailableChronologies()Set ~of(String)Chronology
  ~ofLocale(Locale)Chronology compareTo(Chronology)int date(TemporalAccessor)ChronoLocalDate
  date(int,int,int)ChronoLocalDate date(Era,int,int,int)ChronoLocalDate
  dateEpochDay(long)ChronoLocalDate dateYearDay(int,int)ChronoLocalDate
  dateYearDay(Era,int,int)ChronoLocalDate eraOf(int)Era eras()List getCalendarType()String
  getDisplayName(TextStyle,Locale)String getId()String isLeapYear(long)boolean
  localDateTime(TemporalAccessor)ChronoLocalDateTime period(int,int,int)ChronoPeriod
  prolepticYear(Era,int)int range(ChronoField)ValueRange resolveDate(Map,ResolverStyle)ChronoLocalDate
  zonedDateTime(TemporalAccessor)ChronoZonedDateTime zonedDateTime(Instant,ZoneId)ChronoZonedDateTime
interface java.time.chrono.Era < TemporalAccessor TemporalAdjuster fn getValue
  getDisplayName(TextStyle,Locale)String getValue()int
class java.time.chrono.IsoChronology < Chronology
  date(TemporalAccessor)LocalDate date(int,int,int)LocalDate date(Era,int,int,int)LocalDate
  dateEpochDay(long)LocalDate dateYearDay(int,int)LocalDate dateYearDay(Era,int,int)LocalDate
  eraOf(int)IsoEra localDateTime(TemporalAccessor)LocalDateTime period(int,int,int)Period
  resolveDate(Map,ResolverStyle)LocalDate zonedDateTime(TemporalAccessor)ZonedDateTime
  zonedDateTime(Instant,ZoneId)ZonedDateTime ~INSTANCE:IsoChronology
class java.time.chrono.IsoEra < Enum Era
  ~of(int)IsoEra ~valueOf(String)IsoEra ~values()IsoEra[] ~BCE:IsoEra ~CE:IsoEra
class java.time.format.DateTimeFormatter
  ~ofLocalizedDate(FormatStyle)DateTimeFormatter ~ofLocalizedDateTime(FormatStyle)DateTimeFormatter
  ~ofLocalizedDateTime(FormatStyle,FormatStyle)DateTimeFormatter
  ~ofLocalizedTime(FormatStyle)DateTimeFormatter ~ofPattern(String)DateTimeFormatter
  ~ofPattern(String,Locale)DateTimeFormatter ~parsedExcessDays()TemporalQuery
  ~parsedLeapSecond()TemporalQuery format(TemporalAccessor)String
  formatTo(TemporalAccessor,Appendable)void getChronology()Chronology getDecimalStyle()DecimalStyle
  getLocale()Locale getResolverFields()Set getResolverStyle()ResolverStyle getZone()ZoneId
  parse(CharSequence)TemporalAccessor parse(CharSequence,TemporalQuery)def
  parseBest(CharSequence,TemporalQuery[])TemporalAccessor
  parseUnresolved(CharSequence,ParsePosition)TemporalAccessor toFormat()Format
  toFormat(TemporalQuery)Format withChronology(Chronology)DateTimeFormatter
  withDecimalStyle(DecimalStyle)DateTimeFormatter withLocale(Locale)DateTimeFormatter
  withResolverFields(Set)DateTimeFormatter withResolverStyle(ResolverStyle)DateTimeFormatter
  withZone(ZoneId)DateTimeFormatter ~BASIC_ISO_DATE:DateTimeFormatter ~ISO_DATE:DateTimeFormatter
  ~ISO_DATE_TIME:DateTimeFormatter ~ISO_INSTANT:DateTimeFormatter ~ISO_LOCAL_DATE:DateTimeFormatter
  ~ISO_LOCAL_DATE_TIME:DateTimeFormatter ~ISO_LOCAL_TIME:DateTimeFormatter
  ~ISO_OFFSET_DATE:DateTimeFormatter ~ISO_OFFSET_DATE_TIME:DateTimeFormatter
  ~ISO_OFFSET_TIME:DateTimeFormatter ~ISO_ORDINAL_DATE:DateTimeFormatter ~ISO_TIME:DateTimeFormatter
  ~ISO_WEEK_DATE:DateTimeFormatter ~ISO_ZONED_DATE_TIME:DateTimeFormatter
  ~RFC_1123_DATE_TIME:DateTimeFormatter
class java.time.format.DateTimeParseException < DateTimeException
  new(String,CharSequence,int) getErrorIndex()int getParsedString()String
class java.time.format.FormatStyle < Enum
  ~valueOf(String)FormatStyle ~values()FormatStyle[] ~FULL:FormatStyle ~LONG:FormatStyle
  ~MEDIUM:FormatStyle ~SHORT:FormatStyle
class java.time.format.ResolverStyle < Enum
  ~valueOf(String)ResolverStyle ~values()ResolverStyle[] ~LENIENT:ResolverStyle ~SMART:ResolverStyle
  ~STRICT:ResolverStyle
class java.time.format.SignStyle < Enum
  ~valueOf(String)SignStyle ~values()SignStyle[] ~ALWAYS:SignStyle ~EXCEEDS_PAD:SignStyle
  ~NEVER:SignStyle ~NORMAL:SignStyle ~NOT_NEGATIVE:SignStyle
class java.time.format.TextStyle < Enum
  ~valueOf(String)TextStyle ~values()TextStyle[] asNormal()TextStyle asStandalone()TextStyle
  isStandalone()boolean ~FULL:TextStyle ~FULL_STANDALONE:TextStyle ~NARROW:TextStyle
  ~NARROW_STANDALONE:TextStyle ~SHORT:TextStyle ~SHORT_STANDALONE:TextStyle
class java.time.temporal.ChronoField < Enum TemporalField
  ~valueOf(String)ChronoField ~values()ChronoField[] checkValidIntValue(long)int
  checkValidValue(long)long ~ALIGNED_DAY_OF_WEEK_IN_MONTH:ChronoField
  ~ALIGNED_DAY_OF_WEEK_IN_YEAR:ChronoField ~ALIGNED_WEEK_OF_MONTH:ChronoField
  ~ALIGNED_WEEK_OF_YEAR:ChronoField ~AMPM_OF_DAY:ChronoField ~CLOCK_HOUR_OF_AMPM:ChronoField
  ~CLOCK_HOUR_OF_DAY:ChronoField ~DAY_OF_MONTH:ChronoField ~DAY_OF_WEEK:ChronoField
  ~DAY_OF_YEAR:ChronoField ~EPOCH_DAY:ChronoField ~ERA:ChronoField ~HOUR_OF_AMPM:ChronoField
  ~HOUR_OF_DAY:ChronoField ~INSTANT_SECONDS:ChronoField ~MICRO_OF_DAY:ChronoField
  ~MICRO_OF_SECOND:ChronoField ~MILLI_OF_DAY:ChronoField ~MILLI_OF_SECOND:ChronoField
  ~MINUTE_OF_DAY:ChronoField ~MINUTE_OF_HOUR:ChronoField ~MONTH_OF_YEAR:ChronoField
  ~NANO_OF_DAY:ChronoField ~NANO_OF_SECOND:ChronoField ~OFFSET_SECONDS:ChronoField
  ~PROLEPTIC_MONTH:ChronoField ~SECOND_OF_DAY:ChronoField ~SECOND_OF_MINUTE:ChronoField
  ~YEAR:ChronoField ~YEAR_OF_ERA:ChronoField
class java.time.temporal.ChronoUnit < Enum TemporalUnit
  ~valueOf(String)ChronoUnit ~values()ChronoUnit[] ~CENTURIES:ChronoUnit ~DAYS:ChronoUnit
  ~DECADES:ChronoUnit ~ERAS:ChronoUnit ~FOREVER:ChronoUnit ~HALF_DAYS:ChronoUnit ~HOURS:ChronoUnit
  ~MICROS:ChronoUnit ~MILLENNIA:ChronoUnit ~MILLIS:ChronoUnit ~MINUTES:ChronoUnit ~MONTHS:ChronoUnit
  ~NANOS:ChronoUnit ~SECONDS:ChronoUnit ~WEEKS:ChronoUnit ~YEARS:ChronoUnit
class java.time.temporal.IsoFields
  ~DAY_OF_QUARTER:TemporalField ~QUARTER_OF_YEAR:TemporalField ~QUARTER_YEARS:TemporalUnit
  ~WEEK_BASED_YEAR:TemporalField ~WEEK_BASED_YEARS:TemporalUnit ~WEEK_OF_WEEK_BASED_YEAR:TemporalField
interface java.time.temporal.Temporal < TemporalAccessor
  minus(TemporalAmount)Temporal minus(long,TemporalUnit)Temporal plus(TemporalAmount)Temporal
  plus(long,TemporalUnit)Temporal until(Temporal,TemporalUnit)long with(TemporalAdjuster)Temporal
  with(TemporalField,long)Temporal
interface java.time.temporal.TemporalAccessor
  get(TemporalField)int getLong(TemporalField)long isSupported(TemporalField)boolean
  query(TemporalQuery)def range(TemporalField)ValueRange
interface java.time.temporal.TemporalAdjuster fn adjustInto
  adjustInto(Temporal)Temporal
class java.time.temporal.TemporalAdjusters
  ~dayOfWeekInMonth(int,DayOfWeek)TemporalAdjuster ~firstDayOfMonth()TemporalAdjuster
  ~firstDayOfNextMonth()TemporalAdjuster ~firstDayOfNextYear()TemporalAdjuster
  ~firstDayOfYear()TemporalAdjuster ~firstInMonth(DayOfWeek)TemporalAdjuster
  ~lastDayOfMonth()TemporalAdjuster ~lastDayOfYear()TemporalAdjuster
  ~lastInMonth(DayOfWeek)TemporalAdjuster ~next(DayOfWeek)TemporalAdjuster
  ~nextOrSame(DayOfWeek)TemporalAdjuster ~ofDateAdjuster(UnaryOperator)TemporalAdjuster
  ~previous(DayOfWeek)TemporalAdjuster ~previousOrSame(DayOfWeek)TemporalAdjuster
interface java.time.temporal.TemporalAmount
  addTo(Temporal)Temporal get(TemporalUnit)long getUnits()List subtractFrom(Temporal)Temporal
interface java.time.temporal.TemporalField
  adjustInto(Temporal,long)Temporal getBaseUnit()TemporalUnit getDisplayName(Locale)String
  getFrom(TemporalAccessor)long getRangeUnit()TemporalUnit isDateBased()boolean
  isSupportedBy(TemporalAccessor)boolean isTimeBased()boolean range()ValueRange
  rangeRefinedBy(TemporalAccessor)ValueRange resolve(Map,TemporalAccessor,ResolverStyle)TemporalAccessor
class java.time.temporal.TemporalQueries
  ~chronology()TemporalQuery ~localDate()TemporalQuery ~localTime()TemporalQuery ~offset()TemporalQuery
  ~precision()TemporalQuery ~zone()TemporalQuery ~zoneId()TemporalQuery
interface java.time.temporal.TemporalQuery fn queryFrom
  queryFrom(TemporalAccessor)def
interface java.time.temporal.TemporalUnit
  addTo(Temporal,long)Temporal between(Temporal,Temporal)long getDuration()Duration isDateBased()boolean
  isDurationEstimated()boolean isSupportedBy(Temporal)boolean isTimeBased()boolean
class java.time.temporal.UnsupportedTemporalTypeException < DateTimeException
  new(String)
class java.time.temporal.ValueRange
  ~of(long,long)ValueRange ~of(long,long,long)ValueRange ~of(long,long,long,long)ValueRange
  checkValidIntValue(long,TemporalField)int checkValidValue(long,TemporalField)long
  getLargestMinimum()long getMaximum()long getMinimum()long getSmallestMaximum()long isFixed()boolean
  isIntValue()boolean isValidIntValue(long)boolean isValidValue(long)boolean
class java.time.temporal.WeekFields
  ~of(Locale)WeekFields ~of(DayOfWeek,int)WeekFields dayOfWeek()TemporalField
  getFirstDayOfWeek()DayOfWeek getMinimalDaysInFirstWeek()int weekBasedYear()TemporalField
  weekOfMonth()TemporalField weekOfWeekBasedYear()TemporalField weekOfYear()TemporalField
  ~ISO:WeekFields ~SUNDAY_START:WeekFields ~WEEK_BASED_YEARS:TemporalUnit
`;
