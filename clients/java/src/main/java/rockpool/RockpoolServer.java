package rockpool;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * A server in memory, on a free port of 127.0.0.1. It stops when it is closed, and when the JVM ends, even if that is killed.
 *
 * <p>{@link RockpoolTest} starts one for JUnit; this is for other programs.
 */
public final class RockpoolServer implements AutoCloseable {
  private static final int START_TIMEOUT_S = 60;
  private static final int STOP_TIMEOUT_S = 10;

  private final Process process;
  private final URI url;

  private RockpoolServer(Process process, URI url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts a server and waits until it answers. Throws IllegalStateException with its message if it does not start.
   *
   * @param seed a folder of documents (see {@link RockpoolTest#seed}), or null
   * @param arguments further options of {@code rockpool serve}
   */
  public static RockpoolServer start(Path seed, String... arguments) {
    List<String> words = new ArrayList<>(Command.find());
    words.addAll(List.of("serve", "--port", "0", "--ephemeral", "--exit-on-stdin-close", "--log-level", "warn"));
    if (seed != null) words.addAll(List.of("--seed", seed.toString()));
    words.addAll(List.of(arguments));
    try {
      // Its standard input is a pipe that the operating system closes when this JVM ends: then the server stops.
      return answering(new ProcessBuilder(words).start());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static RockpoolServer answering(Process process) throws IOException {
    Log log = new Log(process.getErrorStream());
    log.start();
    Executor later = CompletableFuture.delayedExecutor(START_TIMEOUT_S, TimeUnit.SECONDS);
    CompletableFuture<Void> deadline = CompletableFuture.runAsync(process::destroyForcibly, later);
    String line = reader(process.getInputStream()).readLine();
    deadline.cancel(false);
    if (line != null) return new RockpoolServer(process, URI.create(line));
    throw new IllegalStateException("rockpool: the server did not start: " + log.whole());
  }

  /** Its address, such as {@code http://127.0.0.1:41234}. */
  public URI url() {
    return url;
  }

  /** A fork of this server, which stops with it. */
  public RockpoolFork fork() {
    return RockpoolFork.of(url);
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) process.destroyForcibly();
    } catch (IOException error) {
      process.destroyForcibly();
    } catch (InterruptedException error) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static BufferedReader reader(InputStream stream) {
    return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }

  /** Prints the server's log, and keeps it for the error message if the server does not start. */
  private static final class Log extends Thread {
    private final BufferedReader lines;
    private final StringBuffer text = new StringBuffer();

    Log(InputStream stream) {
      super("rockpool-log");
      setDaemon(true);
      lines = reader(stream);
    }

    @Override
    public void run() {
      try {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          System.err.println(line);
          text.append(line).append('\n');
        }
      } catch (IOException error) {
        // The server was killed.
      }
    }

    /** The whole log, once the server has ended. */
    String whole() {
      try {
        join();
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      }
      return text.toString().trim();
    }
  }
}
