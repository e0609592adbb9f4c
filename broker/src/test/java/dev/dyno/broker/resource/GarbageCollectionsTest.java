package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class GarbageCollectionsTest {

    private volatile boolean over;

    /** Threads that have ended are still in the list of threads that was read just before. */
    @Test
    void timeOfTheCollectorIsKnownWhileThreadsEnd() throws InterruptedException {
        System.gc();
        Thread starting = new Thread(() -> {
            while (!over) {
                new Thread(() -> {}).start();
            }
        });
        starting.start();
        int unknown = 0;
        for (int reading = 0; reading < 500; reading++) {
            unknown += GarbageCollections.busyNs().isEmpty() ? 1 : 0;
        }
        over = true;
        starting.join();

        assertThat(unknown).isZero();
    }
}
