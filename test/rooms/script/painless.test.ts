import { describe, expect, it } from 'vitest';
import { type JsonValue, OpenSearchError, stringifyJson } from '../../../src/common/index.ts';
import { asText, compileScript, fromJson, toJson, type Value } from '../../../src/script/index.ts';
import { painlessAnswers } from './painlessAnswers.ts';

function run(source: string, params = {}): unknown {
  const script = compileScript({ source, params }, 'painless_test');
  return toJson(script.bind({ now: () => 0 })());
}

/** As `_scripts/painless/_execute` answers; of an error, its kind and its cause. */
function answer(source: string): string {
  try {
    return `OK ${asText(compileScript({ source }, 'painless_test').bind({ now: () => 0 })())}`;
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    return `${error.reason}: ${error.causedBy?.type}`;
  }
}

/** What an update script leaves of the document. */
function update(source: string, ctx: JsonValue): JsonValue {
  const map = fromJson(ctx) as Map<string, Value>;
  compileScript({ source }, 'update').bind({ ctx: map, now: () => 0 })();
  return toJson(map);
}

const values = `
1 + 2 * 3                                          | 7
7 / 2                                              | 3
-7 / 2                                             | -3
7 / 2.0                                            | 3.5
7 % 3                                              | 1
1L + 2                                             | 3
'a' + 1 + 2                                        | "a12"
'a' + 1.0                                          | "a1.0"
1 + 2 + 'a'                                        | "3a"
true && !false                                     | true
3 > 2 ? 'x' : 'y'                                  | "x"
(int) 3.9                                          | 3
(int) Math.min(0 + 3, 'hello'.length())            | 3
9007199254740993L + 1                              | 9007199254740994
def a = 1; a += 2; return a * 2;                   | 6
int i = 0; while (true) { i++; if (i > 4) break; } return i | 5
def s = 0; for (int i = 0; i < 4; i++) { s += i } return s  | 6
def s = 0; for (def x : [1, 2, 3]) { s += x } return s      | 6
if (1 > 2) { 'a' } else { 'b' }                    | "b"
def m = ['a': 1, 'b': [2, 3]]; return m.b[1] + m['a']       | 4
def l = new ArrayList(); l.add(3); l.add(1); l.sort((a, b) -> a - b); return l | [1,3]
params.n * 2                                       | 42
params['s'].toUpperCase(Locale.forLanguageTag("en")) | "TIDE"
params.s.substring(1, 3)                           | "id"
Math.round(2.5)                                    | 3
Math.max(1, 2.5)                                   | 2.5
Math.floor(7 / 2.0)                                | 3
def b = 3 == 3.0; return b                         | true
'abc' == 'abc'                                     | true
1 instanceof String                                | false
Double.parseDouble('1.5') + 1                      | 2.5
def x = (true instanceof boolean) ? (true ? 1 : 0) : 2; return x | 1
DateTimeFormatter.ofPattern('yyyy-MM-dd').withZone(ZoneId.of("UTC")).format(Instant.ofEpochMilli(86400000L)) | "1970-01-02"
LocalTime.of(13, 1, 1).format(DateTimeFormatter.ofPattern('HH:mm:ss')) | "13:01:01"
int pos=0;while(pos < params.s.length() && !Character.isWhitespace(params.s.charAt(pos))) {pos ++;} return pos; | 4
[1, 2, 3].stream().mapToInt(x -> x * 2).sum()      | 12
int add(int a, int b) { return a + b } return add(2, 3)      | 5
int f(int n) { return n < 2 ? 1 : n * f(n - 1) } return f(5) | 120
boolean even(int n) { n == 0 ? true : odd(n - 1) } boolean odd(int n) { n == 0 ? false : even(n - 1) } return even(4) | true
try { def x = null; x.foo() } catch (NullPointerException e) { return 'npe' } | "npe"
try { throw new IllegalArgumentException('boo') } catch (Exception e) { return e.getMessage() } | "boo"
try { def x = 0; 1 / x } catch (NullPointerException e) { 1 } catch (ArithmeticException e) { return e.message } | "/ by zero"
def m = /([a-z]+)(\\d+)/.matcher('abc123'); if (m.matches()) { return m.group(2) } | "123"
'abc' =~ /b/                                       | true
'abc' ==~ /b/                                      | false
'a1b2'.replaceAll(/[0-9]/, m -> '<' + m.group() + '>') | "a<1>b<2>"
6 / 2 / 3                                          | 1
['3', '4'].stream().map(Integer::parseInt).collect(Collectors.toList()) | [3,4]
['a', 'bb', 'c'].stream().collect(Collectors.groupingBy(s -> s.length(), Collectors.counting())) | {"1":2,"2":1}
[3, 1, 2].stream().sorted().skip(1).findFirst().get() | 2
[1, 2, 3].stream().mapToInt(x -> x).max().getAsInt() | 3
[1, 2, 3].stream().allMatch(x -> x > 0)            | true
[1, 2, 3].stream().reduce(0, (a, b) -> a + b)      | 6
def l = ['bb', 'a']; l.sort(Comparator.comparing(x -> x.length())); return l | ["a","bb"]
List l = [1, 2, 3]; l.replaceAll(x -> x + 1); return l.subList(1, 3) | [3,4]
Set s = new HashSet(); s.add(1); s.add(1); return s.size() | 1
def m = new TreeMap(); m.put('b', 1); m.put('a', 2); return m.firstKey() | "a"
Map m = ['a': 1]; m.computeIfAbsent('z', k -> 5); m.merge('a', 2, (x, y) -> x + y); return m | {"a":3,"z":5}
StringBuilder sb = new StringBuilder(); sb.append('a').append(1); return sb.toString() | "a1"
String.format('%s-%03d %.2f', new def[] {'a', 7, 1.239}) | "a-007 1.24"
'a,b,c'.splitOnToken(',', 2)                       | ["a","b,c"]
LocalDate.of(2024, 1, 31).plusMonths(1).toString() | "2024-02-29"
ChronoUnit.DAYS.between(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 2, 1)) | 31
ZonedDateTime.parse('2024-01-02T03:04:05Z').truncatedTo(ChronoUnit.DAYS).toString() | "2024-01-02T00:00Z"
Duration.ofHours(2).toMinutes()                    | 120
Instant.ofEpochMilli(0L).toString()                | "1970-01-01T00:00:00Z"
int n; return n                                    | 0
MovingFunctions.max(new double[] {1, 5, 2})                     | 5
MovingFunctions.unweightedAvg(new double[] {1, 2, 6}) + 1       | 4
MovingFunctions.linearWeightedAvg(new double[] {1, 2})          | 1.25
MovingFunctions.ewma(new double[] {1, 2, 3}, 0.5)               | 2.25
MovingFunctions.stdDev(new double[] {1, 3}, MovingFunctions.unweightedAvg(new double[] {1, 3})) | 1
MovingFunctions.holt(new double[] {1, 2, 3}, 0.5, 0.5)          | 2.375
MovingFunctions.holtWinters(new double[] {1, 2, 1, 2}, 0.5, 0, 0, 2, false) | 1.4583333333333335
(int) (char) 'a'                                   | 97
-8 >>> 28                                          | 15
`;

const errors = `
nope                    | compile error | cannot resolve symbol [nope]
def a = 1; def a = 2    | compile error | variable [a] is already defined
1 +                     | compile error | unexpected end of script.
foo(1)                  | compile error | Unknown call [foo] with [1] arguments.
1 / 0                   | compile error | / by zero
def x = 0; 1 / x        | runtime error | / by zero
'a'.nope()              | compile error | member method [java.lang.String, nope/0] not found
def x = 'a'; x.nope()   | runtime error | dynamic method [java.lang.String, nope/0] not found
def x = null; x.foo()   | runtime error | Cannot invoke "Object.getClass()" because "callArgs[0]" is null
'abc'.substring(5)      | runtime error | begin 5, end 3, length 3
while (true) { }        | compile error | no paths escape from while loop
int i = 0; while (true) { i++ } | runtime error | The maximum number of statements that can be executed in a loop has been reached.
Integer.parseInt('x')   | runtime error | For input string: "x"
def s = 'x'; while (true) { s += s; }                   | runtime error | The maximum number of statements that can be executed in a loop has been reached.
def l = [1]; while (true) { l.addAll(l); }              | runtime error | Java heap space
def l = []; while (true) { l.add(new int[1000000]); }   | runtime error | The maximum number of statements that can be executed in a loop has been reached.
def s = 'xx'; while (true) { s = s.replace('x', s); }   | runtime error | Java heap space
def l = []; l.add(l); return l.toString()               | runtime error | the script recurses too deep
`;

const updates = `
ctx.n += 5                                         | {"n":6,"l":["y"]}
ctx.entrySet().removeIf(e -> e.getKey() == 'n')    | {"l":["y"]}
ctx.keySet().removeIf(k -> k.startsWith('l'))      | {"n":1}
ctx.l.add('z')                                     | {"n":1,"l":["y","z"]}
ctx.remove('n')                                    | {"l":["y"]}
ctx.n += 1.5                                       | {"n":2,"l":["y"]}
ctx.m = ['a': 1L]; ctx.m.a++                       | {"n":1,"l":["y"],"m":{"a":2}}
`;

const rows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/ \| | +\| +/).map((cell) => cell.trim()));

describe('Painless', () => {
  it.each(rows(values))('%s → %s', (source, expected) => {
    const found = run(source, { n: 21, s: 'tide' });
    expect(stringifyJson(found)).toBe(expected);
  });

  it.each(rows(updates))('%s leaves %s', (source, expected) => {
    expect(stringifyJson(update(source, { n: 1, l: ['y'] }))).toBe(expected);
  });

  /** `source => OK result` or `source => ERR …`: what 2.7 answered. */
  it.each(painlessAnswers)('%s answers %s', (source, expected) => {
    expect(answer(source)).toBe(expected);
  });

  it.each(rows(errors))('%s: %s, %s', (source, reason, cause) => {
    const error = (() => {
      try {
        run(source);
      } catch (e) {
        return e;
      }
    })();
    expect(error).toBeInstanceOf(OpenSearchError);
    const { type, caused_by } = (error as OpenSearchError).toJson() as {
      type: string;
      caused_by: { reason: string };
    };
    expect([type, (error as OpenSearchError).reason, caused_by.reason]).toEqual([
      'script_exception',
      reason,
      cause,
    ]);
  });

  it('points at the place of an error', () => {
    const error = (() => {
      try {
        run('def a = 1; return a / 0');
      } catch (e) {
        return e as OpenSearchError;
      }
    })();
    expect(error?.metadata).toEqual({
      script_stack: ['return a / 0', '       ^---- HERE'],
      script: 'def a = 1; return a / 0',
      lang: 'painless',
      position: { offset: 18, start: 11, end: 23 },
    });
  });
});
