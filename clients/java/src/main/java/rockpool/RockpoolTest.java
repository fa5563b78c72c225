package rockpool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class an OpenSearch of their own: a method that has a {@link RockpoolFork} as a parameter gets a copy
 * of the server, which it may change.
 *
 * <p>A {@code @BeforeAll} method gets one for the class; those of its tests are copies of that one. All classes with the same
 * values share a server, which starts with the first of them and ends with the tests, however they end.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(RockpoolExtension.class)
public @interface RockpoolTest {
  /**
   * A folder of documents, such as {@code src/test/data}: {@code films.ndjson} there (or .json, .csv, gzipped or not) is the
   * index {@code films}, and {@code films.mapping.json} beside it the body that the index is created with.
   */
  String seed() default "";

  /** More arguments of {@code rockpool serve}. */
  String[] arguments() default {};
}
