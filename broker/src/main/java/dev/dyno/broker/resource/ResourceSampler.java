package dev.dyno.broker.resource;

import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads all probes at the boundaries of a run's intervals: the quick ones together on one thread, each slow one on a thread of
 * its own. The loops of the load never wait for it.
 *
 * <p>Assumptions and guarantees: {@link #start}, {@link #recomputeBoundaries}, {@link #close} and {@link #summarize} from the thread of the
 * run, in that order; samples and notes are passed on one at a time, on the threads of the sampler.
 */
public final class ResourceSampler implements AutoCloseable {

    /** Longest wait in ns at the end for a reading in progress: 0.2 s more than a slow one may take. */
    private static final long JOIN_NS = ResourceReader.DEADLINE_NS + 200_000_000;

    private final List<SamplingLoop> loops = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Summaries summaries = new Summaries();
    private final TimeSource time;
    private final Consumer<ResourceSample> samples;

    /**
     * @param samples receives each sample; may block
     * @param notes receives a sentence, at the end, for each probe that could not always be read
     */
    public ResourceSampler(
            Probes probes, TimeSource time, RunClock clock, Consumer<ResourceSample> samples, Consumer<String> notes) {
        this.time = time;
        this.samples = samples;
        List<ResourceReader> quick = new ArrayList<>();
        for (ResourceReader probe : probes.all()) {
            if (probe.isSlow()) {
                loops.add(new SamplingLoop(List.of(probe), time, clock, this::handOn, notes));
            } else {
                quick.add(probe);
            }
        }
        if (!quick.isEmpty()) {
            loops.add(0, new SamplingLoop(quick, time, clock, this::handOn, notes));
        }
    }

    /** Starts reading; called when the load has begun. */
    public void start() {
        for (SamplingLoop loop : loops) {
            Thread thread = new Thread(loop, "resources-" + threads.size());
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private synchronized void handOn(ResourceSample sample) {
        summaries.add(sample);
        samples.accept(sample);
    }

    /** Makes the threads compute the boundaries again: the load has ended earlier than planned. */
    public void recomputeBoundaries() {
        threads.forEach(time::unpark);
    }

    /** Takes a last sample and ends; nothing is passed on afterwards. */
    @Override
    public void close() {
        loops.forEach(SamplingLoop::end);
        recomputeBoundaries();
        long deadlineNs = time.nanoTime() + JOIN_NS;
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, (deadlineNs - time.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        loops.forEach(SamplingLoop::giveUp);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Use of each subject in the measured phase; see {@link Summaries#summarize}. */
    public synchronized List<ResourceSummary> summarize(long messages, long phaseNs) {
        return summaries.summarize(messages, phaseNs);
    }
}
