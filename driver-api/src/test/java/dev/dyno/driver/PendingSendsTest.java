package dev.dyno.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PendingSendsTest {

    private final DriverException lost = new DriverException("connection lost");

    private final List<String> reported = new ArrayList<>();
    private PendingSends<Slot> sends = new PendingSends<>(Slot::new, (token, failure) -> {});

    @BeforeEach
    void reportToList() {
        sends = new PendingSends<>(
                Slot::new,
                (token, failure) -> reported.add(token + (failure == null ? " sent" : " " + failure.getMessage())));
    }

    private static final class Slot extends PendingSend {

        private int ends;

        Slot(int token) {
            super(token);
        }

        @Override
        protected void onEnd() {
            ends++;
        }
    }

    private Slot begun(long token) throws DriverException {
        Slot slot = sends.slot(token);
        assertThat(sends.begin(slot)).isTrue();
        return slot;
    }

    @Test
    void aSendIsReportedOnceWhateverCompletesItAgain() throws DriverException {
        Slot slot = begun(3);

        sends.complete(slot, null);
        sends.complete(slot, lost);
        sends.fail(lost);

        assertThat(reported).containsExactly("3 sent");
        assertThat(slot.ends).isEqualTo(1);
        assertThat(sends.hasPending()).isFalse();
    }

    @Test
    void aTokenHasOneSlotUntilANewOneIsAskedFor() throws DriverException {
        Slot old = begun(0);
        sends.complete(old, null);
        assertThat(sends.slot(0)).isSameAs(old);

        Slot fresh = sends.newSlot(0);
        assertThat(sends.slot(0)).isSameAs(fresh).isNotSameAs(old);
        assertThat(sends.begin(fresh)).isTrue();
        sends.complete(old, lost);

        assertThat(reported).containsExactly("0 sent");
        assertThat(sends.hasPending()).isTrue();
    }

    @Test
    void thereIsRoomForAnyToken() throws DriverException {
        Slot first = begun(0);
        begun(1024);
        begun(100_000);

        assertThat(sends.slot(0)).isSameAs(first);
        sends.fail(lost);
        assertThat(reported).containsExactly("0 connection lost", "1024 connection lost", "100000 connection lost");
    }

    @Test
    void aSendThatDidNotHappenIsTakenBackWithoutAReport() throws DriverException {
        DriverException refused = new DriverException("too large");
        Slot slot = begun(0);
        assertThatThrownBy(() -> sends.refuse(slot, refused)).isSameAs(refused);
        Slot full = begun(1);
        assertThat(sends.takeBack(full)).isTrue();

        sends.fail(lost);

        assertThat(reported).isEmpty();
        assertThat(slot.ends).isEqualTo(1);
        assertThat(full.ends).isEqualTo(1);
    }

    @Test
    void aSendThatWasReportedAsFailedCountsAsTaken() throws DriverException {
        Slot slot = begun(0);
        Slot full = begun(1);
        sends.fail(lost);

        assertThat(sends.refuse(slot, new DriverException("not connected"))).isTrue();
        assertThat(sends.takeBack(full)).isFalse();
        assertThat(reported).containsExactly("0 connection lost", "1 connection lost");
    }

    @Test
    void nothingBeginsOnABrokenConnectionButWhatIsUnderWayMayBeAnswered() throws DriverException {
        assertThatCode(sends::check).doesNotThrowAnyException();
        Slot underWay = begun(0);

        sends.refuseAll(lost);

        assertThatThrownBy(sends::check).isSameAs(lost);
        Slot late = sends.slot(1);
        assertThatThrownBy(() -> sends.begin(late)).isSameAs(lost);
        assertThat(late.ends).isEqualTo(1);
        assertThat(sends.hasPending()).isTrue();
        sends.complete(underWay, null);
        assertThat(reported).containsExactly("0 sent");
        assertThat(sends.hasPending()).isFalse();
    }

    /** The code that closes a producer may tear down the listener's target. */
    @Test
    void failWaitsForTheListenerThatAnotherThreadIsTelling() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch proceed = new CountDownLatch(1);
        sends = new PendingSends<>(Slot::new, (token, failure) -> {
            told.countDown();
            awaitQuietly(proceed);
            reported.add(token + (failure == null ? " sent" : " " + failure.getMessage()));
        });
        Slot slot = begun(0);
        Thread completing = new Thread(() -> sends.complete(slot, null));
        completing.start();
        told.await();

        Thread failing = new Thread(() -> sends.fail(lost));
        failing.start();
        while (failing.getState() != Thread.State.BLOCKED && failing.isAlive()) {
            Thread.onSpinWait();
        }
        boolean waits = failing.isAlive();
        proceed.countDown();
        failing.join();
        completing.join();

        assertThat(waits).isTrue();
        assertThat(reported).containsExactly("0 sent");
    }

    /** The sending thread, the one of the client library and the one that closes, against each other. */
    @Test
    void everySendEndsOnceAndNoneIsReportedAfterTheFailure() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            new Race(round).run();
        }
    }

    private final class Race {

        private static final int SENDS = 64;

        private final Slot[] slots = new Slot[SENDS];
        private final int[] reports = new int[SENDS];
        private final int failAt;
        private final CountDownLatch due = new CountDownLatch(1);
        private volatile int begun;
        private volatile boolean failed;
        private volatile boolean late;
        private final PendingSends<Slot> sends = new PendingSends<>(Slot::new, (token, failure) -> {
            reports[Math.toIntExact(token)]++;
            late |= failed;
        });

        Race(int round) {
            failAt = round % SENDS;
            for (int token = 0; token < SENDS; token++) {
                slots[token] = sends.slot(token);
            }
        }

        void run() throws InterruptedException {
            Thread failing = new Thread(() -> {
                awaitQuietly(due);
                sends.fail(lost);
                failed = true;
            });
            Thread completing = new Thread(() -> {
                for (int token = 0; token < SENDS && !failed; token++) {
                    while (begun <= token && !failed) {
                        Thread.onSpinWait();
                    }
                    sends.complete(slots[token], null);
                }
            });
            failing.start();
            completing.start();
            int taken = send();
            failing.join();
            completing.join();

            assertThat(late).isFalse();
            assertThat(sends.hasPending()).isFalse();
            for (int token = 0; token < SENDS; token++) {
                assertThat(reports[token])
                        .as("reports of %d of %d", token, taken)
                        .isEqualTo(token < taken ? 1 : 0);
            }
        }

        /** Until one is refused; says how many were not. */
        private int send() {
            for (int token = 0; token < SENDS; token++) {
                if (token == failAt) {
                    due.countDown();
                }
                try {
                    sends.begin(slots[token]);
                } catch (DriverException e) {
                    begun = SENDS;
                    return token;
                }
                begun = token + 1;
            }
            return SENDS;
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
