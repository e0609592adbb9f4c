package dev.dyno.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of a program: rate and CPU between the first and the last line after its warm-up; the percentiles of its own summary
 * if that is in the form of {@code artemis perf}, else not a number. The CPU is what the kernel has charged the process with,
 * read when those lines come, so the start of its JVM is not in it.
 *
 * @param percentiles p50, p99 and p99.9 of the time of sends, then those of transfers, in µs
 */
record Measured(double perSecond, double cpuMicros, double[] percentiles) {

    /** Linux counts in hundredths of a second wherever a program can see it. */
    private static final double MICROS_PER_TICK = 10_000;

    private static final Pattern PERCENTILES = Pattern.compile(
            "--- aggregated (send|transfer) time:.* 50\\.00%: *([0-9.]+) us.* 99\\.00%: *([0-9.]+) us.* 99\\.90%: *([0-9.]+) us.*");

    /** @param warmupSeconds time after the first line of the program whose lines do not count */
    static Measured of(Program program, int warmupSeconds) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program.command()).redirectErrorStream(true);
        builder.environment().putAll(SideBySide.JVM_FLAGS_BY_VARIABLE);
        Process process = builder.start();
        List<String> lines = new ArrayList<>();
        Window window = new Window(warmupSeconds * 1_000_000_000L);
        double[] percentiles = unknown();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String read = reader.readLine(); read != null; read = reader.readLine()) {
                String line = read.stripTrailing();
                lines.add(line);
                Matcher interval = program.line().matcher(line);
                if (interval.matches()) {
                    window.add(process.pid(), Double.parseDouble(interval.group(1)));
                }
                readPercentiles(line, percentiles);
            }
        }
        if (process.waitFor() != 0 || window.messages <= 0) {
            throw new IOException(program.command() + " failed:\n" + String.join("\n", lines));
        }
        return new Measured(
                window.messages / window.seconds(), window.ticks() * MICROS_PER_TICK / window.messages, percentiles);
    }

    /** Measurement from outside, over a time in ns and the CPU in ticks. */
    static Measured of(long messages, long ns, long ticks) throws IOException {
        if (messages <= 0) {
            throw new IOException("no message in " + ns / 1_000_000 + " ms");
        }
        return new Measured(messages * 1e9 / ns, ticks * MICROS_PER_TICK / messages, unknown());
    }

    private static double[] unknown() {
        double[] percentiles = new double[6];
        Arrays.fill(percentiles, Double.NaN);
        return percentiles;
    }

    private static void readPercentiles(String line, double[] percentiles) {
        Matcher summary = PERCENTILES.matcher(line);
        if (summary.matches()) {
            int at = summary.group(1).equals("send") ? 0 : 3;
            for (int i = 0; i < 3; i++) {
                percentiles[at + i] = Double.parseDouble(summary.group(2 + i));
            }
        }
    }

    /** Time and CPU between the first line after the warm-up and the last one. */
    private static final class Window {

        private final long warmupNs;
        private long seenNs = -1;
        private long firstNs = -1;
        private long lastNs;
        private long firstTicks;
        private long lastTicks;
        private double messages;

        Window(long warmupNs) {
            this.warmupNs = warmupNs;
        }

        void add(long pid, double perSecond) {
            long now = System.nanoTime();
            if (seenNs < 0) {
                seenNs = now;
            }
            long ticks = ticksOf(pid);
            if (now - seenNs < warmupNs || ticks < 0) {
                return;
            }
            if (firstNs < 0) {
                firstNs = now;
                firstTicks = ticks;
            } else {
                messages += perSecond * (now - lastNs) / 1e9;
            }
            lastNs = now;
            lastTicks = ticks;
        }

        double seconds() {
            return (lastNs - firstNs) / 1e9;
        }

        long ticks() {
            return lastTicks - firstTicks;
        }
    }

    /** User and system time so far; -1 if the process has just ended. */
    static long ticksOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        } catch (IOException e) {
            return -1;
        }
    }
}
