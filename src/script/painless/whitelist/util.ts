/** Classes available to scripts, with superclasses, members and signatures; parsed by `types.ts`. */
export const utilClasses = `
class java.util.AbstractCollection < Collection
class java.util.AbstractList < AbstractCollection List
class java.util.AbstractMap < Map
class java.util.AbstractMap.SimpleEntry < Map.Entry
  new(Map.Entry) new(def,def)
class java.util.AbstractMap.SimpleImmutableEntry < Map.Entry
  new(Map.Entry) new(def,def)
class java.util.AbstractQueue < AbstractCollection Queue
class java.util.AbstractSet < AbstractCollection Set
class java.util.ArrayDeque < AbstractCollection Deque
  new() new(Collection) clone()ArrayDeque
class java.util.ArrayList < AbstractList List
  new() new(Collection) clone()def trimToSize()void
class java.util.Arrays
  ~asList(Object[])List ~deepEquals(Object[],Object[])boolean ~deepHashCode(Object[])int
  ~deepToString(Object[])String
class java.util.Base64
  ~getDecoder()Base64.Decoder ~getEncoder()Base64.Encoder ~getMimeDecoder()Base64.Decoder
  ~getMimeEncoder()Base64.Encoder ~getMimeEncoder(int,byte[])Base64.Encoder
  ~getUrlDecoder()Base64.Decoder ~getUrlEncoder()Base64.Encoder
class java.util.Base64.Decoder
  decode(String)byte[] decode(byte[],byte[])int
class java.util.Base64.Encoder
  encode(byte[],byte[])int encodeToString(byte[])String withoutPadding()Base64.Encoder
interface java.util.Collection < Iterable
  add(def)boolean addAll(Collection)boolean clear()void collect(Function)List
  collect(Collection,Function)def contains(def)boolean containsAll(Collection)boolean find(Predicate)def
  findAll(Predicate)List findResult(Function)def findResult(def,Function)def isEmpty()boolean
  removeAll(Collection)boolean removeIf(Predicate)boolean retainAll(Collection)boolean size()int
  split(Predicate)List stream()Stream toArray()def[] toArray(def[])def[]
class java.util.Collections
  ~addAll(Collection,def[])boolean ~asLifoQueue(Deque)Queue ~binarySearch(List,def)int
  ~binarySearch(List,def,Comparator)int ~copy(List,List)void ~disjoint(Collection,Collection)boolean
  ~emptyEnumeration()Enumeration ~emptyIterator()Iterator ~emptyList()List
  ~emptyListIterator()ListIterator ~emptyMap()Map ~emptyNavigableMap()NavigableMap
  ~emptyNavigableSet()NavigableSet ~emptySet()Set ~emptySortedMap()SortedMap ~emptySortedSet()SortedSet
  ~enumeration(Collection)Enumeration ~fill(List,def)void ~frequency(Collection,def)int
  ~indexOfSubList(List,List)int ~lastIndexOfSubList(List,List)int ~list(Enumeration)ArrayList
  ~max(Collection)def ~max(Collection,Comparator)def ~min(Collection)def ~min(Collection,Comparator)def
  ~nCopies(int,def)List ~newSetFromMap(Map)Set ~replaceAll(List,def,def)boolean ~reverse(List)void
  ~reverseOrder()Comparator ~reverseOrder(Comparator)Comparator ~rotate(List,int)void ~shuffle(List)void
  ~shuffle(List,Random)void ~singleton(def)Set ~singletonList(def)List ~singletonMap(def,def)Map
  ~sort(List)void ~sort(List,Comparator)void ~swap(List,int,int)void
  ~unmodifiableCollection(Collection)Collection ~unmodifiableList(List)List ~unmodifiableMap(Map)Map
  ~unmodifiableNavigableMap(NavigableMap)NavigableMap
  ~unmodifiableNavigableSet(NavigableSet)NavigableSet ~unmodifiableSet(Set)Set
  ~unmodifiableSortedMap(SortedMap)SortedMap ~unmodifiableSortedSet(SortedSet)SortedSet ~EMPTY_LIST:List
  ~EMPTY_MAP:Map ~EMPTY_SET:Set
interface java.util.Comparator fn compare
  ~comparing(Function)Comparator ~comparing(Function,Comparator)Comparator
  ~comparingDouble(ToDoubleFunction)Comparator ~comparingInt(ToIntFunction)Comparator
  ~comparingLong(ToLongFunction)Comparator ~naturalOrder()Comparator ~nullsFirst(Comparator)Comparator
  ~nullsLast(Comparator)Comparator ~reverseOrder()Comparator compare(def,def)int reversed()Comparator
  thenComparing(Comparator)Comparator thenComparing(Function,Comparator)Comparator
  thenComparingDouble(ToDoubleFunction)Comparator thenComparingInt(ToIntFunction)Comparator
  thenComparingLong(ToLongFunction)Comparator
class java.util.ConcurrentModificationException < RuntimeException
  new() new(String)
class java.util.Date < Comparable
  new() new(long) ~from(Instant)Date after(Date)boolean before(Date)boolean clone()def
  compareTo(Date)int getTime()long setTime(long)void
interface java.util.Deque < Queue
  addFirst(def)void addLast(def)void descendingIterator()Iterator getFirst()def getLast()def
  offerFirst(def)boolean offerLast(def)boolean peekFirst()def peekLast()def pollFirst()def pollLast()def
  pop()def push(def)void remove(def)boolean removeFirst()def removeFirstOccurrence(def)boolean
  removeLast()def removeLastOccurrence(def)boolean
class java.util.DoubleSummaryStatistics < DoubleConsumer
  new() combine(DoubleSummaryStatistics)void getAverage()double getCount()long getMax()double
  getMin()double getSum()double
class java.util.HashMap < AbstractMap Map
  new() new(Map) clone()def
class java.util.HashSet < AbstractSet Set
  new() new(Collection) clone()def
class java.util.IntSummaryStatistics < IntConsumer
  new() combine(IntSummaryStatistics)void getAverage()double getCount()long getMax()int getMin()int
  getSum()long
interface java.util.Iterator
  forEachRemaining(Consumer)void hasNext()boolean next()def remove()void
class java.util.LinkedHashMap < HashMap Map
  new() new(Map)
class java.util.LinkedHashSet < HashSet Set
  new() new(Collection)
class java.util.LinkedList < AbstractList List Deque
  new() new(Collection) clone()def remove(int)def
interface java.util.List < Collection
  add(int,def)void addAll(int,Collection)boolean get(int)def getByPath(String)Object
  getByPath(String,Object)Object getLength()int indexOf(def)int lastIndexOf(def)int
  listIterator()ListIterator listIterator(int)ListIterator remove(int)def replaceAll(UnaryOperator)void
  set(int,def)def sort(Comparator)void subList(int,int)List
interface java.util.ListIterator < Iterator
  add(def)void hasPrevious()boolean nextIndex()int previousIndex()int set(def)void
class java.util.Locale
  new(String) new(String,String) new(String,String,String) ~filter(List,Collection)List
  ~filterTags(List,Collection)List ~forLanguageTag(String)Locale ~getAvailableLocales()Locale[]
  ~getDefault()Locale ~getDefault(Locale.Category)Locale ~getISOCountries()String[]
  ~getISOLanguages()String[] ~lookup(List,Collection)Locale ~lookupTag(List,Collection)String clone()def
  getCountry()String getDisplayCountry()String getDisplayCountry(Locale)String
  getDisplayLanguage()String getDisplayLanguage(Locale)String getDisplayName()String
  getDisplayName(Locale)String getDisplayScript()String getDisplayScript(Locale)String
  getDisplayVariant()String getDisplayVariant(Locale)String getExtension(char)String
  getExtensionKeys()Set getISO3Country()String getISO3Language()String getLanguage()String
  getScript()String getUnicodeLocaleAttributes()Set getUnicodeLocaleKeys()Set
  getUnicodeLocaleType(String)String getVariant()String hasExtensions()boolean stripExtensions()Locale
  toLanguageTag()String ~CANADA:Locale ~CANADA_FRENCH:Locale ~CHINA:Locale ~CHINESE:Locale
  ~ENGLISH:Locale ~FRANCE:Locale ~FRENCH:Locale ~GERMAN:Locale ~GERMANY:Locale ~ITALIAN:Locale
  ~ITALY:Locale ~JAPAN:Locale ~JAPANESE:Locale ~KOREA:Locale ~KOREAN:Locale ~PRC:Locale ~ROOT:Locale
  ~SIMPLIFIED_CHINESE:Locale ~TAIWAN:Locale ~TRADITIONAL_CHINESE:Locale ~UK:Locale
  ~UNICODE_LOCALE_EXTENSION:char ~US:Locale
class java.util.LongSummaryStatistics < LongConsumer IntConsumer
  new() accept(long)void andThen(LongConsumer)LongConsumer combine(LongSummaryStatistics)void
  getAverage()double getCount()long getMax()long getMin()long getSum()long
interface java.util.Map
  clear()void collect(BiFunction)List collect(Collection,BiFunction)def compute(def,BiFunction)def
  computeIfAbsent(def,Function)def computeIfPresent(def,BiFunction)def containsKey(def)boolean
  containsValue(def)boolean count(BiPredicate)int each(BiConsumer)def entrySet()Set
  every(BiPredicate)boolean find(BiPredicate)Map.Entry findAll(BiPredicate)Map findResult(BiFunction)def
  findResult(def,BiFunction)def findResults(BiFunction)List forEach(BiConsumer)void get(def)def
  getByPath(String)Object getByPath(String,Object)Object getOrDefault(def,def)def groupBy(BiFunction)Map
  isEmpty()boolean keySet()Set merge(def,def,BiFunction)def put(def,def)def putAll(Map)void
  putIfAbsent(def,def)def remove(def)def remove(def,def)boolean replace(def,def)def
  replace(def,def,def)boolean replaceAll(BiFunction)void size()int values()Collection
interface java.util.Map.Entry
  ~comparingByKey()Comparator ~comparingByKey(Comparator)Comparator ~comparingByValue()Comparator
  ~comparingByValue(Comparator)Comparator getKey()def getValue()def setValue(def)def
interface java.util.NavigableMap < SortedMap
  ceilingEntry(def)Map.Entry ceilingKey(def)def descendingKeySet()NavigableSet
  descendingMap()NavigableMap firstEntry()Map.Entry floorEntry(def)Map.Entry floorKey(def)def
  headMap(def,boolean)NavigableMap higherEntry(def)Map.Entry higherKey(def)def lastEntry()Map.Entry
  lowerEntry(def)Map.Entry navigableKeySet()NavigableSet pollFirstEntry()Map.Entry
  pollLastEntry()Map.Entry subMap(def,boolean,def,boolean)NavigableMap tailMap(def,boolean)NavigableMap
interface java.util.NavigableSet < SortedSet
  ceiling(def)def descendingIterator()Iterator descendingSet()NavigableSet floor(def)def
  headSet(def,boolean)NavigableSet higher(def)def lower(def)def pollFirst()def pollLast()def
  subSet(def,boolean,def,boolean)NavigableSet tailSet(def,boolean)NavigableSet
class java.util.NoSuchElementException < RuntimeException
  new() new(String)
class java.util.Objects
  ~compare(def,def,Comparator)int ~deepEquals(Object,Object)boolean ~equals(Object,Object)boolean
  ~hash(Object[])int ~hashCode(Object)int ~isNull(Object)boolean ~nonNull(Object)boolean
  ~requireNonNull(def)def ~requireNonNull(def,String)def ~toString(Object)String
  ~toString(Object,String)String
class java.util.Optional
  ~empty()Optional ~of(def)Optional ~ofNullable(def)Optional filter(Predicate)Optional
  flatMap(Function)Optional get()def ifPresent(Consumer)void isPresent()boolean map(Function)Optional
  orElse(def)def orElseGet(Supplier)def orElseThrow(Supplier)def
class java.util.OptionalDouble
  ~empty()OptionalDouble ~of(double)OptionalDouble getAsDouble()double ifPresent(DoubleConsumer)void
  isPresent()boolean orElse(double)double orElseGet(DoubleSupplier)double orElseThrow(Supplier)double
class java.util.OptionalInt
  ~empty()OptionalInt ~of(int)OptionalInt getAsInt()int ifPresent(IntConsumer)void isPresent()boolean
  orElse(int)int orElseGet(IntSupplier)int orElseThrow(Supplier)int
class java.util.OptionalLong
  ~empty()OptionalLong ~of(long)OptionalLong getAsLong()long ifPresent(LongConsumer)void
  isPresent()boolean orElse(long)long orElseGet(LongSupplier)long orElseThrow(Supplier)long
class java.util.PriorityQueue < AbstractQueue
  new() new(Comparator)
interface java.util.Queue < Collection
  element()def offer(def)boolean peek()def poll()def remove()def
class java.util.Random
  new() new(long) doubles(long)DoubleStream doubles(long,double,double)DoubleStream ints(long)IntStream
  ints(long,int,int)IntStream longs(long)LongStream longs(long,long,long)LongStream nextBoolean()boolean
  nextBytes(byte[])void nextDouble()double nextFloat()float nextGaussian()double nextInt()int
  nextInt(int)int nextLong()long setSeed(long)void
interface java.util.Set < Collection
  remove(def)boolean
interface java.util.SortedMap < Map
  comparator()Comparator firstKey()def headMap(def)SortedMap lastKey()def subMap(def,def)SortedMap
  tailMap(def)SortedMap
interface java.util.SortedSet < Set
  comparator()Comparator first()def headSet(def)SortedSet last()def subSet(def,def)SortedSet
  tailSet(def)SortedSet
class java.util.StringJoiner
  new(CharSequence) new(CharSequence,CharSequence,CharSequence) add(CharSequence)StringJoiner
  length()int merge(StringJoiner)StringJoiner setEmptyValue(CharSequence)StringJoiner
class java.util.StringTokenizer
  new(String) new(String,String) new(String,String,boolean) countTokens()int hasMoreElements()boolean
  hasMoreTokens()boolean nextElement()def nextToken()String nextToken(String)String
class java.util.TreeMap < AbstractMap NavigableMap
  new() new(Comparator) clone()def
class java.util.TreeSet < AbstractSet NavigableSet
  new() new(Comparator) clone()def
class java.util.UUID < Comparable
  new(long,long) ~fromString(String)UUID ~nameUUIDFromBytes(byte[])UUID ~randomUUID()UUID
  clockSequence()int compareTo(UUID)int getLeastSignificantBits()long getMostSignificantBits()long
  node()long timestamp()long variant()int version()int
class java.util.regex.Matcher
  ~quoteReplacement(String)String end()int end(int)int find()boolean find(int)boolean group()String
  group(int)String groupCount()int hasAnchoringBounds()boolean hasTransparentBounds()boolean
  hitEnd()boolean lookingAt()boolean matches()boolean namedGroup(String)String pattern()Pattern
  region(int,int)Matcher regionEnd()int regionStart()int replaceAll(String)String
  replaceFirst(String)String requireEnd()boolean reset()Matcher start()int start(int)int
  useAnchoringBounds(boolean)Matcher usePattern(Pattern)Matcher useTransparentBounds(boolean)Matcher
class java.util.regex.Pattern
  ~quote(String)String asPredicate()Predicate flags()int matcher(CharSequence)Matcher pattern()String
  split(CharSequence)String[] split(CharSequence,int)String[] splitAsStream(CharSequence)Stream
`;
