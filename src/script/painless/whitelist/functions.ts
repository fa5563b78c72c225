/** Classes available to scripts, with superclasses, members and signatures; parsed by `types.ts`. */
export const functionsClasses = `
interface java.util.function.BiConsumer fn accept
  accept(def,def)void andThen(BiConsumer)BiConsumer
interface java.util.function.BiFunction fn apply
  andThen(Function)BiFunction apply(def,def)def
interface java.util.function.BiPredicate fn test
  and(BiPredicate)BiPredicate negate()BiPredicate or(BiPredicate)BiPredicate test(def,def)boolean
interface java.util.function.BinaryOperator < BiFunction fn apply
  ~maxBy(Comparator)BinaryOperator ~minBy(Comparator)BinaryOperator
interface java.util.function.BooleanSupplier fn getAsBoolean
  getAsBoolean()boolean
interface java.util.function.Consumer fn accept
  accept(def)void andThen(Consumer)Consumer
interface java.util.function.DoubleBinaryOperator fn applyAsDouble
  applyAsDouble(double,double)double
interface java.util.function.DoubleConsumer fn accept
  accept(double)void andThen(DoubleConsumer)DoubleConsumer
interface java.util.function.DoubleFunction fn apply
  apply(double)def
interface java.util.function.DoublePredicate fn test
  and(DoublePredicate)DoublePredicate negate()DoublePredicate or(DoublePredicate)DoublePredicate
  test(double)boolean
interface java.util.function.DoubleSupplier fn getAsDouble
  getAsDouble()double
interface java.util.function.DoubleToIntFunction fn applyAsInt
  applyAsInt(double)int
interface java.util.function.DoubleToLongFunction fn applyAsLong
  applyAsLong(double)long
interface java.util.function.DoubleUnaryOperator fn applyAsDouble
  ~identity()DoubleUnaryOperator andThen(DoubleUnaryOperator)DoubleUnaryOperator
  applyAsDouble(double)double compose(DoubleUnaryOperator)DoubleUnaryOperator
interface java.util.function.Function fn apply
  ~identity()Function andThen(Function)Function apply(def)def compose(Function)Function
interface java.util.function.IntBinaryOperator fn applyAsInt
  applyAsInt(int,int)int
interface java.util.function.IntConsumer fn accept
  accept(int)void andThen(IntConsumer)IntConsumer
interface java.util.function.IntFunction fn apply
  apply(int)def
interface java.util.function.IntPredicate fn test
  and(IntPredicate)IntPredicate negate()IntPredicate or(IntPredicate)IntPredicate test(int)boolean
interface java.util.function.IntSupplier fn getAsInt
  getAsInt()int
interface java.util.function.IntToDoubleFunction fn applyAsDouble
  applyAsDouble(int)double
interface java.util.function.IntToLongFunction fn applyAsLong
  applyAsLong(int)long
interface java.util.function.IntUnaryOperator fn applyAsInt
  ~identity()IntUnaryOperator andThen(IntUnaryOperator)IntUnaryOperator applyAsInt(int)int
  compose(IntUnaryOperator)IntUnaryOperator
interface java.util.function.LongBinaryOperator fn applyAsLong
  applyAsLong(long,long)long
interface java.util.function.LongConsumer fn accept
  accept(long)void andThen(LongConsumer)LongConsumer
interface java.util.function.LongFunction fn apply
  apply(long)def
interface java.util.function.LongPredicate fn test
  and(LongPredicate)LongPredicate negate()LongPredicate or(LongPredicate)LongPredicate test(long)boolean
interface java.util.function.LongSupplier fn getAsLong
  getAsLong()long
interface java.util.function.LongToDoubleFunction fn applyAsDouble
  applyAsDouble(long)double
interface java.util.function.LongToIntFunction fn applyAsInt
  applyAsInt(long)int
interface java.util.function.LongUnaryOperator fn applyAsLong
  ~identity()LongUnaryOperator andThen(LongUnaryOperator)LongUnaryOperator applyAsLong(long)long
  compose(LongUnaryOperator)LongUnaryOperator
interface java.util.function.ObjDoubleConsumer fn accept
  accept(def,double)void
interface java.util.function.ObjIntConsumer fn accept
  accept(def,int)void
interface java.util.function.ObjLongConsumer fn accept
  accept(def,long)void
interface java.util.function.Predicate fn test
  ~isEqual(def)Predicate and(Predicate)Predicate negate()Predicate or(Predicate)Predicate
  test(def)boolean
interface java.util.function.Supplier fn get
  get()def
interface java.util.function.ToDoubleBiFunction fn applyAsDouble
  applyAsDouble(def,def)double
interface java.util.function.ToDoubleFunction fn applyAsDouble
  applyAsDouble(def)double
interface java.util.function.ToIntBiFunction fn applyAsInt
  applyAsInt(def,def)int
interface java.util.function.ToIntFunction fn applyAsInt
  applyAsInt(def)int
interface java.util.function.ToLongBiFunction fn applyAsLong
  applyAsLong(def,def)long
interface java.util.function.ToLongFunction fn applyAsLong
  applyAsLong(def)long
interface java.util.function.UnaryOperator < Function fn apply
  ~identity()UnaryOperator
interface java.util.stream.BaseStream
  close()void isParallel()boolean iterator()Iterator sequential()BaseStream spliterator()def
  unordered()BaseStream
interface java.util.stream.Collector
  ~of(Supplier,BiConsumer,BinaryOperator,Collector.Characteristics[])Collector
  ~of(Supplier,BiConsumer,BinaryOperator,Function,Collector.Characteristics[])Collector
  accumulator()BiConsumer characteristics()Set combiner()BinaryOperator finisher()Function
  supplier()Supplier
class java.util.stream.Collector.Characteristics < Enum
  ~valueOf(String)Collector.Characteristics ~values()Collector.Characteristics[]
  ~CONCURRENT:Collector.Characteristics ~IDENTITY_FINISH:Collector.Characteristics
  ~UNORDERED:Collector.Characteristics
class java.util.stream.Collectors
  ~averagingDouble(ToDoubleFunction)Collector ~averagingInt(ToIntFunction)Collector
  ~averagingLong(ToLongFunction)Collector ~collectingAndThen(Collector,Function)Collector
  ~counting()Collector ~groupingBy(Function)Collector ~groupingBy(Function,Collector)Collector
  ~groupingBy(Function,Supplier,Collector)Collector ~joining()Collector ~joining(CharSequence)Collector
  ~joining(CharSequence,CharSequence,CharSequence)Collector ~mapping(Function,Collector)Collector
  ~maxBy(Comparator)Collector ~minBy(Comparator)Collector ~partitioningBy(Predicate)Collector
  ~partitioningBy(Predicate,Collector)Collector ~reducing(BinaryOperator)Collector
  ~reducing(def,BinaryOperator)Collector ~reducing(def,Function,BinaryOperator)Collector
  ~summarizingDouble(ToDoubleFunction)Collector ~summarizingInt(ToIntFunction)Collector
  ~summarizingLong(ToLongFunction)Collector ~summingDouble(ToDoubleFunction)Collector
  ~summingInt(ToIntFunction)Collector ~summingLong(ToLongFunction)Collector
  ~toCollection(Supplier)Collector ~toList()Collector ~toMap(Function,Function)Collector
  ~toMap(Function,Function,BinaryOperator)Collector
  ~toMap(Function,Function,BinaryOperator,Supplier)Collector ~toSet()Collector
interface java.util.stream.DoubleStream < BaseStream
  ~builder()DoubleStream.Builder ~concat(DoubleStream,DoubleStream)DoubleStream ~empty()DoubleStream
  ~of(double[])DoubleStream allMatch(DoublePredicate)boolean anyMatch(DoublePredicate)boolean
  average()OptionalDouble boxed()Stream collect(Supplier,ObjDoubleConsumer,BiConsumer)def count()long
  distinct()DoubleStream filter(DoublePredicate)DoubleStream findAny()OptionalDouble
  findFirst()OptionalDouble flatMap(DoubleFunction)DoubleStream forEach(DoubleConsumer)void
  forEachOrdered(DoubleConsumer)void iterator()PrimitiveIterator.OfDouble limit(long)DoubleStream
  map(DoubleUnaryOperator)DoubleStream mapToInt(DoubleToIntFunction)IntStream
  mapToLong(DoubleToLongFunction)LongStream mapToObj(DoubleFunction)Stream max()OptionalDouble
  min()OptionalDouble noneMatch(DoublePredicate)boolean peek(DoubleConsumer)DoubleStream
  reduce(DoubleBinaryOperator)OptionalDouble reduce(double,DoubleBinaryOperator)double
  sequential()DoubleStream skip(long)DoubleStream sorted()DoubleStream spliterator()def.OfDouble
  sum()double summaryStatistics()DoubleSummaryStatistics toArray()double[]
interface java.util.stream.DoubleStream.Builder < DoubleConsumer
  add(double)DoubleStream.Builder build()DoubleStream
interface java.util.stream.IntStream < BaseStream
  ~builder()IntStream.Builder ~concat(IntStream,IntStream)IntStream ~empty()IntStream
  ~of(int[])IntStream ~range(int,int)IntStream ~rangeClosed(int,int)IntStream
  allMatch(IntPredicate)boolean anyMatch(IntPredicate)boolean asDoubleStream()DoubleStream
  asLongStream()LongStream average()OptionalDouble boxed()Stream
  collect(Supplier,ObjIntConsumer,BiConsumer)def count()long distinct()IntStream
  filter(IntPredicate)IntStream findAny()OptionalInt findFirst()OptionalInt
  flatMap(IntFunction)IntStream forEach(IntConsumer)void forEachOrdered(IntConsumer)void
  iterator()PrimitiveIterator.OfInt limit(long)IntStream map(IntUnaryOperator)IntStream
  mapToDouble(IntToDoubleFunction)DoubleStream mapToLong(IntToLongFunction)LongStream
  mapToObj(IntFunction)Stream max()OptionalInt min()OptionalInt noneMatch(IntPredicate)boolean
  peek(IntConsumer)IntStream reduce(IntBinaryOperator)OptionalInt reduce(int,IntBinaryOperator)int
  sequential()IntStream skip(long)IntStream sorted()IntStream spliterator()def.OfInt sum()int
  summaryStatistics()IntSummaryStatistics toArray()int[]
interface java.util.stream.IntStream.Builder < IntConsumer
  add(int)IntStream.Builder build()IntStream
interface java.util.stream.LongStream < BaseStream
  ~builder()LongStream.Builder ~concat(LongStream,LongStream)LongStream ~empty()LongStream
  ~of(long[])LongStream ~range(long,long)LongStream ~rangeClosed(long,long)LongStream
  allMatch(LongPredicate)boolean anyMatch(LongPredicate)boolean asDoubleStream()DoubleStream
  average()OptionalDouble boxed()Stream collect(Supplier,ObjLongConsumer,BiConsumer)def count()long
  distinct()LongStream filter(LongPredicate)LongStream findAny()OptionalLong findFirst()OptionalLong
  flatMap(LongFunction)LongStream forEach(LongConsumer)void forEachOrdered(LongConsumer)void
  iterator()PrimitiveIterator.OfLong limit(long)LongStream map(LongUnaryOperator)LongStream
  mapToDouble(LongToDoubleFunction)DoubleStream mapToInt(LongToIntFunction)IntStream
  mapToObj(LongFunction)Stream max()OptionalLong min()OptionalLong noneMatch(LongPredicate)boolean
  peek(LongConsumer)LongStream reduce(LongBinaryOperator)OptionalLong
  reduce(long,LongBinaryOperator)long sequential()LongStream skip(long)LongStream sorted()LongStream
  spliterator()def.OfLong sum()long summaryStatistics()LongSummaryStatistics toArray()long[]
interface java.util.stream.LongStream.Builder < LongConsumer
  add(long)LongStream.Builder build()LongStream
interface java.util.stream.Stream < BaseStream
  ~builder()Stream.Builder ~concat(Stream,Stream)Stream ~empty()Stream ~of(def[])Stream
  allMatch(Predicate)boolean anyMatch(Predicate)boolean collect(Collector)def
  collect(Supplier,BiConsumer,BiConsumer)def count()long distinct()Stream filter(Predicate)Stream
  findAny()Optional findFirst()Optional flatMap(Function)Stream flatMapToDouble(Function)DoubleStream
  flatMapToInt(Function)IntStream flatMapToLong(Function)LongStream forEach(Consumer)void
  forEachOrdered(Consumer)void limit(long)Stream map(Function)Stream
  mapToDouble(ToDoubleFunction)DoubleStream mapToInt(ToIntFunction)IntStream
  mapToLong(ToLongFunction)LongStream max(Comparator)Optional min(Comparator)Optional
  noneMatch(Predicate)boolean peek(Consumer)Stream reduce(BinaryOperator)Optional
  reduce(def,BinaryOperator)def reduce(def,BiFunction,BinaryOperator)def skip(long)Stream sorted()Stream
  sorted(Comparator)Stream toArray()def[] toArray(IntFunction)def[]
interface java.util.stream.Stream.Builder < Consumer
  add(def)Stream.Builder build()Stream
`;
