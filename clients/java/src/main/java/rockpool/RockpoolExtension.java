package rockpool;

import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Injects parameters of type {@link RockpoolFork}; {@link RockpoolTest} registers it. */
final class RockpoolExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(RockpoolExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RockpoolFork.class;
  }

  @Override
  public RockpoolFork resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (parameter.getDeclaringExecutable() instanceof Constructor)
      throw new ParameterResolutionException(
          "every test has its own RockpoolFork: inject it into the test or a @BeforeEach method, not into the constructor");
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(context.getUniqueId(), id -> new Held(forkAround(context)), Held.class)
        .of(RockpoolFork.class);
  }

  /** A fork of the class's fork, of an enclosing class's, or of the server. */
  private static RockpoolFork forkAround(ExtensionContext context) {
    Optional<ExtensionContext> outer = context.getParent();
    while (outer.isPresent()) {
      ExtensionContext at = outer.get();
      Held held = at.getStore(NAMESPACE).get(at.getUniqueId(), Held.class);
      if (held != null) return held.of(RockpoolFork.class).fork();
      outer = at.getParent();
    }
    return server(context).fork();
  }

  /** One for all classes with the same annotation values. */
  private static RockpoolServer server(ExtensionContext context) {
    RockpoolTest wanted = annotation(context.getRequiredTestClass());
    List<String> key = new ArrayList<>(List.of(wanted.arguments()));
    key.add(wanted.seed());
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(key, id -> new Held(start(wanted)), Held.class)
        .of(RockpoolServer.class);
  }

  private static RockpoolServer start(RockpoolTest wanted) {
    return RockpoolServer.start(wanted.seed().isEmpty() ? null : Path.of(wanted.seed()), wanted.arguments());
  }

  /** The class's annotation, or an enclosing class's. */
  private static RockpoolTest annotation(Class<?> testClass) {
    return AnnotationSupport.findAnnotation(testClass, RockpoolTest.class)
        .orElseGet(() -> annotation(testClass.getEnclosingClass()));
  }

  /** Closed by JUnit with the test, the class, or the whole run: before 5.13 by one interface, since then by the other. */
  @SuppressWarnings("deprecation")
  private static final class Held implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    private final AutoCloseable value;

    Held(AutoCloseable value) {
      this.value = value;
    }

    <S> S of(Class<S> type) {
      return type.cast(value);
    }

    @Override
    public void close() throws Exception {
      value.close();
    }
  }
}
