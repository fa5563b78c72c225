package rockpool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RockpoolServerTest {
  @TempDir Path folder;

  @Test
  void forksDoNotSeeEachOtherAndEnd() throws Exception {
    URI ended;
    try (RockpoolServer server = RockpoolServer.start(Answers.films(folder))) {
      try (RockpoolFork one = server.fork();
          RockpoolFork other = server.fork()) {
        Answers.delete(one.url(), "films");
        Answers.create(other.url(), "people");
        assertFalse(Answers.has(one.url(), "people"));
        assertTrue(Answers.has(other.url(), "films"));
        assertTrue(Answers.has(other.fork().url(), "people"));
        ended = other.url();
      }
      assertFalse(Answers.isThere(ended));
      assertTrue(Answers.has(server.url(), "films"));
      ended = server.url();
    }
    assertFalse(Answers.isThere(ended));
  }

  @Test
  void saysWhyItDoesNotStart() {
    String words = assertThrows(IllegalStateException.class, () -> RockpoolServer.start(folder)).getMessage();
    assertTrue(words.contains("no files of documents"), words);
    words = assertThrows(IllegalStateException.class, () -> RockpoolServer.start(null, "--nope")).getMessage();
    assertTrue(words.contains("unknown option"), words);
  }

  @Test
  void saysWhyThereIsNoFork() {
    try (RockpoolServer server = RockpoolServer.start(null, "-E", "rockpool.limits.forks=1")) {
      server.fork();
      String words = assertThrows(IllegalStateException.class, server::fork).getMessage();
      assertTrue(words.contains("rejected_execution_exception"), words);
    }
  }

  @Test
  void findsWhatNpmHasInstalled() throws Exception {
    String words = assertThrows(IllegalStateException.class, () -> Command.installed(folder)).getMessage();
    assertTrue(words.contains("command not found"), words);
    Path bin = Files.createDirectories(folder.resolve("node_modules/.bin"));
    for (String name : List.of("rockpool", "rockpool.cmd"))
      assertTrue(Files.createFile(bin.resolve(name)).toFile().setExecutable(true));
    Path inside = Files.createDirectories(folder.resolve("modules/search"));
    assertEquals(bin, Path.of(Command.installed(inside)).getParent());
  }

  @Test
  void endsWithItsProcess() throws Exception {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Drockpool.command=" + String.join(" ", Command.find()),
                "-cp",
                System.getProperty("java.class.path"),
                Waiting.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String line = new BufferedReader(new InputStreamReader(program.getInputStream())).readLine();
    URI url = URI.create(line);
    assertTrue(Answers.isThere(url));
    program.destroyForcibly().waitFor();
    for (int i = 0; i < 200 && Answers.isThere(url); i++) Thread.sleep(50);
    assertFalse(Answers.isThere(url));
  }

  /** A program that starts a server and waits. */
  static final class Waiting {
    public static void main(String[] arguments) throws InterruptedException {
      System.out.println(RockpoolServer.start(null).url());
      Thread.sleep(60_000);
    }
  }
}
