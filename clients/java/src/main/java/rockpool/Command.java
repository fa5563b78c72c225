package rockpool;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** How {@code rockpool} is run here. */
final class Command {
  private static final String NAME =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows") ? "rockpool.cmd" : "rockpool";

  private Command() {}

  /**
   * What the system property {@code rockpool.command} says, or the variable {@code ROCKPOOL_COMMAND}; else rockpool on the
   * PATH, else what npm has installed in this folder or above.
   */
  static List<String> find() {
    String said = System.getProperty("rockpool.command", System.getenv().getOrDefault("ROCKPOOL_COMMAND", ""));
    if (!said.isBlank()) return List.of(said.trim().split("\\s+"));
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
        "rockpool: the command is not there: install it with npm, or name it by -Drockpool.command");
  }
}
