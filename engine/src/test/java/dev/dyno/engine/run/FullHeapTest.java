package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.resource.GarbageCollections;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client library that fills the heap with messages that nobody takes, as the consumers of a backlog do, ends the run. */
class FullHeapTest {

    private static final int HELD_BYTES = 32_768;

    /** Least time in s that a JVM counts as collections when it is frozen in one for two seconds. */
    private static final double FROZEN_S = 1.8;

    /** Run in a JVM of its own; prints how the run ended. */
    public static void main(String[] args) {
        List<byte[]> held = new ArrayList<>();
        Simulation simulation = new Simulation();
        ScriptedDriver driver = simulation.scripted();
        driver.trySend = (producer, body, token, listener) -> {
            synchronized (held) {
                try {
                    held.add(new byte[HELD_BYTES]);
                } catch (OutOfMemoryError e) {
                    // Libraries write it into a log and continue.
                    listener.onSendCompleted(token, null);
                    return true;
                }
            }
            listener.onSendCompleted(token, null);
            return true;
        };
        simulation.set("consume false; load constant 1000/s");
        RunResult result = simulation.runInRealTime();
        System.out.println(result.outcome().cause().orElse("no cause") + ", "
                + result.verdict().level());
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC"})
    void runEndsWithASentence(String collector, @TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        collector,
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullHeapTest.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output))
                .contains("Dyno had no more memory (")
                .contains(" of its heap are in use after a collection); give it more, for example by JAVA_ARGS=-Xmx4g")
                .contains("INVALID");
    }

    // A JVM that does nothing but collect garbage, and is frozen for two seconds by a signal.

    @EnabledOnOs(OS.LINUX)
    @Tag("timing")
    @Timeout(60)
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC"})
    void theTimeOfAFreezeIsNoneOfCollections(String collector) throws IOException, InterruptedException {
        String[] seconds = frozen(collector);
        for (int tries = 1; tries < 3 && Double.parseDouble(seconds[0]) < FROZEN_S; tries++) {
            seconds = frozen(collector); // The freeze came between two collections.
        }
        double byTheJvm = Double.parseDouble(seconds[0]);
        double counted = Double.parseDouble(seconds[1]);

        assertThat(byTheJvm).isGreaterThan(FROZEN_S);
        // Two of the seconds that passed were the freeze.
        double running = Double.parseDouble(seconds[2]) - 2;
        assertThat(counted).isPositive().isLessThan(running + 0.2).isLessThan(byTheJvm);
    }

    private static String[] frozen(String collector) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        collector,
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Frozen.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] seconds = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .split(" ", -1);
        assertThat(process.waitFor()).isZero();
        return seconds;
    }

    /** Prints the seconds of its collections, as the JVM counts them and as we do, and those that passed. */
    static final class Frozen {

        private static volatile boolean over;

        private Frozen() {}

        public static void main(String[] args) throws Exception {
            List<Object> kept = new ArrayList<>();
            for (int i = 0; i < 1_000_000; i++) {
                kept.add(new int[2]);
            }
            Thread collecting = new Thread(() -> {
                while (!over) {
                    System.gc();
                }
            });
            // It would take seconds to start beside the collections, which leave the program next to no time.
            Process freezing = new ProcessBuilder(
                            "sh",
                            "-c",
                            "read go; sleep 0.3; kill -STOP $1; sleep 2; kill -CONT $1",
                            "sh",
                            Long.toString(ProcessHandle.current().pid()))
                    .start();
            try (SystemTime time = new SystemTime()) {
                long beganNs = time.nanoTime();
                long millis = GarbageCollections.ofThisJvm().millis();
                Usage before = Usage.read(time);
                collecting.start();
                freezing.getOutputStream().write('\n');
                freezing.getOutputStream().close();
                freezing.waitFor();
                over = true;
                collecting.join();
                WorkerUsage used = Usage.read(time).since(before);
                System.out.println((GarbageCollections.ofThisJvm().millis() - millis) / 1e3 + " " + used.gcSeconds()
                        + " " + (time.nanoTime() - beganNs) / 1e9);
                if (kept.isEmpty()) {
                    throw new IllegalStateException();
                }
            }
        }
    }
}
