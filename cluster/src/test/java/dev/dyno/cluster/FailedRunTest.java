package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.drivers.Drivers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers of a run that has failed know it, whosever fault it was: their exit status depends on it. */
@Timeout(60)
class FailedRunTest {

    private static final String SHORT = Fellowship.load("count: 3, rate: 600/s", "measure: 30s");

    private static final String CAUSE = "the library is broken";

    /** Opens a client so often before it fails: the first time is the check of the settings. */
    private static Drivers failingAfter(int opened, Drivers drivers) {
        AtomicInteger count = new AtomicInteger();
        return (target, clock) -> {
            if (count.incrementAndGet() > opened) {
                throw new DriverException(CAUSE);
            }
            return drivers.open(target, clock);
        };
    }

    private static void assertThatAllKnow(Fellowship three) throws InterruptedException {
        three.coordinator.close();
        for (WorkerService service : three.services) {
            service.awaitEnd();
            assertThat(service.hasFailed()).isTrue();
            assertThat(service.isStuck()).isFalse();
        }
        assertThat(three.consoles)
                .filteredOn(line -> line.startsWith("The run has failed: "))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains(CAUSE));
    }

    /** The one that refused it included, and the one whose driver failed later. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theOneThatFailedIncluded(int opened) throws Exception {
        try (Fellowship three = new Fellowship().workers(2)) {
            three.drivers = failingAfter(opened, three.drivers);
            three.workers(1);
            assertThat(three.run(SHORT).outcome().cause())
                    .hasValueSatisfying(cause -> assertThat(cause).contains(CAUSE));
            assertThatAllKnow(three);
        }
    }

    @Test
    void andThoseWhoWaitForAPlan() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            three.coordinator.failed(7, CAUSE);
            assertThatAllKnow(three);
        }
    }

    @Test
    void andThoseOfARunThatEndedWellDoNot() throws Exception {
        try (Fellowship two = new Fellowship().workers(2)) {
            two.run(SHORT.replace("30s", "1s"));
            two.coordinator.close();
            for (WorkerService service : two.services) {
                service.awaitEnd();
                assertThat(service.hasFailed()).isFalse();
            }
        }
    }
}
