package dev.dyno.broker.process.real;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerLauncher.Availability;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.InstalledProgram;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.broker.process.Recipe;
import dev.dyno.broker.process.Recipes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * A broker for the tests of a driver, started from a recipe. A test whose broker is a program that is not installed is skipped.
 * Whatever goes wrong is an {@link AssertionError}.
 */
public final class RealBroker implements AutoCloseable {

    /** Maven runs the tests of a module in its folder. */
    private static final Path MODULE = Path.of("").toAbsolutePath();

    private final String recipe;
    private final ManagedBroker broker;

    private RealBroker(String recipe, ManagedBroker broker) {
        this.recipe = recipe;
        this.broker = broker;
    }

    /** For a broker that is a JVM: it starts sooner, and leaves more of the processors to the tests. */
    public static BrokerSpec quick(BrokerSpec spec) {
        return spec.withJvmFlags(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    }

    /** From one of the recipes that are shipped. */
    public static RealBroker start(BrokerSpec spec) {
        return start(home(), spec);
    }

    /** From a recipe of the module that is tested, in {@code src/test/recipes}. */
    public static RealBroker startOwn(BrokerSpec spec) {
        try {
            Path folder = Files.createDirectories(MODULE.resolve("target/recipes-home"));
            link(folder.resolve("brokers"), home().resolve("brokers"));
            link(folder.resolve("recipes"), MODULE.resolve("src/test/recipes"));
            return start(folder, spec);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From one of the recipes that are shipped, one for all tests of a module that ask for the same; it ends with the last of them. */
    public static RealBroker shared(ExtensionContext context, BrokerSpec spec) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(RealBroker.class))
                .getOrComputeIfAbsent(spec, RealBroker::start, RealBroker.class);
    }

    private static void link(Path link, Path target) throws IOException {
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, target);
    }

    /** Folder that the build has laid out by then. */
    private static Path home() {
        return Path.of(System.getProperty("dyno.home", "the build must set dyno.home"))
                .toAbsolutePath();
    }

    private static RealBroker start(Path home, BrokerSpec spec) {
        try {
            BrokerLauncher launcher = new BrokerLauncher(home);
            Recipe recipe = Recipes.in(home).find(spec.recipe());
            assumeTrue(
                    launcher.availability(recipe) != Availability.NOT_INSTALLED,
                    "the program of the broker " + recipe.name() + " is not installed here");
            return new RealBroker(spec.recipe(), launcher.start(spec));
        } catch (BrokerException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while a broker started", e);
        }
    }

    /** For everything that is not here. */
    public ManagedBroker broker() {
        return broker;
    }

    /** By the name that the recipe gives it. */
    public String url(String name) {
        try {
            return broker.url(name);
        } catch (BrokerException e) {
            throw new AssertionError(e);
        }
    }

    public int port() {
        return broker.port();
    }

    /** Runs a program that comes with the broker's, in the environment of the broker; the lines that it prints. */
    public List<String> tool(String program, String... words) {
        List<String> command = new ArrayList<>(List.of(words));
        command.add(0, InstalledProgram.beside(recipe, program).toString());
        Path output = broker.data().resolve("tool.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        try {
            String ofTheBroker = Files.readString(Path.of("/proc", String.valueOf(broker.pid()), "environ"));
            for (String assignment : ofTheBroker.split("\0", -1)) {
                int equals = assignment.indexOf('=');
                if (equals > 0) {
                    environment.put(assignment.substring(0, equals), assignment.substring(equals + 1));
                }
            }
            Process process = builder.start();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError(command + ": " + Files.readString(output));
            }
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + program + " ran", e);
        }
    }

    /** Ends it as {@code kill -9} does; its data and its ports stay. */
    public void kill() {
        run(ManagedBroker::kill);
    }

    /** Starts it again after {@link #kill}, on the same ports, with the same data. */
    public void restart() {
        run(ManagedBroker::restart);
    }

    /** Nobody answers, while all connections stay open. */
    public void pause() {
        run(ManagedBroker::pause);
    }

    public void resume() {
        run(ManagedBroker::resume);
    }

    @Override
    public void close() {
        run(ManagedBroker::close);
    }

    private interface Step {

        void on(ManagedBroker broker) throws BrokerException, InterruptedException;
    }

    private void run(Step step) {
        try {
            step.on(broker);
        } catch (BrokerException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
