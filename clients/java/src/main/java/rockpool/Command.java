package rockpool;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** How to run {@code rockpool}. */
final class Command {
  private static final String NAME =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows") ? "rockpool.cmd" : "rockpool";

  private Command() {}

  /**
   * The system property {@code rockpool.command} or the environment variable {@code ROCKPOOL_COMMAND}; else rockpool on the
   * PATH; else what npm has installed in this folder or one of its parents.
   */
  static List<String> find() {
    String given = System.getProperty("rockpool.command", System.getenv().getOrDefault("ROCKPOOL_COMMAND", ""));
    if (!given.isBlank()) return List.of(given.trim().split("\\s+"));
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path command = Path.of(folder, NAME);
      if (!folder.isEmpty() && Files.isExecutable(command)) return List.of(command.toString());
    }
    return List.of(installed(Path.of("").toAbsolutePath()));
  }

  static String installed(Path from) {
    for (Path folder = from; folder != null; folder = folder.getParent()) {
      Path command = folder.resolve("node_modules").resolve(".bin").resolve(NAME);
      if (Files.isExecutable(command)) return command.toString();
    }
    throw new IllegalStateException(
        "rockpool: command not found; install it with npm, or set -Drockpool.command");
  }
}
