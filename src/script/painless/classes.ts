import { calendarClasses } from './calendarClasses.ts';
import { collections, collectors, comparators, optionals } from './collectors.ts';
import { epochMilli, ISO_FORMATTER, parseTemporal } from './dateMembers.ts';
import { DateFormatter, instantOf, localTime, TemporalValue, zoneId } from './dates.ts';
import { PainlessFailure } from './errors.ts';
import { ThrownException } from './exceptions.ts';
import { hashCode } from './hashes.ts';
import { Instance } from './instance.ts';
import { HashedMap, LinkedMap, type MapEntry, NamedList, SortedMap, ValueSet } from './mapViews.ts';
import { math } from './math.ts';
import { movingFunctions } from './movingFunctions.ts';
import { numberClasses } from './numberClasses.ts';
import type { StaticClass } from './staticClass.ts';
import { streamClasses } from './streamClasses.ts';
import { lambda } from './streams.ts';
import { formatText, stringBuilders } from './textClasses.ts';
import { durations, localDates, zonedDates } from './timeClasses.ts';
import { whitelist } from './types.ts';
import { utilityClasses } from './utilityClasses.ts';
import { asInteger, asText, compare, javaEquals, type Value } from './values.ts';

/** Exceptions that scripts may create. */
const EXCEPTIONS = (
  'Exception RuntimeException IllegalArgumentException IllegalStateException ArithmeticException ClassCastException ' +
  'IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException NullPointerException ' +
  'NumberFormatException UnsupportedOperationException NegativeArraySizeException SecurityException ' +
  'ConcurrentModificationException NoSuchElementException ArrayStoreException DateTimeException InterruptedException ' +
  'ClassNotFoundException CloneNotSupportedException IllegalAccessException InstantiationException ' +
  'NoSuchFieldException NoSuchMethodException ReflectiveOperationException IllegalMonitorStateException ' +
  'IllegalThreadStateException'
).split(' ');

const fields = (names: string, className: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, new TemporalValue(className, name, null)]));

const CHRONO_FIELDS =
  'YEAR MONTH_OF_YEAR DAY_OF_MONTH DAY_OF_YEAR DAY_OF_WEEK HOUR_OF_DAY MINUTE_OF_HOUR MINUTE_OF_DAY SECOND_OF_MINUTE SECOND_OF_DAY MILLI_OF_SECOND';

const formatter: StaticClass = {
  constants: { ISO_DATE_TIME: ISO_FORMATTER, ISO_INSTANT: ISO_FORMATTER, ISO_ZONED_DATE_TIME: ISO_FORMATTER },
  methods: { ofPattern: ([pattern]) => new DateFormatter(asText(pattern)) },
  create: ([pattern]) => new DateFormatter(asText(pattern)),
};

const itemsOf = (given: Value | undefined): Value[] => (Array.isArray(given) ? given : []);
const entriesOf = (given: Value | undefined): Iterable<[string, Value]> =>
  given instanceof Map ? given : [];

function sortedMap(given: Value | undefined): Value {
  const map = new SortedMap();
  if (typeof given === 'function') map.comparator = given;
  for (const [key, value] of entriesOf(given)) map.set(key, value);
  return map;
}

function sortedSet(given: Value | undefined): Value {
  const set = ValueSet.ofItems([], 'java.util.TreeSet');
  if (typeof given === 'function') set.comparator = given;
  for (const item of itemsOf(given)) set.addItem(item);
  return set;
}

const byEntry =
  (member: 'getKey' | 'getValue', order: Value | undefined) =>
  (a: Value, b: Value): Value => {
    const [x, y] = [a, b].map((entry) =>
      member === 'getKey' ? (entry as MapEntry).key : (entry as MapEntry).value,
    );
    return order === undefined ? Math.sign(compare(x, y)) : lambda(order)(x, y);
  };

const exceptionClasses = EXCEPTIONS.map((name): [string, StaticClass] => {
  const className = whitelist.resolve(name) ?? name;
  return [
    name,
    { create: ([message]) => new ThrownException(className, message === undefined ? null : asText(message)) },
  ];
});

/** Accepted, but has no effect on results. */
function locale(tag: string): Instance {
  return new Instance('java.util.Locale', { toLanguageTag: () => tag }, () => tag.replace('-', '_'));
}

/** Static members by class; scripts name classes without their packages. */
export const staticClasses: Readonly<Record<string, StaticClass>> = {
  Math: math,
  MovingFunctions: movingFunctions,
  ...numberClasses,
  String: {
    methods: {
      valueOf: ([value]: readonly Value[]) => asText(value),
      copyValueOf: ([letters]) => (letters as Value[]).map(asText).join(''),
      format: ([pattern, ...args]) =>
        formatText(asText(pattern), args.length === 1 && Array.isArray(args[0]) ? args[0] : args),
      join: ([separator, items]) => (items as Value[]).map(asText).join(asText(separator)),
    },
  },
  Objects: {
    methods: {
      equals: ([a, b]) => javaEquals(a, b),
      deepEquals: ([a, b]) => javaEquals(a, b),
      hashCode: ([value]) => hashCode(value),
      hash: ([items]) => hashCode([...itemsOf(items)]),
      compare: ([a, b, order]) => lambda(order)(a, b),
      requireNonNull: ([value, message]) => {
        if (value !== null) return value;
        throw new PainlessFailure('null_pointer_exception', message === undefined ? 'null' : asText(message));
      },
      isNull: ([value]) => value === null,
      nonNull: ([value]) => value !== null,
      toString: ([value, otherwise]: readonly Value[]) =>
        value === null && otherwise !== undefined ? otherwise : asText(value),
    },
  },
  Arrays: {
    methods: {
      asList: ([items]) => [...itemsOf(items)],
      equals: ([a, b]) => javaEquals([...itemsOf(a)], [...itemsOf(b)]),
      hashCode: ([items]) => hashCode([...itemsOf(items)]),
      toString: ([items]: readonly Value[]) =>
        items === null ? 'null' : `[${itemsOf(items).map(asText).join(', ')}]`,
      deepEquals: ([a, b]) => javaEquals([...itemsOf(a)], [...itemsOf(b)]),
      deepToString: ([items]) => asText(items),
      deepHashCode: ([items]) => hashCode([...itemsOf(items)]),
    },
  },
  Locale: {
    constants: { ROOT: locale(''), ENGLISH: locale('en'), US: locale('en-US'), UK: locale('en-GB') },
    methods: { forLanguageTag: ([tag]) => locale(asText(tag)) },
    create: ([language, country]) =>
      locale(country === undefined ? asText(language) : `${asText(language)}-${asText(country)}`),
  },
  ArrayList: { create: ([items]) => [...itemsOf(items)] },
  HashMap: { create: ([given]) => HashedMap.ofEntries(entriesOf(given)) },
  LinkedHashMap: { create: ([given]) => new LinkedMap(entriesOf(given)) },
  TreeMap: { create: ([given]) => sortedMap(given) },
  HashSet: { create: ([items]) => ValueSet.ofItems(itemsOf(items)) },
  LinkedHashSet: { create: ([items]) => ValueSet.ofItems(itemsOf(items), 'java.util.LinkedHashSet') },
  TreeSet: { create: ([items]) => sortedSet(items) },
  LinkedList: { create: ([items]) => NamedList.named('java.util.LinkedList', itemsOf(items)) },
  ArrayDeque: { create: ([items]) => NamedList.named('java.util.ArrayDeque', itemsOf(items)) },
  Collections: collections,
  Collectors: collectors,
  Comparator: comparators,
  'Map.Entry': {
    methods: {
      comparingByKey: ([order]) => byEntry('getKey', order),
      comparingByValue: ([order]) => byEntry('getValue', order),
    },
  },
  Function: { methods: { identity: () => (value: Value) => value } },
  UnaryOperator: { methods: { identity: () => (value: Value) => value } },
  Optional: optionals,
  StringBuilder: stringBuilders,
  StringBuffer: stringBuilders,
  ...streamClasses,
  ...Object.fromEntries(exceptionClasses),
  ...utilityClasses,
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
  ...calendarClasses,
  LocalTime: {
    methods: { of: ([h, m, s]) => localTime(asInteger(h), asInteger(m), s === undefined ? 0 : asInteger(s)) },
  },
  DateTimeFormatter: formatter,
  SimpleDateFormat: formatter,
  ChronoField: { constants: fields(CHRONO_FIELDS, 'java.time.temporal.ChronoField') },
  WeekFields: { constants: fields('ISO', 'java.time.temporal.WeekFields') },
};
