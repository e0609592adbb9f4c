package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client library that fills the heap with messages that nobody takes, as the consumers of a backlog do, ends the run. */
@Tag("slow")
class FullHeapTest {

    private static final int HELD_BYTES = 32_768;

    /** Run in a JVM of its own; prints how the run ended. */
    public static void main(String[] args) {
        List<byte[]> held = new ArrayList<>();
        ScriptedDriver driver = new ScriptedDriver();
        driver.trySend = (producer, body, token, listener) -> {
            synchronized (held) {
                try {
                    held.add(new byte[HELD_BYTES]);
                } catch (OutOfMemoryError e) {
                    // Libraries write it into a log and go on.
                    listener.onSendCompleted(token, null);
                    return true;
                }
            }
            listener.onSendCompleted(token, null);
            return true;
        };
        Simulation simulation = new Simulation();
        simulation.driver = driver;
        simulation.consume = false;
        simulation.load = Schedule.constant(Rate.perSecond(1_000));
        try (SystemTime time = new SystemTime()) {
            RunResult result = simulation.inRealTime(time).run();
            System.out.println(result.outcome().cause().orElse("no cause") + ", "
                    + result.verdict().level());
        }
    }

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
                .contains(" of its heap are in use after a collection); give it more, as by JAVA_ARGS=-Xmx4g")
                .contains("INVALID");
    }
}
