package dev.dyno.broker.process;

import dev.dyno.driver.tck.FailureSentences;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Helpers of the tests of this package: the dyno home that the build laid out, and waiting. */
final class TestHome {

    private TestHome() {}

    static Path path() {
        return Path.of(System.getProperty("dyno.home", "the build must set dyno.home"));
    }

    static BrokerLauncher launcher() {
        return new BrokerLauncher(path());
    }

    /** The version of a recipe's software that is taken where none is named. */
    static String version(String recipe) throws BrokerException {
        return Recipes.in(path()).find(recipe).version().orElseThrow();
    }

    /** @param sentence with {@code …} for any words */
    static void assertRefused(BrokerSpec spec, String sentence) {
        FailureSentences.assertFails(BrokerException.class, () -> launcher().start(spec), sentence);
    }

    /** Where a broker listens. */
    static InetSocketAddress at(ManagedBroker broker) {
        return new InetSocketAddress(broker.host(), broker.port());
    }

    /** Where a URL leads. */
    static InetSocketAddress at(String url) {
        URI uri = URI.create(url);
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    /** A home with one recipe of the given text; its brokers are the real ones. */
    static Path withRecipe(Path folder, String name, String yaml) throws IOException {
        Path recipe = Files.createDirectories(folder.resolve("recipes").resolve(name));
        Files.writeString(recipe.resolve("recipe.yaml"), yaml, StandardCharsets.UTF_8);
        if (Files.notExists(folder.resolve("brokers"))) {
            Files.createSymbolicLink(folder.resolve("brokers"), path().resolve("brokers"));
        }
        return folder;
    }

    /** @return whether the condition came true in time */
    static boolean await(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(2_000_000);
        }
        return true;
    }

    /** Init may take seconds to reap an orphan: one that only waits for that has ended. */
    static boolean ended(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"))
                    .contains(") Z ");
        } catch (IOException e) {
            return !process.isAlive();
        }
    }

    /** Knobs or facts of a line: {@code store=memory cache-size=9}. */
    static Map<String, String> values(String line) {
        return Stream.of(line.split(" ", -1))
                .map(word -> word.split("=", 2))
                .collect(Collectors.toMap(word -> word[0], word -> word[1]));
    }

    /** With the knobs of a line. */
    static BrokerSpec with(BrokerSpec spec, String knobs) {
        BrokerSpec turned = spec;
        for (Map.Entry<String, String> knob : values(knobs).entrySet()) {
            turned = turned.withKnob(knob.getKey(), knob.getValue());
        }
        return turned;
    }
}
