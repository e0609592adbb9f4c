package dev.dyno.engine.selftest;

import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.Drivers;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tests Dyno itself on this machine's clock: its cost per message (null driver), how well it keeps a schedule, and whether the
 * known behaviour of a simulated broker comes back in the numbers.
 *
 * <p>Only an untruth is a failure. A slow machine is not one: its cost is in the table, and in the verdict of every run.
 */
public final class Selftest {

    private final SelftestRunner runner;
    private final Length length;
    private final Consumer<String> lines;

    /** Length of the test: a longer one shows more. */
    public enum Length {
        /** About 5 s. */
        QUICK(0.2),
        /** About 15 s. */
        FULL(1.0);

        private final double share;

        Length(double share) {
            this.share = share;
        }

        /** This length's share of a full duration, in ns. */
        long ns(double fullSeconds) {
            return (long) (fullSeconds * share * 1e9);
        }
    }

    /**
     * @param drivers including {@code null} and {@code sim}
     * @param time a real clock
     * @param prepareThread run first on each thread, to adjust its timers
     * @param lines receives the table, line by line
     */
    public Selftest(Drivers drivers, TimeSource time, Runnable prepareThread, Length length, Consumer<String> lines) {
        this.runner = new SelftestRunner(drivers, time, prepareThread);
        this.length = length;
        this.lines = lines;
    }

    /**
     * Runs all checks, on the calling thread and on threads of its own; takes as long as {@link Length} says.
     *
     * @return one sentence for each untruth; empty if all is well
     */
    public List<String> run() {
        Findings findings = new Findings(lines);
        new CostCheck(runner, length, findings).run();
        new ScheduleCheck(runner, length, findings).run();
        new LatencyCheck(runner, length, findings).run();
        new LedgerCheck(runner, findings).run();
        return findings.untruths();
    }
}
