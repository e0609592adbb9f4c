package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.engine.record.Threads;
import dev.dyno.model.pace.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ShortSliceTest {

    private static final Path SCHEDULING = Path.of("/proc/thread-self/sched");

    private static Optional<String> slice() {
        try {
            return Files.readAllLines(SCHEDULING).stream()
                    .filter(line -> line.startsWith("se.slice"))
                    .map(line -> line.replaceAll(".*:\\s*", ""))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Test
    void aThreadThatPacesHasAShortSliceAndNoOther() {
        Optional<String> before = slice();
        assumeTrue(before.isPresent(), "this system does not report the slice of a thread");
        CompletableFuture<Optional<String>> paced = new CompletableFuture<>();
        Threads.joinAll(
                List.of(ShortSlice.threads().start("paced", () -> paced.complete(slice()))),
                new SystemTime(),
                10_000_000_000L);
        assertThat(paced.join()).contains("100000");
        assertThat(slice()).isEqualTo(before);
    }
}
