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
 * Rate, CPU time and latencies of one run of a program, or rate and CPU time of one turn, see {@link InTurns}. In a run, rate and
 * CPU time are those between the first and the last line that the program prints after its warm-up. The CPU time is what the
 * kernel has charged to the process, read when a line comes, so that the start of the JVM does not count. The latencies are from
 * the program's own summary.
 *
 * @param perSecond messages a second
 * @param cpuMicros CPU time of the program in µs per message
 * @param percentiles p50, p99 and p99.9 of the send time, and then of the transfer time, in µs; not a number unless the summary
 *     is in the form of {@code artemis perf}
 */
record Measured(double perSecond, double cpuMicros, double[] percentiles) {

    /** Length of a tick in µs: Linux reports CPU time in hundredths of a second in /proc. */
    private static final double MICROS_PER_TICK = 10_000;

    private static final Pattern PERCENTILES = Pattern.compile(
            "--- aggregated (send|transfer) time:.* 50\\.00%: *([0-9.]+) us.* 99\\.00%: *([0-9.]+) us.* 99\\.90%: *([0-9.]+) us.*");

    /** @param warmupSeconds time in s after the first line of the program in which lines do not count */
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

    /** Measurement of a turn, without percentiles: the messages in {@code ns}, and the CPU time in ticks. */
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

    /** Time, CPU time and messages between the first line after the warm-up and the last line. */
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

    /** User and system time of a process so far, in ticks; -1 if the process has just ended. */
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
