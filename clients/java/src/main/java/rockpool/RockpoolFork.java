package rockpool;

import java.net.URI;

/** A server on its own port that started as a copy of another one. Later changes to one do not affect the other. */
public final class RockpoolFork implements AutoCloseable {
  private final URI resource;

  private final URI url;

  private RockpoolFork(URI resource, URI url) {
    this.resource = resource;
    this.url = url;
  }

  static RockpoolFork of(URI origin) {
    URI forks = origin.resolve("/_rockpool/forks");
    // Longer than any debugging session. A fork stops with its server in any case.
    String made = Http.ask("POST", forks, "{\"idle_timeout\": \"1d\"}");
    return new RockpoolFork(URI.create(forks + "/" + Http.text(made, "id")), URI.create(Http.text(made, "url")));
  }

  /** Its address, such as {@code http://127.0.0.1:41234}. */
  public URI url() {
    return url;
  }

  /** A fork of this fork, which stops with it. */
  public RockpoolFork fork() {
    return of(url);
  }

  /** Stops it. A fork that {@link RockpoolTest} injects is stopped after its test. */
  @Override
  public void close() {
    Http.ask("DELETE", resource, "");
  }
}
