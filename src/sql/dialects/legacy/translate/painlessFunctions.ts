/** A scalar function of the legacy engine as Painless; `beyond` ones it does not know. */
export interface PainlessFunction {
  readonly names: readonly string[];
  /** The variable's name before `_n`. */
  readonly variable: string;
  readonly type: 'number' | 'string';
  /** The value's source from the sources of the arguments, behind the name of `local` where there is one. */
  readonly source: (...args: string[]) => string;
  /** A variable of its own that the value needs first. */
  readonly local?: { readonly name: string; readonly declare: (local: string, ...args: string[]) => string };
  readonly beyond?: boolean;
  /** Answers for a missing value itself. */
  readonly readsMissing?: boolean;
}

const math = (name: string, method = name, variable = name): PainlessFunction => ({
  names: [name],
  variable,
  type: 'number',
  source: (x) => `Math.${method}(${x})`,
});

const part = (names: readonly string[], variable: string, property = variable): PainlessFunction => ({
  names,
  variable,
  type: 'number',
  source: (x) => `${x}.${property}`,
});

const text = (names: readonly string[], source: PainlessFunction['source']): PainlessFunction => ({
  names,
  variable: names[0],
  type: 'string',
  source,
});

const MATH: readonly PainlessFunction[] = [
  ...['abs', 'floor', 'cbrt', 'rint', 'exp', 'expm1', 'sqrt', 'round', 'log10'].map((name) => math(name)),
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh'].map((name) => math(name)),
  { ...math('ceil'), names: ['ceil', 'ceiling'] },
  { ...math('sign', 'signum', 'signum'), names: ['sign', 'signum'] },
  math('degrees', 'toDegrees'),
  math('radians', 'toRadians'),
  { names: ['cot'], variable: 'cot', type: 'number', source: (x) => `1 / Math.tan(${x})` },
  { names: ['ln'], variable: 'ln', type: 'number', source: (x) => `Math.log(${x})` },
  { names: ['log2'], variable: 'log', type: 'number', source: (x) => `Math.log(${x})/Math.log(2)` },
  { names: ['pow', 'power'], variable: 'pow', type: 'number', source: (x, y) => `Math.pow(${x}, ${y})` },
  { names: ['atan2'], variable: 'atan2', type: 'number', source: (x, y) => `Math.atan2(${x}, ${y})` },
  { names: ['e'], variable: 'E', type: 'number', source: () => 'Math.E' },
  { names: ['pi'], variable: 'PI', type: 'number', source: () => 'Math.PI' },
  {
    names: ['rand'],
    variable: 'rand',
    type: 'number',
    source: (seed = '') => `new Random(${seed}).nextDouble()`,
  },
  { names: ['add'], variable: 'add', type: 'number', source: (x, y) => `${x} + ${y}` },
  { names: ['subtract'], variable: 'subtract', type: 'number', source: (x, y) => `${x} - ${y}` },
  { names: ['multiply'], variable: 'multiply', type: 'number', source: (x, y) => `${x} * ${y}` },
  { names: ['divide'], variable: 'divide', type: 'number', source: (x, y) => `${x} / ${y}` },
  { names: ['modulus', 'mod'], variable: 'modulus', type: 'number', source: (x, y) => `${x} % ${y}` },
];

const EN = 'Locale.forLanguageTag("en")';

const STRINGS: readonly PainlessFunction[] = [
  text(['lower'], (x) => `${x}.toLowerCase(${EN})`),
  text(['upper'], (x) => `${x}.toUpperCase(${EN})`),
  text(['trim'], (x) => `${x}.trim()`),
  text(['replace'], (x, from, to) => `${x}.replace(${from},${to})`),
  { ...text(['length'], (x) => `${x}.length()`), type: 'number' },
  { ...text(['ascii'], (x) => `(int) ${x}.charAt(0)`), type: 'number' },
  { ...text(['locate'], (sub, x, from = '0') => `${x}.indexOf(${sub},${startOf(from)})+1`), type: 'number' },
  {
    ...text(['left'], (local, x) => `${x}.substring(0, ${local})`),
    local: { name: 'len', declare: (local, x, n) => `def ${local} = (int) Math.min(${n}, ${x}.length())` },
  },
  {
    ...text(['right'], (local, x) => `${x}.substring(${local})`),
    local: {
      name: 'start',
      declare: (local, x, n) => `def ${local} = (int) Math.max(0, ${x}.length()-${n})`,
    },
  },
  {
    ...text(['substring', 'substr'], (local, x, at) => `${x}.substring(${startOf(at)}, ${local})`),
    local: {
      name: 'end',
      declare: (local, x, at, length = `${x}.length()`) =>
        `def ${local} = (int) Math.min(${startOf(at)} + ${length}, ${x}.length())`,
    },
  },
  {
    ...text(['ltrim'], (local, x) => `${x}.substring(${local}, ${x}.length())`),
    local: {
      name: 'pos',
      declare: (at, x) =>
        `int ${at}=0;while(${at} < ${x}.length() && Character.isWhitespace(${x}.charAt(${at}))) {${at} ++;}`,
    },
  },
  {
    ...text(['rtrim'], (local, x) => `${x}.substring(0, ${local}+1)`),
    local: {
      name: 'pos',
      declare: (at, x) =>
        `int ${at}=${x}.length()-1;while(${at} >= 0 && Character.isWhitespace(${x}.charAt(${at}))) {${at} --;}`,
    },
  },
  text(['concat_ws'], (separator, ...parts) => parts.join(`+ ${separator} +`)),
  { ...text(['concat'], (...parts) => parts.join(' + ')), beyond: true },
];

/** SQL positions start at 1. */
function startOf(position: string): string {
  return /^\d+$/.test(position) ? String(Math.max(0, Number(position) - 1)) : `${position} - 1`;
}

const DATES: readonly PainlessFunction[] = [
  part(['year'], 'year'),
  part(['month', 'month_of_year'], 'monthValue'),
  { ...part(['monthname'], 'month'), type: 'string' },
  part(['week_of_year'], 'weekOfWeekyear', 'get(WeekFields.ISO.weekOfWeekBasedYear())'),
  part(['day_of_year', 'dayofyear'], 'dayOfYear'),
  part(['day_of_month', 'dayofmonth', 'day'], 'dayOfMonth'),
  part(['day_of_week', 'dayofweek'], 'dayOfWeek', 'getDayOfWeekEnum().getValue()'),
  part(['hour_of_day', 'hour'], 'hour'),
  part(['minute_of_day'], 'minuteOfDay', 'get(ChronoField.MINUTE_OF_DAY)'),
  part(['minute_of_hour', 'minute'], 'minute'),
  part(['second_of_minute', 'second'], 'second'),
  {
    names: ['quarter'],
    variable: 'quarter',
    type: 'number',
    source: (x) => `(${x}.monthValue + 2) / 3`,
    beyond: true,
  },
  text(['date'], (x) => `LocalDate.parse(${x}.toString(),DateTimeFormatter.ISO_DATE_TIME)`),
  text(
    ['timestamp'],
    (x) =>
      `DateTimeFormatter.ofPattern('yyyy-MM-dd HH:mm:ss').format(DateTimeFormatter.ISO_DATE_TIME.parse(${x}.toString()))`,
  ),
  text(
    ['date_format'],
    (x, pattern, zone = '"UTC"') =>
      `DateTimeFormatter.ofPattern(${pattern}).withZone(ZoneId.of(${zone}))` +
      `.format(Instant.ofEpochMilli(${x}.toInstant().toEpochMilli()))`,
  ),
  text(
    ['maketime'],
    (h, m, s) => `LocalTime.of(${h}, ${m}, ${s}).format(DateTimeFormatter.ofPattern('HH:mm:ss'))`,
  ),
  text(['now'], () => `new SimpleDateFormat('HH:mm:ss').format(System.currentTimeMillis())`),
  text(['curdate'], () => `new SimpleDateFormat('yyyy-MM-dd').format(System.currentTimeMillis())`),
];

const CONDITIONALS: readonly PainlessFunction[] = [
  { ...text(['ifnull'], (x, other) => `${sizeOf(x)}==0 ? ${other} : ${x}`), readsMissing: true },
  { ...text(['isnull'], (x) => `${sizeOf(x)}==0 ? 1 : 0`), type: 'number', readsMissing: true },
];

function sizeOf(value: string): string {
  return value.replace(/\.value$/, '.size()');
}

const FUNCTIONS: ReadonlyMap<string, PainlessFunction> = new Map(
  [...MATH, ...STRINGS, ...DATES, ...CONDITIONALS].flatMap((row) =>
    row.names.map((name) => [name, row] as const),
  ),
);

export function painlessFunction(name: string): PainlessFunction | undefined {
  return FUNCTIONS.get(name.toLowerCase());
}

/** Whether the original has a script for a function; calls of others vanish from its SELECT lists. */
export function isLegacyScript(name: string): boolean {
  const own = name.toLowerCase();
  const row = painlessFunction(own);
  return (row !== undefined && row.beyond !== true && !BEYOND_NAMES.has(own)) || ['log', 'if'].includes(own);
}

/** Names of functions that the original has under others only. */
const BEYOND_NAMES: ReadonlySet<string> = new Set([
  ...['ceiling', 'mod', 'substr', 'dayofyear', 'day', 'dayofweek', 'hour', 'minute', 'second'],
]);
