package dev.dyno.broker.resource;

import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;

/**
 * Processors of this machine that others use: all programs but this process and those that it started, such as its broker.
 *
 * <p>Assumptions and guarantees: one thread.
 */
public final class OthersUse implements AutoCloseable {

    /** Maximum share of the processors that others use on a quiet machine: an idle desktop or server needs it now and then. */
    private static final double QUIET = 0.1;

    /** Time in ns in which the machine must stay quiet: long enough to notice programs that run once a second. */
    private static final long QUIET_NS = 3_000_000_000L;

    private static final long LOOK_NS = 1_000_000_000;

    /** Shortest time in ns between two looks: CPU time is counted in ticks of 10 ms. */
    private static final long SHORTEST_NS = 200_000_000;

    private final TimeSource time;
    private final DoubleSupplier used;
    private final Runnable closing;
    private double usedSeconds;
    private long readNs;

    /**
     * Takes the first look.
     *
     * @param used accumulated processor time of others, in seconds; not a number if it cannot be read
     * @param closing called by {@link #close}
     */
    public OthersUse(TimeSource time, DoubleSupplier used, Runnable closing) {
        this.time = time;
        this.used = used;
        this.closing = closing;
        measure();
    }

    /** Takes the first look at this machine; empty if its use cannot be read. */
    public static Optional<OthersUse> begin(TimeSource time) {
        try {
            return Optional.of(of(
                    OperatingSystemFigures.ofThisHost(), ProcessHandle.current().pid(), time));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @param pid this process */
    static OthersUse of(OperatingSystemFigures system, long pid, TimeSource time) throws IOException {
        FigureReader host = system.host();
        ProcessTreeUsage own = new ProcessTreeUsage(pid, system);
        return new OthersUse(time, () -> used(host, own, time.nanoTime()), () -> {
            host.close();
            own.close();
        });
    }

    private static double used(FigureReader host, ProcessSource own, long nowNs) {
        try {
            ResourceReading ours = new ResourceReading();
            own.read(ours);
            ResourceReading all = new ResourceReading();
            host.read(all, nowNs);
            return cpuSeconds(all) - cpuSeconds(ours);
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private static double cpuSeconds(ResourceReading reading) {
        return reading.counters().getOrDefault(ResourceMetric.CPU.tag(), Double.NaN);
    }

    /** Processors that others used on average since the previous look; empty if unknown, or if less than 0.2 s have passed. */
    public Optional<Double> sinceLastLook() {
        long beforeNs = readNs;
        double before = usedSeconds;
        if (time.nanoTime() - beforeNs < SHORTEST_NS) {
            return Optional.empty();
        }
        measure();
        return Optional.of((usedSeconds - before) * 1e9 / (readNs - beforeNs))
                .filter(Double::isFinite)
                .map(others -> Math.max(0, others));
    }

    private void measure() {
        readNs = time.nanoTime();
        usedSeconds = used.getAsDouble();
    }

    /**
     * Waits until the machine has been quiet for 3 s, or until the time is over.
     *
     * @param isStopped asked once a second
     * @param looks receives, once a second, the processors that others used
     * @return whether it became quiet
     */
    public boolean awaitQuiet(Duration atMost, int processors, BooleanSupplier isStopped, DoubleConsumer looks) {
        long deadlineNs = time.nanoTime() + atMost.toNanos();
        long quietNs = 0;
        while (quietNs < QUIET_NS && time.nanoTime() - deadlineNs < 0) {
            if (isStopped.getAsBoolean()) {
                return false;
            }
            long beganNs = readNs;
            time.parkUntil(Math.min(deadlineNs, time.nanoTime() + LOOK_NS));
            Optional<Double> others = sinceLastLook();
            if (others.isPresent()) {
                looks.accept(others.get());
                quietNs = others.get() < QUIET * processors ? quietNs + readNs - beganNs : 0;
            }
        }
        return quietNs >= QUIET_NS;
    }

    @Override
    public void close() {
        closing.run();
    }
}
