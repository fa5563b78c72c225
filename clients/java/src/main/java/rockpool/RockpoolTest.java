package rockpool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives every test of a class its own OpenSearch: a method with a parameter of type {@link RockpoolFork} gets a fork of the
 * server, which it may change.
 *
 * <p>A {@code @BeforeAll} method gets a fork for the class, and the tests' forks are made from that one. All classes with the
 * same seed and arguments share a server. It stops when the JVM ends, even if that is killed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(RockpoolExtension.class)
public @interface RockpoolTest {
  /**
   * A folder of documents, such as {@code src/test/data}. {@code films.ndjson} in it (or .json, .csv, gzipped or not) becomes
   * the index {@code films}; {@code films.mapping.json}, if there, is the request body that the index is created with.
   */
  String seed() default "";

  /** Further options of {@code rockpool serve}. */
  String[] arguments() default {};
}
