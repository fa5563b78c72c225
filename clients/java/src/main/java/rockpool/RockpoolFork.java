package rockpool;

import java.net.URI;

/** A server that began as a copy of another one, on a port of its own. Neither sees what the other does since then. */
public final class RockpoolFork implements AutoCloseable {
  /** Ends it, when it is deleted. */
  private final URI resource;

  private final URI url;

  private RockpoolFork(URI resource, URI url) {
    this.resource = resource;
    this.url = url;
  }

  static RockpoolFork of(URI origin) {
    URI forks = origin.resolve("/_rockpool/forks");
    // It ends with its server in any case; this is longer than anybody looks at a test in a debugger.
    String made = Http.ask("POST", forks, "{\"idle_timeout\": \"1d\"}");
    return new RockpoolFork(URI.create(forks + "/" + Http.text(made, "id")), URI.create(Http.text(made, "url")));
  }

  /** Where it answers: {@code http://127.0.0.1:41234}. */
  public URI url() {
    return url;
  }

  /** A copy of this one as it is now, which ends with it. */
  public RockpoolFork fork() {
    return of(url);
  }

  /** Ends it. A test's own fork ends by itself. */
  @Override
  public void close() {
    Http.ask("DELETE", resource, "");
  }
}
