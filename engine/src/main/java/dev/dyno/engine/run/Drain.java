package dev.dyno.engine.run;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.receive.Subscription;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.model.result.Plural;
import java.util.List;
import java.util.Locale;

/**
 * Waits, after the load, for the deliveries still owed: until all have arrived, until the broker is down or says that nothing
 * more can arrive, until the run is given up, or until the deadline of {@code --drain}.
 *
 * <p>A time without deliveries proves nothing, because the broker may hold messages for a broken connection until it gives up
 * that connection. So the broker is asked.
 *
 * <p>Assumptions and guarantees: on the thread of the run, after the producers ended.
 */
final class Drain {

    /** Time in ns from the beginning of the drain over which the rate of deliveries is computed. */
    private static final long RATE_NS = 1_000_000_000L;

    private final RunContext run;
    private final LoadPhase load;
    private final TimeSource time;

    private long least = Long.MAX_VALUE;
    private long lastProgressNs;
    private boolean reported;

    Drain(RunContext run, LoadPhase load) {
        this.run = run;
        this.load = load;
        time = run.time();
    }

    /** Waits until the drain is over. */
    void await(long deadlineNs) {
        long beganNs = time.nanoTime();
        long atFirst = load.ledger.outstanding();
        run.control().await(deadlineNs, () -> {
            long left = load.ledger.outstanding();
            reportRemainingTime(beganNs, atFirst, left, deadlineNs);
            // A broker that is down sends nothing more.
            return left <= 0
                    || load.isGivenUp()
                    || run.injector().isBrokerDown()
                    || (isIdle(left) && hasBrokerNothing());
        });
    }

    private boolean isIdle(long left) {
        long now = time.nanoTime();
        // Without a connection nothing can arrive, so this time does not count as idle.
        if (left < least || !load.consumers.isUp()) {
            least = left;
            lastProgressNs = now;
        }
        return now >= lastProgressNs + RunControl.IDLE_NS;
    }

    private boolean hasBrokerNothing() {
        lastProgressNs = time.nanoTime();
        List<Subscription> missing = load.ledger.owed();
        try {
            load.consumers.queryRemaining(missing);
        } catch (DriverException e) {
            // The broker may answer later.
            return false;
        }
        return missing.stream().allMatch(Subscription::hasNothingLeft);
    }

    private void reportRemainingTime(long beganNs, long atFirst, long left, long deadlineNs) {
        long now = time.nanoTime();
        if (reported || now < beganNs + RATE_NS) {
            return;
        }
        reported = true;
        double perSecond = (atFirst - left) / ((now - beganNs) / 1e9);
        if (perSecond > 0 && left > 0) {
            run.listener()
                    .onNote(String.format(
                            Locale.ROOT,
                            "%s owed, and %,.0f/s arrive: that takes about %,.0f s, and the drain ends in %,.0f s",
                            Plural.count(left, "delivery is", "deliveries are"),
                            perSecond,
                            left / perSecond,
                            (deadlineNs - now) / 1e9));
        }
    }
}
