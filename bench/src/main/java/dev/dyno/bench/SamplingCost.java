package dev.dyno.bench;

import dev.dyno.broker.resource.Probes;
import dev.dyno.broker.resource.ResourceSampler;
import dev.dyno.engine.record.Timeline;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Reporters;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures the cost of reading broker, worker and host once a second and of storing the samples: CPU time of the sampler's thread
 * at the pace of a run, where little of the code is compiled yet. The broker is an idle JVM, or the process with the given id.
 */
public final class SamplingCost {

    private static final int WARMUP_SECONDS = 3;
    private static final double ALLOWED_CORES = 0.01;

    private SamplingCost() {}

    /** @param arguments seconds to measure, by default 30; id of the process of a broker, by default that of an idle JVM */
    public static void main(String[] arguments) throws Exception {
        if (Arrays.asList(arguments).contains("idle")) {
            // Waits for the end of the parent, which closes this input.
            while (System.in.read() >= 0) {}
            return;
        }
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
        Optional<Process> idle = arguments.length > 1 ? Optional.empty() : Optional.of(idleJvm());
        try {
            measure(seconds, idle.map(Process::pid).orElseGet(() -> Long.valueOf(arguments[1])));
        } finally {
            idle.ifPresent(Process::destroy);
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
            Timeline timeline = new Timeline(0, 0);
            timeline.begin(time.nanoTime());
            Reporters stored = new Reporters(List.of(reporter), System.err::println);
            ResourceSampler sampler =
                    new ResourceSampler(probes, time, timeline, stored::onResources, System.err::println);
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

    private static void wait(SystemTime time, int seconds) {
        // The warm-up lasts half a second more, so that the measurement begins and ends between two samples.
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
}
