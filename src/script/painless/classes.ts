import { limits } from '../../common/index.ts';
import { collections, collectors, comparators, optionals } from './collectors.ts';
import { epochMilli, ISO_FORMATTER, parseTemporal } from './dateMembers.ts';
import { DateFormatter, instantOf, localTime, TemporalValue, zoneId } from './dates.ts';
import { PainlessFailure } from './errors.ts';
import { exceptionNames, ThrownException } from './exceptions.ts';
import { SortedMap, ValueSet } from './mapViews.ts';
import { movingFunctions } from './movingFunctions.ts';
import type { StaticClass } from './staticClass.ts';
import { distinct } from './streams.ts';
import { decodeBase64, encodeBase64, formatText, stringBuilders } from './textClasses.ts';
import { durations, localDates, zonedDates } from './timeClasses.ts';
import { asInteger, asNumber, asText, compare, Double, equal, isWhole, long, type Value } from './values.ts';

const real =
  (f: (x: number) => number) =>
  ([x]: readonly Value[]): Value =>
    new Double(f(asNumber(x)));
const real2 =
  (f: (x: number, y: number) => number) =>
  ([x, y]: readonly Value[]): Value =>
    new Double(f(asNumber(x), asNumber(y)));

function pick(args: readonly Value[], first: boolean): Value {
  const [a, b] = args;
  const chosen = compare(a, b) < 0 === first ? a : b;
  return a instanceof Double || b instanceof Double ? new Double(asNumber(chosen)) : chosen;
}

function abs([x]: readonly Value[]): Value {
  if (x instanceof Double) return new Double(Math.abs(x.value));
  return typeof x === 'bigint' ? long(x < 0n ? -x : x) : Math.abs(asNumber(x));
}

/** Java's Math.round: half up, to a long. */
function round([x]: readonly Value[]): Value {
  return isWhole(x) ? x : Math.floor(asNumber(x) + 0.5) + 0;
}

function rint(x: number): number {
  const floor = Math.floor(x);
  const half = x - floor === 0.5;
  return half ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(x);
}

const math: StaticClass = {
  constants: { PI: new Double(Math.PI), E: new Double(Math.E) },
  methods: {
    abs,
    round,
    max: (args) => pick(args, false),
    min: (args) => pick(args, true),
    rint: real(rint),
    ceil: real(Math.ceil),
    floor: real(Math.floor),
    sqrt: real(Math.sqrt),
    cbrt: real(Math.cbrt),
    exp: real(Math.exp),
    expm1: real(Math.expm1),
    log: real(Math.log),
    log10: real(Math.log10),
    log1p: real(Math.log1p),
    signum: real(Math.sign),
    sin: real(Math.sin),
    cos: real(Math.cos),
    tan: real(Math.tan),
    asin: real(Math.asin),
    acos: real(Math.acos),
    atan: real(Math.atan),
    sinh: real(Math.sinh),
    cosh: real(Math.cosh),
    tanh: real(Math.tanh),
    toDegrees: real((x) => (x * 180) / Math.PI),
    toRadians: real((x) => (x / 180) * Math.PI),
    atan2: real2(Math.atan2),
    hypot: real2(Math.hypot),
    pow: real2((x, y) => x ** y),
    toIntExact: ([x]) => asInteger(x),
    floorDiv: ([x, y]) => Math.floor(asInteger(x) / asInteger(y)),
    floorMod: ([x, y]) => ((asInteger(x) % asInteger(y)) + asInteger(y)) % asInteger(y),
    random: (_args, { random }) => new Double(random()),
  },
};

function parseWhole([text]: readonly Value[]): Value {
  const digits = asText(text).trim();
  if (!/^[+-]?\d+$/.test(digits))
    throw new PainlessFailure('number_format_exception', `For input string: "${digits}"`);
  return long(BigInt(digits));
}

function parseDouble([text]: readonly Value[]): Value {
  const digits = asText(text).trim();
  const value = Number(digits);
  if (digits === '' || (Number.isNaN(value) && digits !== 'NaN')) {
    throw new PainlessFailure(
      'number_format_exception',
      digits === '' ? 'empty String' : `For input string: "${digits}"`,
    );
  }
  return new Double(value);
}

const whole = (max: Value, min: Value): StaticClass => ({
  constants: { MAX_VALUE: max, MIN_VALUE: min },
  methods: {
    parseInt: parseWhole,
    parseLong: parseWhole,
    valueOf: parseWhole,
    toString: ([value, radix = 10]: readonly Value[]) =>
      asInteger(radix) === 10 ? asText(value) : asInteger(value).toString(asInteger(radix)),
    toHexString: ([value]) => asInteger(value).toString(16),
    toBinaryString: ([value]) => asInteger(value).toString(2),
    compare: ([a, b]) => Math.sign(compare(a, b)),
    sum: ([a, b]) => long(BigInt(asInteger(a)) + BigInt(asInteger(b))),
    max: (args) => pick(args, false),
    min: (args) => pick(args, true),
  },
});

const fields = (names: string, className: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, new TemporalValue(className, name, null)]));

const CHRONO_FIELDS =
  'YEAR MONTH_OF_YEAR DAY_OF_MONTH DAY_OF_YEAR DAY_OF_WEEK HOUR_OF_DAY MINUTE_OF_HOUR MINUTE_OF_DAY SECOND_OF_MINUTE SECOND_OF_DAY MILLI_OF_SECOND';

const formatter: StaticClass = {
  constants: { ISO_DATE_TIME: ISO_FORMATTER, ISO_INSTANT: ISO_FORMATTER, ISO_ZONED_DATE_TIME: ISO_FORMATTER },
  methods: { ofPattern: ([pattern]) => new DateFormatter(asText(pattern)) },
  create: ([pattern]) => new DateFormatter(asText(pattern)),
};

function setOf(items: Value | undefined): Value {
  return ValueSet.ofItems(Array.isArray(items) ? distinct(items) : []);
}

function numbersFrom(from: number, to: number): Value[] {
  if (to - from > limits.scriptSteps.value) {
    throw new PainlessFailure('out_of_memory_error', 'Java heap space');
  }
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

/** Scripts name classes without their packages. */
export const staticClasses: Readonly<Record<string, StaticClass>> = {
  Math: math,
  MovingFunctions: movingFunctions,
  Integer: whole(2147483647, -2147483648),
  Long: whole(9223372036854775807n, -9223372036854775808n),
  Double: {
    constants: {
      MAX_VALUE: new Double(Number.MAX_VALUE),
      NaN: new Double(Number.NaN),
      POSITIVE_INFINITY: new Double(Number.POSITIVE_INFINITY),
    },
    methods: {
      parseDouble,
      valueOf: parseDouble,
      isNaN: ([x]) => Number.isNaN(asNumber(x)),
      toString: ([x]: readonly Value[]) => asText(x),
      compare: ([a, b]) => Math.sign(compare(a, b)),
    },
  },
  Float: { methods: { parseFloat: parseDouble, valueOf: parseDouble } },
  Boolean: { methods: { parseBoolean: ([text]) => asText(text).toLowerCase() === 'true' } },
  String: {
    methods: {
      valueOf: ([value]: readonly Value[]) => asText(value),
      copyValueOf: ([letters]) => (letters as Value[]).map(asText).join(''),
      format: ([pattern, ...args]) =>
        formatText(asText(pattern), args.length === 1 && Array.isArray(args[0]) ? args[0] : args),
      join: ([separator, items]) => (items as Value[]).map(asText).join(asText(separator)),
    },
  },
  Character: {
    methods: { isWhitespace: ([c]) => /^\s/.test(asText(c)), isDigit: ([c]) => /^\d/.test(asText(c)) },
  },
  Objects: {
    methods: {
      equals: ([a, b]) => equal(a, b),
      isNull: ([value]) => value === null,
      nonNull: ([value]) => value !== null,
      toString: ([value]: readonly Value[]) => asText(value),
    },
  },
  Arrays: { methods: { asList: (args) => (Array.isArray(args[0]) ? args[0] : [...args]) } },
  Locale: { constants: { ROOT: 'root', ENGLISH: 'en' }, methods: { forLanguageTag: ([tag]) => tag } },
  ArrayList: { create: ([items]) => (Array.isArray(items) ? [...items] : []) },
  HashMap: { create: ([items]) => new Map(items instanceof Map ? items : []) },
  LinkedHashMap: { create: ([items]) => new Map(items instanceof Map ? items : []) },
  TreeMap: { create: ([items]) => new SortedMap(items instanceof Map ? items : []) },
  HashSet: { create: ([items]) => setOf(items) },
  LinkedHashSet: { create: ([items]) => setOf(items) },
  TreeSet: { create: ([items]) => setOf(Array.isArray(items) ? [...items].sort(compare) : items) },
  LinkedList: { create: ([items]) => (Array.isArray(items) ? [...items] : []) },
  ArrayDeque: { create: ([items]) => (Array.isArray(items) ? [...items] : []) },
  Collections: collections,
  Collectors: collectors,
  Comparator: comparators,
  Optional: optionals,
  StringBuilder: stringBuilders,
  StringBuffer: stringBuilders,
  Base64: {
    methods: {
      getEncoder: () =>
        new Map<string, Value>([['encodeToString', (text: Value) => encodeBase64(asText(text))]]),
      getDecoder: () => new Map<string, Value>([['decode', (text: Value) => decodeBase64(asText(text))]]),
    },
  },
  IntStream: { methods: { range: ([from, to]) => numbersFrom(asInteger(from), asInteger(to)) } },
  ...Object.fromEntries(
    exceptionNames.map((name): [string, StaticClass] => [
      name,
      { create: ([message]) => new ThrownException(name, message === undefined ? null : asText(message)) },
    ]),
  ),
  Random: {
    create: (_args, { random }) => new Map<string, Value>([['nextDouble', () => new Double(random())]]),
  },
  System: { methods: { currentTimeMillis: (_args, { now }) => now() } },
  Instant: {
    methods: {
      ofEpochMilli: ([ms]) => epochMilli(ms),
      now: (_args, { now }) => instantOf(now()),
      parse: ([text]) => instantOf(parseTemporal(text, undefined).time.toMillis()),
    },
  },
  ZoneId: { methods: { of: ([name]) => zoneId(asText(name)) } },
  ZoneOffset: { constants: { UTC: new TemporalValue('java.time.ZoneId', 'Z', null) } },
  ZonedDateTime: zonedDates,
  LocalDate: localDates,
  ...durations,
  LocalTime: {
    methods: { of: ([h, m, s]) => localTime(asInteger(h), asInteger(m), s === undefined ? 0 : asInteger(s)) },
  },
  DateTimeFormatter: formatter,
  SimpleDateFormat: formatter,
  ChronoField: { constants: fields(CHRONO_FIELDS, 'java.time.temporal.ChronoField') },
  WeekFields: { constants: fields('ISO', 'java.time.temporal.WeekFields') },
};
