package rockpool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class RockpoolExtensionTest {
  private static Events run(Class<?> testClass) {
    return EngineTestKit.engine("junit-jupiter").selectors(selectClass(testClass)).execute().testEvents();
  }

  @Test
  void givesEachTestAForkAndEndsIt() {
    Forked.urls.clear();
    run(Forked.class).assertStatistics(events -> events.succeeded(6).failed(0));
    assertEquals(6, Forked.urls.size());
    for (String url : Forked.urls) assertFalse(Answers.isThere(URI.create(url)), url);
  }

  @Test
  void givesTheConstructorNone() {
    Events events = EngineTestKit.engine("junit-jupiter").selectors(selectClass(Constructed.class)).execute().allEvents();
    String thrown = events.failed().list().toString();
    assertTrue(thrown.contains("not into the constructor"), thrown);
  }

  @RockpoolTest(seed = "src/test/data")
  static class Forked {
    static final Set<String> urls = new TreeSet<>();

    @BeforeAll
    static void fill(RockpoolFork fork) {
      Answers.create(fork.url(), "people");
    }

    @BeforeEach
    void remember(RockpoolFork fork) {
      urls.add(fork.url().toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void mayDeleteWhatItLikes(int number, RockpoolFork fork) {
      assertTrue(Answers.has(fork.url(), "films"));
      assertTrue(Answers.has(fork.url(), "people"));
      Answers.delete(fork.url(), "films,people");
    }

    @Test
    void hasOneForkForAllItsMethods(RockpoolFork fork, RockpoolFork again) {
      assertEquals(fork.url(), again.url());
      assertTrue(urls.contains(fork.url().toString()));
    }

    @Nested
    class Inside {
      @Test
      void hasItToo(RockpoolFork fork) {
        assertTrue(Answers.has(fork.url(), "people"));
      }

      @Test
      void mayDeleteIt(RockpoolFork fork) {
        Answers.delete(fork.url(), "people");
      }
    }
  }

  @RockpoolTest
  static class Constructed {
    Constructed(RockpoolFork fork) {}

    @Test
    void isNotRun() {}
  }
}
