/** What the original answers to scripts: `source => answer`. */
const table = String.raw`
def x=[1,2,3]; x[5] => runtime error: index_out_of_bounds_exception
def x=[1,2,3]; x[-1] => OK 3
int[] a=new int[3]; a[-1] => OK 0
int[] a = new int[-1]; => runtime error: negative_array_size_exception
'abc'.substring(2,1) => runtime error: string_index_out_of_bounds_exception
'abc'.charAt(7) => runtime error: string_index_out_of_bounds_exception
'abc' instanceof List => OK false
(String)5 => compile error: class_cast_exception
(int)'5' => compile error: class_cast_exception
(int)'a' => compile error: class_cast_exception
(int)5L => OK 5
(Integer)5 => compile error: class_cast_exception
(def)5 => OK 5
(List)'a' => compile error: class_cast_exception
def x='a'; (List)x => runtime error: class_cast_exception
def x='a'; (int)x => runtime error: class_cast_exception
def x=5; String s=x; s => runtime error: class_cast_exception
def x=5; (String)x => runtime error: class_cast_exception
def x=5; Integer y=x; y => OK 5
def x=5; long y=x; y => OK 5
def x=5L; int y=x; y => runtime error: class_cast_exception
def x=5.5; int y=x; y => runtime error: class_cast_exception
def x=5.5; int y=(int)x; y => OK 5
def x='a'; char y=x; y => runtime error: class_cast_exception
def x='a'; char y=(char)x; y => OK a
def x=5; Object o=x; o => OK 5
List l=new ArrayList(); l.add(5); int i=l.get(0); i => OK 5
List l=new ArrayList(); l.add(5L); int i=l.get(0); i => runtime error: class_cast_exception
Map m=[:]; m.a=5; m.a => OK 5
Map m=['a':1]; m.a+=1.5; m => OK {a=2}
def m=['a':1]; m.a+=1.5; m => OK {a=2}
def m=['a':1]; m.a++; m => OK {a=2}
def x=1; x+=1.5; x => OK 2
int x=1; x++ + ++x => OK 4
byte b=127; b++; b => OK -128
char c=(char)'a'; c++; c => OK b
'abc'.charAt(0)+1 => OK 98
'abc'.charAt(0)+'x' => OK ax
'abc'.charAt(0)=='a' => compile error: class_cast_exception
'abc'.charAt(0)==(char)'a' => OK true
1==1.0 => OK true
'a'<'b' => compile error: class_cast_exception
true+1 => compile error: class_cast_exception
'a'*2 => compile error: class_cast_exception
-'a' => compile error: class_cast_exception
!1 => compile error: class_cast_exception
~5 => OK -6
~5L => OK -6
~5.0 => compile error: class_cast_exception
1<<33 => OK 2
1L<<33 => OK 8589934592
-8>>1 => OK -4
-8>>>28 => OK 15
-8L>>>60 => OK 15
5%0 => compile error: arithmetic_exception
true&false => compile error: class_cast_exception
true^true => OK false
1 == true => compile error: class_cast_exception
'1'==1 => compile error: class_cast_exception
[1,2]==[1,2] => OK true
[1,2].equals([1,2]) => OK true
[1,2]===[1,2] => OK false
Collections.emptyList().size() => OK 0
Arrays.asList(new int[]{1}) => compile error: class_cast_exception
Arrays.asList(1,2,3) => compile error: illegal_argument_exception
[3,1,2].sort(null) => OK null
def l=[3,1,2]; Collections.sort(l); l => OK [1, 2, 3]
Optional.of(5) => OK Optional[5]
Optional.ofNullable(null).isPresent() => OK false
String.valueOf(5) => OK 5
String.join(',',['a','b']) => OK a,b
String.format('%d',new def[]{5}) => OK 5
String.format('%s',['a']) => compile error: class_cast_exception
def s=new HashSet(); s.add(3);s.add('b');s.add('a');s => OK [a, b, 3]
BigDecimal.valueOf(10).divide(BigDecimal.valueOf(3)) => runtime error: arithmetic_exception
new BigDecimal('1.10').setScale(1,RoundingMode.HALF_UP) => OK 1.1
return 1; 2 => compile error: illegal_argument_exception
int x; int x => compile error: illegal_argument_exception
x=5 => compile error: illegal_argument_exception
int a=b => compile error: illegal_argument_exception
def x=1; {def x=2;} x => compile error: illegal_argument_exception
break => compile error: illegal_argument_exception
continue => compile error: illegal_argument_exception
def x=1; x.y.z => runtime error: illegal_argument_exception
Math.foo(1) => compile error: illegal_argument_exception
Math.PI => OK 3.141592653589793
Math.PI=3 => compile error: illegal_argument_exception
Integer.MAX_VALUE+1 => OK -2147483648
Long.MAX_VALUE+1 => OK -9223372036854775808
2147483648 => compile error: illegal_argument_exception
-2147483648 => OK -2147483648
1.5f+1.5 => OK 3.0
1e400 => OK Infinity
0777 => OK 511
'\n'.length() => compile error: illegal_argument_exception
'a\'b' => OK a'b
"a'b" => OK a'b
'\x' => compile error: illegal_argument_exception
'a => compile error: illegal_argument_exception
@ => compile error: illegal_argument_exception
# => compile error: illegal_argument_exception
if (true) return 1 else return 2 => compile error: illegal_argument_exception
if (true) {return 1} else {return 2} => compile error: illegal_argument_exception
def x = [1,2,3].stream().map(x->x+1).collect(Collectors.toList()); x => OK [2, 3, 4]
[1,2,3].stream().mapToInt(x->x).sum() => OK 6
[1,2,3].stream().mapToInt(Integer::intValue).average().getAsDouble() => OK 2.0
[1,2,3].stream().map(Integer::toString).collect(Collectors.joining(',')) => OK 1,2,3
['a','b'].stream().map(String::toUpperCase).collect(Collectors.toList()) => OK [A, B]
Function f = x->x+1; f.apply(3) => compile error: illegal_argument_exception
Function f = x->x+1; f(3) => compile error: illegal_argument_exception
Supplier s = ()->5; s.get() => compile error: illegal_argument_exception
BiFunction f=(a,b)->a+b; f.apply(1,2) => compile error: illegal_argument_exception
def f = x->x; f => compile error: illegal_argument_exception
Runnable r=()->1; r => compile error: illegal_argument_exception
Function f = (x,y)->x; 1 => compile error: illegal_argument_exception
List l=[1,2,3]; l.stream().reduce(0,(a,b)->a+b) => OK 6
List l=[1,2,3]; l.stream().mapToInt(x->x).max().getAsInt() => OK 3
new ArrayList([1,2]).toString() => OK [1, 2]
'a'.equals(null) => OK false
'aXb'.replace('X','--') => OK a--b
'a1b2'.replaceAll(/\d/, m->'<'+m.group()+'>') => OK a<1>b<2>
'abc'.matches('a.*') => compile error: illegal_argument_exception
'a,b'.split(',') => compile error: illegal_argument_exception
'abc' =~ /b/ => OK true
'abc' ==~ /b/ => OK false
params => OK {}
params.size() => OK 0
def x; x = 5; x => OK 5
java.util.List l=[1]; l => OK [1]
java.util.ArrayList.class => compile error: illegal_argument_exception
int[] a={1,2}; a => compile error: illegal_argument_exception
def a=new int[]{1,2,3}; a.length => OK 3
def a=new String[]{'a'}; a[0] => OK a
int[][] a=new int[][]{new int[]{1}}; a[0][0] => compile error: illegal_argument_exception
new int[]{'a'} => compile error: class_cast_exception
[1,2,3].getLength() => OK 3
[1,2,3].length => OK 3
def l=[1,2,3]; l.length => OK 3
def m=['a':1]; m.size => OK null
def s='abc'; s.length => runtime error: illegal_argument_exception
def d=ZonedDateTime.parse('2024-01-01T00:00:00Z'); d.year => OK 2024
ZonedDateTime d=ZonedDateTime.parse('2024-01-01T00:00:00Z'); d.year => OK 2024
Integer x = Integer.valueOf(5); x+1 => compile error: class_cast_exception
Integer x = Integer.valueOf(5); Integer y = x; y == 5 => compile error: class_cast_exception
Integer x = Integer.valueOf(5); int y = x; y => compile error: class_cast_exception
Integer x = Integer.valueOf(5); long y = x; y => compile error: class_cast_exception
Integer x = Integer.valueOf(5); -x => compile error: class_cast_exception
List x=[1]; x == 1 => compile error: class_cast_exception
null ?: 5 => compile error: illegal_argument_exception
def x=null; x ?: 5 => OK 5
1 ?: 2 => compile error: illegal_argument_exception
String s=null; s ?: 'x' => OK x
'a' ?: 'b' => compile error: illegal_argument_exception
String s='a'; s ?: 5 => compile error: class_cast_exception
return true ? 1 : 'a' => OK 1
def x = true ? 1 : 'a'; x => OK 1
true ? 'a' : 'b' => OK a
true ? 1L : 2 => OK 1
def y=1; true ? y : 2 => OK 1
true ? null : 1 => compile error: class_cast_exception
return true ? null : 1 => OK null
String s = true ? null : 'a'; s => OK null
int x = null => compile error: illegal_argument_exception
def x = 1; x == null => OK false
5 == null => compile error: class_cast_exception
int x=5; x == null => compile error: class_cast_exception
def l=[]; l.add(1) => OK true
[1,2].each(x->{x+1}) => OK [1, 2]
[1,2].collect(x->x*2) => OK [2, 4]
[1,2].findAll(x->x>1) => OK [2]
['a':1].collect((k,v)->k+v) => OK [a1]
['a':1].each((k,v)->{}) => compile error: null_pointer_exception
[1,2].groupBy(x->x%2) => OK {1=[1], 0=[2]}
[1,2].sum() => OK 3.0
[1,2].sum(x->x*2) => OK 6.0
[1.5,2].sum() => OK 3.5
[1,2].join('-') => OK 1-2
def x = [1,2]; x.sum(y->y*2) => OK 6.0
[3,1].stream().sorted().collect(Collectors.toList()) => OK [1, 3]
[1,2].stream().sum() => compile error: illegal_argument_exception
[1,2].count(x->x>1) => compile error: illegal_argument_exception
[1,2].any(x->x>1) => OK true
[1,2].split(x->x>1) => OK [[2], [1]]
1; 2 => compile error: illegal_argument_exception
5; => OK 5
1+1; 3 => compile error: illegal_argument_exception
'a'.length(); 3 => OK 3
int i=0; i; 3 => compile error: illegal_argument_exception
int i=0; i++; 3 => OK 3
def x; x => OK null
if (params.size()==0) {'a'} else {'b'} => OK a
if (params.size()==0) {'a'} => OK a
for (x in [1,2]) {return x} => compile error: illegal_argument_exception
for (int x : [1,2]) {int y = x+1} return 'e' => OK e
for (int x : ['a']) {int y = x+1} return 'e' => runtime error: class_cast_exception
for (x in ['a':1].entrySet()) {return x.key} => compile error: illegal_argument_exception
for (x in 5) {} => compile error: illegal_argument_exception
def m=['a':1]; for (e in m.entrySet()) { m.b = e.value } m => OK {a=1, b=1}
while (false) {} => compile error: illegal_argument_exception
do { int x=1 } while(false); 3 => compile error: illegal_argument_exception
int x=1; while (x<3) x++; x => OK 3
int x=0; for (int i=0,j=5;i<j;i++,j--) {x+=j} x => compile error: illegal_argument_exception
int x=0; for (;x<5;) {x++} x => OK 5
def f() {return 1} return f() => OK 1
f() {return 1} f() => compile error: illegal_argument_exception
void f() {} f(); 1 => compile error: illegal_argument_exception
void f() {return} f(); 1 => OK 1
void f(def x) {x.add(1)} def l=[]; f(l); l => OK [1]
def f(def a, int b) { return a+b } f('x', 2) => OK x2
def f(int a) {return a} def x='a'; f(x) => runtime error: class_cast_exception
f(1) => compile error: illegal_argument_exception
this.f() => compile error: illegal_argument_exception
def f(){ if (true==true) return 1; return 2} f() => OK 1
int f(int a) { if (a>1) {return 1} } f(1) => compile error: illegal_argument_exception
int f(def a) { if (a>1) {return 1} else {return 2} } f(1) => OK 2
def f(def a) { for (x in a) {return x} } f([1]) => compile error: illegal_argument_exception
int f(def a) { for (x in a) {return x} } f([1]) => compile error: illegal_argument_exception
def f(List l) {l.size()} f([1]) => OK 1
def f(List l) {l.size()} def x='a'; f(x) => runtime error: class_cast_exception
try { int x=1; x/0 } catch (Exception e) { e.getMessage() } => OK / by zero
try { def x=0; return 1/x } catch (ArithmeticException e) { return e.message } => OK / by zero
try { def x=null; x.a } catch (NullPointerException e) { return 'npe' } => OK npe
try { return 1 } finally { } => compile error: illegal_argument_exception
Exception e = new RuntimeException('b'); throw e => runtime error: runtime_exception
throw new IllegalStateException() => runtime error: illegal_state_exception
throw null => runtime error: null_pointer_exception
switch (1) {case 1: return 2} => compile error: illegal_argument_exception
int x = 1; x instanceof Integer => OK true
def x = 1L; x instanceof Integer => OK false
def x = 1L; x instanceof Number => OK true
[] instanceof Collection => OK true
[:] instanceof Map => OK true
def x=null; x instanceof String => OK false
x instanceof Foo => compile error: illegal_argument_exception
1 instanceof Foo => compile error: illegal_argument_exception
1 == 1L => OK true
1L.toString() => OK 1
(1L).toString() => OK 1
1.toString() => OK 1
Integer.toString(5) => OK 5
def x=5; x.toString() => OK 5
int x=5; x.toString() => OK 5
def x=5; x.intValue() => OK 5
def x=5; x.compareTo(3) => OK 1
def x='abc'; x.hashCode() => OK 96354
'abc'.hashCode() => OK 96354
[1,2].hashCode() => OK 994
['a':1].hashCode() => OK 96
def x=5.5; x.intValue() => OK 5
def x=5; x.doubleValue() => OK 5.0
1.0.toString() => OK 1.0
'a'.compareTo('c') => OK -2
'abc'.indexOf('z') => OK -1
'abc'.length() > 2 && true => OK true
'%s'.length() => OK 2
'abc'.toCharArray().length => OK 3
'abc'.chars().sum() => OK 294
'abc'.chars().mapToObj(c->(char)c).collect(Collectors.toList()) => OK [a, b, c]
'a-b'.splitOnToken('-')[1] => OK b
def t = new StringTokenizer('a b c'); int n=0; while(t.hasMoreTokens()) {n++; t.nextToken()} n => OK 3
new StringBuilder().append(1).append('a').append(1.5).toString() => OK 1a1.5
new StringBuilder('abc').reverse().toString() => OK cba
new StringBuilder('abc').reverse() => OK cba
'Hi'.encodeBase64() => OK SGk=
'SGk='.decodeBase64() => OK Hi
Base64.getEncoder().encodeToString('Hi'.getBytes()) => compile error: illegal_argument_exception
new Random(42).nextInt(100) => OK 30
new Random(42L).nextInt(100) => OK 30
new Random(42L).nextDouble() => OK 0.7275636800328681
new Random(42L).nextLong() => OK -5025562857975149833
new Random(42L).nextGaussian() => OK 1.1419053154730547
Boolean.parseBoolean('TRUE') => OK true
Character.isDigit((char)'5') => OK true
Character.isLetter(65) => OK true
Character.getNumericValue(53) => OK 5
Character.toUpperCase((char)'a') => OK A
Character.toString((char)'a') => OK a
Objects.hash(1,2) => compile error: illegal_argument_exception
Objects.equals(1,1) => OK true
Objects.requireNonNull(null) => runtime error: null_pointer_exception
Integer.parseInt('12',3) => OK 5
Integer.parseInt('99999999999') => runtime error: number_format_exception
Integer.valueOf('5') => compile error: class_cast_exception
Integer.bitCount(7) => OK 3
Integer.reverse(1) => OK -2147483648
Long.parseLong('5') => OK 5
Long.MAX_VALUE => OK 9223372036854775807
Long.hashCode(5L) => OK 5
Double.parseDouble('abc') => runtime error: number_format_exception
Double.isNaN(0.0/0) => OK true
Double.toString(1) => OK 1.0
Double.compare(1,2) => OK -1
Float.MAX_VALUE => OK 3.4028235E38
Byte.MAX_VALUE => OK 127
Math.floor(-1.5) => OK -2.0
Math.round(2.5) => OK 3
Math.round(-2.5) => OK -2
Math.rint(2.5) => OK 2.0
Math.cbrt(27) => OK 3.0
Math.toDegrees(Math.PI) => OK 180.0
Math.log10(1000) => OK 3.0
Math.min(1L,2L) => OK 1.0
Math.ceil(7/2) => OK 3.0
Math.pow(2,10) => OK 1024.0
Math.sqrt(-1) => OK NaN
(int)Math.pow(2,40) => OK 2147483647
(long)1e20 => OK 9223372036854775807
(int)-1.9 => OK -1
(byte)300 => OK 44
(char)98 => OK b
(short)70000 => OK 4464
(float)1.1 => OK 1.1
(double)1.1f => OK 1.100000023841858
1.1f+1.1 => OK 2.200000023841858
100000*100000 => OK 1410065408
100000L*100000 => OK 10000000000
10/3*3.0 => OK 9.0
7/-2 => OK -3
-7%3 => OK -1
-7.5%2 => OK -1.5
1/3.0f => OK 0.33333334
1e-5 => OK 1.0E-5
0.001 => OK 0.001
1234567890.123 => OK 1.234567890123E9
12345678.0 => OK 1.2345678E7
1e7 => OK 1.0E7
1.0E-4 => OK 1.0E-4
100.0 => OK 100.0
3.0e2f => OK 300.0
`;

export const painlessAnswers: readonly (readonly [string, string])[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const at = line.lastIndexOf(' => ');
    return [line.slice(0, at), line.slice(at + 4)];
  });
