package dev.dyno.broker.resource;

import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.ResourceSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Loop that reads some probes at the boundaries of the run.
 *
 * <p>Assumptions and guarantees: {@link #run} on a thread of its own, the rest from any.
 */
final class SamplingLoop implements Runnable {

    /** Shortest last interval in ns that is sampled: the values of a shorter one mean nothing. */
    private static final long SHORT_NS = 100_000_000;

    private final List<Watched> probes = new ArrayList<>();
    private final TimeSource time;
    private final RunClock clock;
    private final Consumer<ResourceSample> samples;
    private final Consumer<String> notes;

    private volatile boolean ended;
    private boolean abandoned;

    SamplingLoop(
            List<ResourceReader> probes,
            TimeSource time,
            RunClock clock,
            Consumer<ResourceSample> samples,
            Consumer<String> notes) {
        probes.forEach(probe -> this.probes.add(new Watched(probe)));
        this.time = time;
        this.clock = clock;
        this.samples = samples;
        this.notes = notes;
    }

    /** Reads once more and ends; the caller wakes the thread. */
    void end() {
        ended = true;
    }

    /** Stops passing on samples, even that of a reading in progress. */
    synchronized void giveUp() {
        abandoned = true;
    }

    private synchronized void handOn(ResourceSample sample) {
        if (!abandoned) {
            samples.accept(sample);
        }
    }

    @Override
    public void run() {
        long boundaryNs = clock.startNs();
        probes.forEach(probe -> probe.read(time.nanoTime()));
        while (true) {
            // Reads the flag before the boundaries, which move when the load ends: end() is called after that.
            boolean last = ended;
            long nextNs = clock.boundaryAfter(boundaryNs);
            long nowNs = time.nanoTime();
            if (nowNs >= nextNs) {
                sample(boundaryNs);
                // Intervals missed during a long reading are part of the late sample.
                boundaryNs = Math.max(nextNs, clock.boundaryAtOrBefore(nowNs));
            } else if (last) {
                break;
            } else {
                time.parkUntil(nextNs);
            }
        }
        if (time.nanoTime() - boundaryNs > SHORT_NS) {
            sample(boundaryNs);
        }
        probes.forEach(Watched::reportFailures);
    }

    private void sample(long sinceNs) {
        for (Watched probe : probes) {
            probe.sample(sinceNs);
        }
    }

    /** A probe with its previous reading. */
    private final class Watched {

        private final ResourceReader probe;
        private @Nullable ResourceReading last;
        private long lastNs;
        private int readings;
        private int failures;
        private String lastFailure = "";

        Watched(ResourceReader probe) {
            this.probe = probe;
        }

        /** Reads the probe; null if that fails. */
        @Nullable
        ResourceReading read(long nowNs) {
            readings++;
            try {
                ResourceReading now = probe.read(nowNs);
                lastNs = nowNs;
                last = now;
                return now;
            } catch (ProbeException e) {
                failed(e.sentence());
            } catch (RuntimeException e) {
                failed(e.toString());
            }
            return null;
        }

        private void failed(String sentence) {
            failures++;
            lastFailure = sentence;
        }

        void sample(long sinceNs) {
            ResourceReading earlier = last;
            long earlierNs = earlier == null ? clock.startNs() : lastNs;
            ResourceReading now = read(time.nanoTime());
            if (now == null) {
                return;
            }
            long nowNs = lastNs;
            if (now.countedSinceNs() > earlierNs) {
                // The counters started again after the previous reading, which was of another process.
                earlier = now.beginning();
                earlierNs = now.countedSinceNs();
            }
            if (earlier == null || nowNs <= earlierNs) {
                return;
            }
            Map<String, Double> values = SampleMaker.between(earlier, now, nowNs - earlierNs);
            handOn(new ResourceSample(
                    probe.subject(),
                    clock.phaseAt(sinceNs),
                    earlierNs - clock.startNs(),
                    nowNs - clock.startNs(),
                    values));
        }

        void reportFailures() {
            if (failures > 0) {
                notes.accept(String.format(
                        Locale.ROOT,
                        "%s could not be read %d of %d times; the last time: %s",
                        probe.describe(),
                        failures,
                        readings,
                        lastFailure));
            }
        }
    }
}
