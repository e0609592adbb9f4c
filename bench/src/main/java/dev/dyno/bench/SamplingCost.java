package dev.dyno.bench;

import dev.dyno.broker.resource.Probes;
import dev.dyno.broker.resource.ResourceSampler;
import dev.dyno.broker.resource.RunClock;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/**
 * Cost of reading broker, worker and host once a second and of storing the samples: CPU time of the sampler's thread at the pace
 * of a run, where little of the code is compiled yet. The broker is an idle JVM, or the process whose number is given.
 */
public final class SamplingCost {

    private static final int WARMUP_SECONDS = 3;
    private static final double ALLOWED_CORES = 0.01;

    private SamplingCost() {}

    /** @param arguments seconds to measure, 30 without; process of a broker */
    public static void main(String[] arguments) throws Exception {
        if (Arrays.asList(arguments).contains("idle")) {
            // Until the parent ends, which closes this.
            while (System.in.read() >= 0) {}
            return;
        }
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
        Process idle = null;
        try {
            long pid;
            if (arguments.length > 1) {
                pid = Long.parseLong(arguments[1]);
            } else {
                idle = idleJvm();
                pid = idle.pid();
            }
            measure(seconds, pid);
        } finally {
            if (idle != null) {
                idle.destroy();
            }
        }
    }

    private static Process idleJvm() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SamplingCost.class.getName(),
                        "idle")
                .start();
    }

    private static void measure(int seconds, long pid) throws Exception {
        Path runs = Files.createTempDirectory("dyno-sampling-cost");
        Path folder = RunFolder.create(runs, Instant.EPOCH, "cost", "cost");
        try (SystemTime time = new SystemTime();
                Reporter reporter = RunFolder.reporter(folder);
                Probes probes = Probes.ofThisHost(time)) {
            probes.addBroker(pid);
            ResourceSampler sampler = new ResourceSampler(
                    probes, time, new Seconds(time.nanoTime()), sample -> store(sample, reporter), System.err::println);
            sampler.start();
            wait(time, WARMUP_SECONDS);
            long startNs = time.nanoTime();
            long cpuNs = samplerCpuNs();
            wait(time, seconds);
            double cores = (samplerCpuNs() - cpuNs) / (double) (time.nanoTime() - startNs);
            sampler.close();
            System.out.printf(
                    Locale.ROOT,
                    "sampling: %.0f us of CPU a second, %.3f %% of a core (allowed: %.0f %%), with %d bytes stored a second%n",
                    cores * 1e6,
                    cores * 100,
                    ALLOWED_CORES * 100,
                    Files.size(folder.resolve("resources.jsonl")) / (seconds + WARMUP_SECONDS));
            System.exit(cores <= ALLOWED_CORES ? 0 : 1);
        }
    }

    private static void store(ResourceSample sample, Reporter reporter) {
        try {
            reporter.onResources(sample);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void wait(SystemTime time, int seconds) {
        // In the middle between two samples.
        long deadlineNs = time.nanoTime() + seconds * 1_000_000_000L + (seconds == WARMUP_SECONDS ? 500_000_000 : 0);
        while (time.nanoTime() < deadlineNs) {
            time.parkUntil(deadlineNs);
        }
    }

    private static long samplerCpuNs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("resources-"))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
    }

    private record Seconds(long startNs) implements RunClock {

        private static final long SECOND_NS = 1_000_000_000;

        @Override
        public long boundaryAfter(long ns) {
            return boundaryAtOrBefore(ns) + SECOND_NS;
        }

        @Override
        public long boundaryAtOrBefore(long ns) {
            return startNs + Math.floorDiv(ns - startNs, SECOND_NS) * SECOND_NS;
        }

        @Override
        public Phase phaseAt(long ns) {
            return Phase.MEASURE;
        }
    }
}
