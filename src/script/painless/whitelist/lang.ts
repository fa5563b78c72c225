/** Classes available to scripts, with superclasses, members and signatures; parsed by `types.ts`. */
export const langClasses = `
interface java.lang.Appendable
  append(CharSequence,int,int)Appendable
class java.lang.ArithmeticException < RuntimeException
  new() new(String)
class java.lang.ArrayIndexOutOfBoundsException < IndexOutOfBoundsException
  new() new(String)
class java.lang.ArrayStoreException < RuntimeException
  new() new(String)
class java.lang.Boolean < Comparable
  ~compare(boolean,boolean)int ~hashCode(boolean)int ~logicalAnd(boolean,boolean)boolean
  ~logicalOr(boolean,boolean)boolean ~logicalXor(boolean,boolean)boolean ~parseBoolean(String)boolean
  ~toString(boolean)String ~valueOf(boolean)Boolean booleanValue()boolean compareTo(Boolean)int
  ~FALSE:Boolean ~TRUE:Boolean
class java.lang.Byte < Number Comparable
  ~compare(byte,byte)int ~decode(String)Byte ~hashCode(byte)int ~parseByte(String)byte
  ~parseByte(String,int)byte ~toString(byte)String ~toUnsignedInt(byte)int ~toUnsignedLong(byte)long
  ~valueOf(byte)Byte ~valueOf(String,int)Byte compareTo(Byte)int ~BYTES:int ~MAX_VALUE:byte
  ~MIN_VALUE:byte ~SIZE:int
interface java.lang.CharSequence
  charAt(int)char chars()IntStream codePoints()IntStream length()int replaceAll(Pattern,Function)String
  replaceFirst(Pattern,Function)String subSequence(int,int)CharSequence
class java.lang.Character < Comparable
  ~charCount(int)int ~codePointAt(CharSequence,int)int ~codePointAt(char[],int,int)int
  ~codePointBefore(CharSequence,int)int ~codePointBefore(char[],int,int)int
  ~codePointCount(CharSequence,int,int)int ~compare(char,char)int ~digit(int,int)int
  ~forDigit(int,int)char ~getDirectionality(int)byte ~getName(int)String ~getNumericValue(int)int
  ~getType(int)int ~hashCode(char)int ~highSurrogate(int)char ~isAlphabetic(int)boolean
  ~isBmpCodePoint(int)boolean ~isDefined(int)boolean ~isDigit(int)boolean ~isHighSurrogate(char)boolean
  ~isISOControl(int)boolean ~isIdentifierIgnorable(int)boolean ~isIdeographic(int)boolean
  ~isJavaIdentifierPart(int)boolean ~isJavaIdentifierStart(int)boolean ~isLetter(int)boolean
  ~isLetterOrDigit(int)boolean ~isLowerCase(int)boolean ~isMirrored(int)boolean ~isSpaceChar(int)boolean
  ~isSupplementaryCodePoint(int)boolean ~isSurrogate(char)boolean ~isSurrogatePair(char,char)boolean
  ~isTitleCase(int)boolean ~isUnicodeIdentifierPart(int)boolean ~isUnicodeIdentifierStart(int)boolean
  ~isUpperCase(int)boolean ~isValidCodePoint(int)boolean ~isWhitespace(int)boolean
  ~lowSurrogate(int)char ~offsetByCodePoints(CharSequence,int,int)int
  ~offsetByCodePoints(char[],int,int,int,int)int ~reverseBytes(char)char ~toChars(int)char[]
  ~toChars(int,char[],int)int ~toCodePoint(char,char)int ~toLowerCase(char)char ~toString(char)String
  ~toTitleCase(char)char ~toUpperCase(char)char ~valueOf(char)Character charValue()char
  compareTo(Character)int ~BYTES:int ~MAX_CODE_POINT:int ~MAX_HIGH_SURROGATE:char
  ~MAX_LOW_SURROGATE:char ~MAX_RADIX:int ~MAX_SURROGATE:char ~MAX_VALUE:char ~MIN_CODE_POINT:int
  ~MIN_HIGH_SURROGATE:char ~MIN_LOW_SURROGATE:char ~MIN_RADIX:int ~MIN_SUPPLEMENTARY_CODE_POINT:int
  ~MIN_SURROGATE:char ~MIN_VALUE:char ~SIZE:int
class java.lang.ClassCastException < RuntimeException
  new() new(String)
class java.lang.ClassNotFoundException < ReflectiveOperationException
  new() new(String)
class java.lang.CloneNotSupportedException < Exception
  new() new(String)
interface java.lang.Comparable fn compareTo
  compareTo(def)int
class java.lang.Double < Number Comparable
  ~compare(double,double)int ~doubleToLongBits(double)long ~doubleToRawLongBits(double)long
  ~hashCode(double)int ~isFinite(double)boolean ~isInfinite(double)boolean ~isNaN(double)boolean
  ~longBitsToDouble(long)double ~max(double,double)double ~min(double,double)double
  ~parseDouble(String)double ~sum(double,double)double ~toHexString(double)String
  ~toString(double)String ~valueOf(double)Double compareTo(Double)int isInfinite()boolean isNaN()boolean
  ~BYTES:int ~MAX_EXPONENT:int ~MAX_VALUE:double ~MIN_EXPONENT:int ~MIN_NORMAL:double ~MIN_VALUE:double
  ~NEGATIVE_INFINITY:double ~NaN:double ~POSITIVE_INFINITY:double ~SIZE:int
class java.lang.Enum < Comparable
  compareTo(Enum)int name()String ordinal()int
class java.lang.EnumConstantNotPresentException < RuntimeException
  constantName()String
class java.lang.Exception
  new() new(String) equals(Object)boolean getLocalizedMessage()String getMessage()String
  getStackTrace()StackTraceElement[] hashCode()int toString()String
class java.lang.Float < Number Comparable
  ~compare(float,float)int ~floatToIntBits(float)int ~floatToRawIntBits(float)int ~hashCode(float)int
  ~intBitsToFloat(int)float ~isFinite(float)boolean ~isInfinite(float)boolean ~isNaN(float)boolean
  ~max(float,float)float ~min(float,float)float ~parseFloat(String)float ~sum(float,float)float
  ~toHexString(float)String ~toString(float)String ~valueOf(float)Float compareTo(Float)int
  isInfinite()boolean isNaN()boolean ~BYTES:int ~MAX_EXPONENT:int ~MAX_VALUE:float ~MIN_EXPONENT:int
  ~MIN_NORMAL:float ~MIN_VALUE:float ~NEGATIVE_INFINITY:float ~NaN:float ~POSITIVE_INFINITY:float
  ~SIZE:int
class java.lang.IllegalAccessException < ReflectiveOperationException
  new() new(String)
class java.lang.IllegalArgumentException < RuntimeException
  new() new(String)
class java.lang.IllegalMonitorStateException < RuntimeException
  new() new(String)
class java.lang.IllegalStateException < RuntimeException
  new() new(String)
class java.lang.IllegalThreadStateException < IllegalArgumentException
  new() new(String)
class java.lang.IndexOutOfBoundsException < RuntimeException
  new() new(String)
class java.lang.InstantiationException < ReflectiveOperationException
  new() new(String)
class java.lang.Integer < Number Comparable
  ~bitCount(int)int ~compare(int,int)int ~compareUnsigned(int,int)int ~decode(String)Integer
  ~divideUnsigned(int,int)int ~hashCode(int)int ~highestOneBit(int)int ~lowestOneBit(int)int
  ~max(int,int)int ~min(int,int)int ~numberOfLeadingZeros(int)int ~numberOfTrailingZeros(int)int
  ~parseInt(String)int ~parseInt(String,int)int ~parseUnsignedInt(String)int
  ~parseUnsignedInt(String,int)int ~remainderUnsigned(int,int)int ~reverse(int)int ~reverseBytes(int)int
  ~rotateLeft(int,int)int ~rotateRight(int,int)int ~signum(int)int ~toBinaryString(int)String
  ~toHexString(int)String ~toOctalString(int)String ~toString(int)String ~toString(int,int)String
  ~toUnsignedLong(int)long ~toUnsignedString(int)String ~toUnsignedString(int,int)String
  ~valueOf(int)Integer ~valueOf(String,int)Integer compareTo(Integer)int ~BYTES:int ~MAX_VALUE:int
  ~MIN_VALUE:int ~SIZE:int
class java.lang.InterruptedException < Exception
  new() new(String)
interface java.lang.Iterable fn iterator
  any(Predicate)boolean asCollection()Collection asList()List each(Consumer)def
  eachWithIndex(ObjIntConsumer)def every(Predicate)boolean findResults(Function)List
  forEach(Consumer)void groupBy(Function)Map iterator()Iterator join(String)String
  spliterator()def sum()double sum(ToDoubleFunction)double
class java.lang.Long < Number Comparable
  ~bitCount(long)int ~compare(long,long)int ~compareUnsigned(long,long)int ~decode(String)Long
  ~divideUnsigned(long,long)long ~hashCode(long)int ~highestOneBit(long)long ~lowestOneBit(long)long
  ~max(long,long)long ~min(long,long)long ~numberOfLeadingZeros(long)int ~numberOfTrailingZeros(long)int
  ~parseLong(String)long ~parseLong(String,int)long ~parseUnsignedLong(String)long
  ~parseUnsignedLong(String,int)long ~remainderUnsigned(long,long)long ~reverse(long)long
  ~reverseBytes(long)long ~rotateLeft(long,int)long ~rotateRight(long,int)long ~signum(long)int
  ~sum(long,long)long ~toBinaryString(long)String ~toHexString(long)String ~toOctalString(long)String
  ~toString(long)String ~toString(long,int)String ~toUnsignedString(long)String
  ~toUnsignedString(long,int)String ~valueOf(long)Long ~valueOf(String,int)Long compareTo(Long)int
  ~BYTES:int ~MAX_VALUE:long ~MIN_VALUE:long ~SIZE:int
class java.lang.Math
  ~IEEEremainder(double,double)double ~abs(double)double ~acos(double)double ~asin(double)double
  ~atan(double)double ~atan2(double,double)double ~cbrt(double)double ~ceil(double)double
  ~copySign(double,double)double ~cos(double)double ~cosh(double)double ~exp(double)double
  ~expm1(double)double ~floor(double)double ~hypot(double,double)double ~log(double)double
  ~log10(double)double ~log1p(double)double ~max(double,double)double ~min(double,double)double
  ~nextAfter(double,double)double ~nextDown(double)double ~nextUp(double)double
  ~pow(double,double)double ~random()double ~rint(double)double ~round(double)long
  ~scalb(double,int)double ~signum(double)double ~sin(double)double ~sinh(double)double
  ~sqrt(double)double ~tan(double)double ~tanh(double)double ~toDegrees(double)double
  ~toRadians(double)double ~ulp(double)double ~E:double ~PI:double
class java.lang.NegativeArraySizeException < RuntimeException
  new() new(String)
class java.lang.NoSuchFieldException < ReflectiveOperationException
  new() new(String)
class java.lang.NoSuchMethodException < ReflectiveOperationException
  new() new(String)
class java.lang.NullPointerException < RuntimeException
  new() new(String)
class java.lang.Number
  byteValue()byte doubleValue()double floatValue()float intValue()int longValue()long shortValue()short
class java.lang.NumberFormatException < IllegalArgumentException
  new() new(String)
class java.lang.Object
  equals(Object)boolean hashCode()int toString()String
class java.lang.ReflectiveOperationException < Exception
  new() new(String)
class java.lang.RuntimeException < Exception
  new() new(String)
class java.lang.SecurityException < RuntimeException
  new() new(String)
class java.lang.Short < Number Comparable
  ~compare(short,short)int ~decode(String)Short ~hashCode(short)int ~parseShort(String)short
  ~parseShort(String,int)short ~reverseBytes(short)short ~toString(short)String ~toUnsignedInt(short)int
  ~toUnsignedLong(short)long ~valueOf(short)Short ~valueOf(String,int)Short compareTo(Short)int
  ~BYTES:int ~MAX_VALUE:short ~MIN_VALUE:short ~SIZE:int
class java.lang.String < Comparable CharSequence
  new() ~copyValueOf(char[])String ~copyValueOf(char[],int,int)String ~format(String,def[])String
  ~format(Locale,String,def[])String ~join(CharSequence,Iterable)String ~valueOf(def)String
  codePointAt(int)int codePointBefore(int)int codePointCount(int,int)int compareTo(String)int
  compareToIgnoreCase(String)int concat(String)String contains(CharSequence)boolean
  contentEquals(CharSequence)boolean decodeBase64()String encodeBase64()String endsWith(String)boolean
  equalsIgnoreCase(String)boolean getChars(int,int,char[],int)void indexOf(String)int
  indexOf(String,int)int isEmpty()boolean lastIndexOf(String)int lastIndexOf(String,int)int
  offsetByCodePoints(int,int)int regionMatches(int,String,int,int)boolean
  regionMatches(boolean,int,String,int,int)boolean replace(CharSequence,CharSequence)String
  splitOnToken(String)String[] splitOnToken(String,int)String[] startsWith(String)boolean
  startsWith(String,int)boolean substring(int)String substring(int,int)String toCharArray()char[]
  toLowerCase()String toLowerCase(Locale)String toUpperCase()String toUpperCase(Locale)String
  trim()String
class java.lang.StringBuffer < Comparable CharSequence
  new() new(CharSequence) append(def)StringBuffer append(CharSequence,int,int)StringBuffer
  appendCodePoint(int)StringBuffer capacity()int codePointAt(int)int codePointBefore(int)int
  codePointCount(int,int)int delete(int,int)StringBuffer deleteCharAt(int)StringBuffer
  getChars(int,int,char[],int)void indexOf(String)int indexOf(String,int)int insert(int,def)StringBuffer
  lastIndexOf(String)int lastIndexOf(String,int)int offsetByCodePoints(int,int)int
  replace(int,int,String)StringBuffer reverse()StringBuffer setCharAt(int,char)void setLength(int)void
  substring(int)String substring(int,int)String
class java.lang.StringBuilder < Comparable CharSequence
  new() new(CharSequence) append(def)StringBuilder append(CharSequence,int,int)StringBuilder
  appendCodePoint(int)StringBuilder capacity()int codePointAt(int)int codePointBefore(int)int
  codePointCount(int,int)int delete(int,int)StringBuilder deleteCharAt(int)StringBuilder
  getChars(int,int,char[],int)void indexOf(String)int indexOf(String,int)int
  insert(int,def)StringBuilder lastIndexOf(String)int lastIndexOf(String,int)int
  offsetByCodePoints(int,int)int replace(int,int,String)StringBuilder reverse()StringBuilder
  setCharAt(int,char)void setLength(int)void substring(int)String substring(int,int)String
class java.lang.StringIndexOutOfBoundsException < IndexOutOfBoundsException
  new() new(String)
class java.lang.System
  ~arraycopy(Object,int,Object,int,int)void ~currentTimeMillis()long ~nanoTime()long
class java.lang.TypeNotPresentException < RuntimeException
  typeName()String
class java.lang.UnsupportedOperationException < RuntimeException
  new() new(String)
class java.lang.Void
class java.math.BigDecimal < Number Comparable
  new(String) new(String,MathContext) ~valueOf(double)BigDecimal abs()BigDecimal
  abs(MathContext)BigDecimal add(BigDecimal)BigDecimal add(BigDecimal,MathContext)BigDecimal
  byteValueExact()byte compareTo(BigDecimal)int divide(BigDecimal)BigDecimal
  divide(BigDecimal,MathContext)BigDecimal divideAndRemainder(BigDecimal)BigDecimal[]
  divideAndRemainder(BigDecimal,MathContext)BigDecimal[] divideToIntegralValue(BigDecimal)BigDecimal
  divideToIntegralValue(BigDecimal,MathContext)BigDecimal intValueExact()int longValueExact()long
  max(BigDecimal)BigDecimal min(BigDecimal)BigDecimal movePointLeft(int)BigDecimal
  movePointRight(int)BigDecimal multiply(BigDecimal)BigDecimal
  multiply(BigDecimal,MathContext)BigDecimal negate()BigDecimal negate(MathContext)BigDecimal
  plus()BigDecimal plus(MathContext)BigDecimal pow(int)BigDecimal pow(int,MathContext)BigDecimal
  precision()int remainder(BigDecimal)BigDecimal remainder(BigDecimal,MathContext)BigDecimal
  round(MathContext)BigDecimal scale()int scaleByPowerOfTen(int)BigDecimal setScale(int)BigDecimal
  setScale(int,RoundingMode)BigDecimal shortValueExact()short signum()int stripTrailingZeros()BigDecimal
  subtract(BigDecimal)BigDecimal subtract(BigDecimal,MathContext)BigDecimal toBigInteger()BigInteger
  toBigIntegerExact()BigInteger toEngineeringString()String toPlainString()String ulp()BigDecimal
  ~ONE:BigDecimal ~TEN:BigDecimal ~ZERO:BigDecimal
class java.math.BigInteger < Number Comparable
  new(String) new(String,int) ~valueOf(long)BigInteger abs()BigInteger add(BigInteger)BigInteger
  and(BigInteger)BigInteger andNot(BigInteger)BigInteger bitCount()int bitLength()int
  byteValueExact()byte clearBit(int)BigInteger compareTo(BigInteger)int divide(BigInteger)BigInteger
  divideAndRemainder(BigInteger)BigInteger[] flipBit(int)BigInteger gcd(BigInteger)BigInteger
  getLowestSetBit()int intValueExact()int longValueExact()long max(BigInteger)BigInteger
  min(BigInteger)BigInteger mod(BigInteger)BigInteger modInverse(BigInteger)BigInteger
  modPow(BigInteger,BigInteger)BigInteger multiply(BigInteger)BigInteger negate()BigInteger
  not()BigInteger or(BigInteger)BigInteger pow(int)BigInteger remainder(BigInteger)BigInteger
  setBit(int)BigInteger shiftLeft(int)BigInteger shiftRight(int)BigInteger shortValueExact()short
  signum()int subtract(BigInteger)BigInteger testBit(int)boolean toByteArray()byte[] toString(int)String
  xor(BigInteger)BigInteger ~ONE:BigInteger ~TEN:BigInteger ~ZERO:BigInteger
class java.math.MathContext
  new(int) new(int,RoundingMode) getPrecision()int getRoundingMode()RoundingMode ~DECIMAL128:MathContext
  ~DECIMAL32:MathContext ~DECIMAL64:MathContext ~UNLIMITED:MathContext
class java.math.RoundingMode < Enum
  ~valueOf(String)RoundingMode ~values()RoundingMode[] ~CEILING:RoundingMode ~DOWN:RoundingMode
  ~FLOOR:RoundingMode ~HALF_DOWN:RoundingMode ~HALF_EVEN:RoundingMode ~HALF_UP:RoundingMode
  ~UNNECESSARY:RoundingMode ~UP:RoundingMode
class java.text.DateFormat < Format
  ~getAvailableLocales()Locale[] ~getDateInstance()DateFormat ~getDateInstance(int)DateFormat
  ~getDateInstance(int,Locale)DateFormat ~getDateTimeInstance()DateFormat
  ~getDateTimeInstance(int,int)DateFormat ~getDateTimeInstance(int,int,Locale)DateFormat
  ~getInstance()DateFormat ~getTimeInstance()DateFormat ~getTimeInstance(int)DateFormat
  ~getTimeInstance(int,Locale)DateFormat getCalendar()Calendar getNumberFormat()NumberFormat
  getTimeZone()TimeZone isLenient()boolean parse(String)Date parse(String,ParsePosition)Date
  setCalendar(Calendar)void setLenient(boolean)void setNumberFormat(NumberFormat)void
  setTimeZone(TimeZone)void ~AM_PM_FIELD:int ~DATE_FIELD:int ~DAY_OF_WEEK_FIELD:int
  ~DAY_OF_WEEK_IN_MONTH_FIELD:int ~DAY_OF_YEAR_FIELD:int ~DEFAULT:int ~ERA_FIELD:int ~FULL:int
  ~HOUR0_FIELD:int ~HOUR1_FIELD:int ~HOUR_OF_DAY0_FIELD:int ~HOUR_OF_DAY1_FIELD:int ~LONG:int
  ~MEDIUM:int ~MILLISECOND_FIELD:int ~MINUTE_FIELD:int ~MONTH_FIELD:int ~SECOND_FIELD:int ~SHORT:int
  ~TIMEZONE_FIELD:int ~WEEK_OF_MONTH_FIELD:int ~WEEK_OF_YEAR_FIELD:int ~YEAR_FIELD:int
class java.text.DecimalFormat < NumberFormat
  new() new(String) new(String,DecimalFormatSymbols) applyLocalizedPattern(String)void
  applyPattern(String)void getDecimalFormatSymbols()DecimalFormatSymbols getGroupingSize()int
  getMultiplier()int getNegativePrefix()String getNegativeSuffix()String getPositivePrefix()String
  getPositiveSuffix()String isDecimalSeparatorAlwaysShown()boolean isParseBigDecimal()boolean
  setDecimalFormatSymbols(DecimalFormatSymbols)void setDecimalSeparatorAlwaysShown(boolean)void
  setGroupingSize(int)void setMultiplier(int)void setNegativePrefix(String)void
  setNegativeSuffix(String)void setParseBigDecimal(boolean)void setPositivePrefix(String)void
  setPositiveSuffix(String)void toLocalizedPattern()String toPattern()String
class java.text.DecimalFormatSymbols
  new() new(Locale) ~getAvailableLocales()Locale[] ~getInstance()DecimalFormatSymbols
  ~getInstance(Locale)DecimalFormatSymbols clone()def getCurrency()Currency getCurrencySymbol()String
  getDecimalSeparator()char getDigit()char getExponentSeparator()String getGroupingSeparator()char
  getInfinity()String getInternationalCurrencySymbol()String getMinusSign()char
  getMonetaryDecimalSeparator()char getNaN()String getPatternSeparator()char getPerMill()char
  getPercent()char getZeroDigit()char setCurrency(Currency)void setCurrencySymbol(String)void
  setDecimalSeparator(char)void setDigit(char)void setExponentSeparator(String)void
  setGroupingSeparator(char)void setInfinity(String)void setInternationalCurrencySymbol(String)void
  setMinusSign(char)void setMonetaryDecimalSeparator(char)void setNaN(String)void
  setPatternSeparator(char)void setPerMill(char)void setPercent(char)void setZeroDigit(char)void
class java.text.Format
  clone()def format(Object)String format(Object,StringBuffer,FieldPosition)StringBuffer
  formatToCharacterIterator(Object)AttributedCharacterIterator parseObject(String)Object
  parseObject(String,ParsePosition)Object
class java.text.Normalizer
  ~isNormalized(CharSequence,Normalizer.Form)boolean ~normalize(CharSequence,Normalizer.Form)String
class java.text.Normalizer.Form < Enum
  ~valueOf(String)Normalizer.Form ~values()Normalizer.Form[] ~NFC:Normalizer.Form ~NFD:Normalizer.Form
  ~NFKC:Normalizer.Form ~NFKD:Normalizer.Form
class java.text.NumberFormat < Format
  ~getAvailableLocales()Locale[] ~getCurrencyInstance()NumberFormat
  ~getCurrencyInstance(Locale)NumberFormat ~getInstance()NumberFormat ~getInstance(Locale)NumberFormat
  ~getIntegerInstance()NumberFormat ~getIntegerInstance(Locale)NumberFormat
  ~getNumberInstance()NumberFormat ~getNumberInstance(Locale)NumberFormat
  ~getPercentInstance()NumberFormat ~getPercentInstance(Locale)NumberFormat getCurrency()Currency
  getMaximumFractionDigits()int getMaximumIntegerDigits()int getMinimumFractionDigits()int
  getMinimumIntegerDigits()int getRoundingMode()RoundingMode isGroupingUsed()boolean
  isParseIntegerOnly()boolean parse(String)Number parse(String,ParsePosition)Number
  setCurrency(Currency)void setGroupingUsed(boolean)void setMaximumFractionDigits(int)void
  setMaximumIntegerDigits(int)void setMinimumFractionDigits(int)void setMinimumIntegerDigits(int)void
  setParseIntegerOnly(boolean)void setRoundingMode(RoundingMode)void ~FRACTION_FIELD:int
  ~INTEGER_FIELD:int
class java.text.ParseException < Exception
  new(String,int) getErrorOffset()int
class java.text.SimpleDateFormat < DateFormat
  new() new(String) new(String,Locale) applyLocalizedPattern(String)void applyPattern(String)void
  get2DigitYearStart()Date getDateFormatSymbols()DateFormatSymbols set2DigitYearStart(Date)void
  setDateFormatSymbols(DateFormatSymbols)void toLocalizedPattern()String toPattern()String
class org.opensearch.common.geo.GeoPoint
  getLat()double getLon()double
class org.opensearch.index.fielddata.ScriptDocValues.Booleans < List
  getLength()int getValue()boolean
class org.opensearch.index.fielddata.ScriptDocValues.BytesRefs < List
  getLength()int getValue()BytesRef
class org.opensearch.index.fielddata.ScriptDocValues.Dates < List
  getLength()int getValue()JodaCompatibleZonedDateTime
class org.opensearch.index.fielddata.ScriptDocValues.Doubles < List
  getLength()int getValue()double
class org.opensearch.index.fielddata.ScriptDocValues.GeoPoints < List
  arcDistance(double,double)double arcDistanceWithDefault(double,double,double)double
  geohashDistance(String)double geohashDistanceWithDefault(String,double)double getLat()double
  getLats()double[] getLength()int getLon()double getLons()double[] getValue()GeoPoint
  planeDistance(double,double)double planeDistanceWithDefault(double,double,double)double
class org.opensearch.index.fielddata.ScriptDocValues.Longs < List
  getLength()int getValue()long
class org.opensearch.index.fielddata.ScriptDocValues.Strings < List
  getLength()int getValue()String
class org.opensearch.index.mapper.IpFieldMapper.IpFieldType.IpScriptDocValues < List
  getLength()int getValue()String
class org.opensearch.painless.api.Debug
  ~explain(Object)void
class org.opensearch.script.JodaCompatibleZonedDateTime < Comparable ChronoZonedDateTime Temporal TemporalAccessor
  getCenturyOfEra()int getDayOfMonth()int getDayOfWeek()int getDayOfWeekEnum()DayOfWeek
  getDayOfYear()int getEra()int getHour()int getHourOfDay()int getMillis()long getMillisOfDay()int
  getMillisOfSecond()int getMinute()int getMinuteOfDay()int getMinuteOfHour()int getMonth()Month
  getMonthOfYear()int getMonthValue()int getNano()int getSecond()int getSecondOfDay()int
  getSecondOfMinute()int getWeekOfWeekyear()int getWeekyear()int getYear()int getYearOfCentury()int
  getYearOfEra()int minus(TemporalAmount)ZonedDateTime minus(long,TemporalUnit)ZonedDateTime
  minusDays(long)ZonedDateTime minusHours(long)ZonedDateTime minusMinutes(long)ZonedDateTime
  minusMonths(long)ZonedDateTime minusNanos(long)ZonedDateTime minusSeconds(long)ZonedDateTime
  minusWeeks(long)ZonedDateTime minusYears(long)ZonedDateTime plus(TemporalAmount)ZonedDateTime
  plus(long,TemporalUnit)ZonedDateTime plusDays(long)ZonedDateTime plusHours(long)ZonedDateTime
  plusMinutes(long)ZonedDateTime plusMonths(long)ZonedDateTime plusNanos(long)ZonedDateTime
  plusSeconds(long)ZonedDateTime plusWeeks(long)ZonedDateTime plusYears(long)ZonedDateTime
  toLocalDate()LocalDate toLocalDateTime()LocalDateTime toOffsetDateTime()OffsetDateTime
  toString(String)String toString(String,Locale)String truncatedTo(TemporalUnit)ZonedDateTime
  with(TemporalAdjuster)ZonedDateTime with(TemporalField,long)ZonedDateTime
  withDayOfMonth(int)ZonedDateTime withDayOfYear(int)ZonedDateTime
  withEarlierOffsetAtOverlap()ZonedDateTime withFixedOffsetZone()ZonedDateTime
  withHour(int)ZonedDateTime withLaterOffsetAtOverlap()ZonedDateTime withMinute(int)ZonedDateTime
  withMonth(int)ZonedDateTime withNano(int)ZonedDateTime withSecond(int)ZonedDateTime
  withYear(int)ZonedDateTime withZoneSameInstant(ZoneId)ZonedDateTime
  withZoneSameLocal(ZoneId)ZonedDateTime
class org.opensearch.script.ScoreScript.ExplanationHolder
  set(String)void
class org.opensearch.search.aggregations.pipeline.MovingFunctions
  ~ewma(double[],double)double ~holt(double[],double,double)double
  ~holtWinters(double[],double,double,double,int,boolean)double ~linearWeightedAvg(double[])double
  ~max(double[])double ~min(double[])double ~stdDev(double[],double)double ~sum(double[])double
  ~unweightedAvg(double[])double
`;
