package rockpool;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Http {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** The server is local: no proxy. */
  private static final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY).build();

  private Http() {}

  /** The response body. Throws IllegalStateException with the server's message for an error status. */
  static String ask(String method, URI url, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() <= 299) return answer.body();
      throw new IllegalStateException("rockpool: " + method + " " + url + ": " + answer.body());
    } catch (IOException error) {
      throw new IllegalStateException("rockpool: " + method + " " + url + ": " + error, error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("rockpool: interrupted", error);
    }
  }

  /** The string under a key of a JSON object. Ids and addresses contain no escapes. */
  static String text(String json, String key) {
    Matcher found = Pattern.compile("\"" + key + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
    if (found.find()) return found.group(1);
    throw new IllegalStateException("rockpool: no " + key + " in " + json);
  }
}
