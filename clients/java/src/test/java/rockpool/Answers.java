package rockpool;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Requests of the tests. */
final class Answers {
  private Answers() {}

  static boolean has(URI url, String index) {
    return Http.ask("GET", url.resolve("/_cat/indices?h=index"), "").lines().anyMatch(index::equals);
  }

  static void delete(URI url, String index) {
    Http.ask("DELETE", url.resolve("/" + index), "");
  }

  static void create(URI url, String index) {
    Http.ask("PUT", url.resolve("/" + index), "");
  }

  static boolean isThere(URI url) {
    try {
      Http.ask("GET", url, "");
      return true;
    } catch (IllegalStateException gone) {
      return false;
    }
  }

  static Path films(Path folder) throws java.io.IOException {
    Files.writeString(folder.resolve("films.csv"), "title,year\nAlien,1979\nJaws,1975\n");
    return folder;
  }
}
